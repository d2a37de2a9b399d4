"""What changes a tournament, from its creation to its last result."""
