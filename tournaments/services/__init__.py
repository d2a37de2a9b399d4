"""What the platform does: each function is one whole step, and says what can go wrong."""
