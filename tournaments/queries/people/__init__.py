"""Queries about players and clubs."""
