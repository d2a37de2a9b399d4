"""Queries about casual games."""
