"""Kalah. Rules: docs/30-kalah.md."""
