"""Nim with one heap, a game for Kauri."""
