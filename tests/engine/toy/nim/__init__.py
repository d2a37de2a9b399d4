"""Nim with one heap: the smallest game, for the tests."""
