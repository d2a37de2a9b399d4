"""What pages read of casual games."""
