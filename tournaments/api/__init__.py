"""The programming interface under /api/v1/."""
