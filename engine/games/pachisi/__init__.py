"""Pachisi. Rules: docs/32-pachisi.md."""
