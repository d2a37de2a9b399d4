"""Queries about ratings."""
