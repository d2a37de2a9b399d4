"""Processes of the platform, and what keeps them running."""
