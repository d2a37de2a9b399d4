"""What is computed about finished games."""
