"""Writes notices to players, and sends them."""
