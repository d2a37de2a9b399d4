"""Settings, their checks, folders and storage."""
