"""Keeps an installation in order: nightly jobs, retention, totals, files."""
