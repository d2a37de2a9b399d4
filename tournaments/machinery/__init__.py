"""What keeps the platform running: processes, messages, caches, logs, settings."""
