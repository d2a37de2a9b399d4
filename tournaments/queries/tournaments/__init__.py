"""Queries about tournaments."""
