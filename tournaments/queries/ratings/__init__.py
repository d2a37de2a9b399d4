"""What is read of ratings."""
