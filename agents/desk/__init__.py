"""The command line for authors."""
