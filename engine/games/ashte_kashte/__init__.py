"""Ashte Kashte. Rules: docs/33-ashte-kashte.md."""
