"""Errors of backups."""


class BackupError(Exception):
    """A backup could not be written or restored; the text says why and what to do."""
