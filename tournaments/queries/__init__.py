"""What pages and the API read, and nothing that changes a row."""
