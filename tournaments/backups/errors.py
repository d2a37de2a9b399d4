"""What can go wrong with a backup."""


class BackupError(Exception):
    """It could not be written or restored; the text says why and what to do."""
