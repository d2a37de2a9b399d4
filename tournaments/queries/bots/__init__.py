"""Queries about bots and versions."""
