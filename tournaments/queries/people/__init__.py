"""What pages and the API read of players and clubs."""
