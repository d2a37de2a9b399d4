"""What templates can call."""
