"""Queries about matches and games."""
