"""What pages and the API read of matches and games."""
