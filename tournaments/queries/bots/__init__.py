"""What pages and the API read of bots and versions."""
