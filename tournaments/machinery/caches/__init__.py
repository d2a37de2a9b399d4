"""Caches of what takes long to compute or to read."""
