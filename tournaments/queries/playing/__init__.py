"""What waits to be played, and who plays it."""
