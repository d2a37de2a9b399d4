"""What a release is made of, and what it must not change."""
