"""What is read of tournaments."""
