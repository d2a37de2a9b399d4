"""Plays matches: claims, leases, the worker's loop, and reports."""
