"""What people fill in: forms check shape and words, services decide."""
