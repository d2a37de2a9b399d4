"""Alquerque grande. Rules: docs/34-alquerque.md."""
