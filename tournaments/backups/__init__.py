"""Backup and restore: one file with the database and the bots' archives, on both databases.

A backup is a gzipped tar file. It holds the database (`database.sqlite3`, a plain SQLite file, or
`database.dump`, in pg_dump's custom format), every archive under `uploads/`, the secret key where
that was asked for, and last `manifest.json` with the SHA-256 of each of them.
"""

from tournaments.backups.errors import BackupError
from tournaments.backups.proving import prove, prove_newest
from tournaments.backups.restoring import restore
from tournaments.backups.writing import write

__all__ = ["BackupError", "prove", "prove_newest", "restore", "write"]
