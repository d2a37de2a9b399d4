"""The folder of all data, private since it holds password hashes, bots and dice seeds."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_OTHERS = 0o077


def private(folder: Path) -> Path:
    """Return the folder, created if needed and closed to all other users of the machine.

    Raises ImproperlyConfigured if it is open to them and belongs to another user.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & _OTHERS:
        try:
            folder.chmod(0o700)
        except PermissionError:
            raise ImproperlyConfigured(
                f"Other users of this machine can look into {folder}, and it is not yours to "
                f"close. Its owner can: chmod 700 {folder}"
            ) from None
    return folder
