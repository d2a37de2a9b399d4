"""Files as objects of an S3-compatible bucket, in place of a folder that hosts share.

Errors of its client become `StorageUnavailable`, an OSError as a folder raises them, so that other
code need not know where the files are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any, Literal

from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from s3transfer.exceptions import RetriesExceededError
from storages.backends.s3 import S3Storage

from tournaments.errors import StorageUnavailable

_TRANSFER = TransferConfig(use_threads=False, num_download_attempts=2)


class ObjectStorage(Storage):
    """A bucket. Each object appears there whole or not at all, and replaces one of its name.

    The options are those of django-storages, except `addressing_style` and the client's retries
    and time-outs, which are set here.
    """

    def __init__(self, **options: Any) -> None:
        # Self-hosted services rarely have a host name for each bucket.
        client = _client("path" if options.get("endpoint_url") else "auto")
        self._objects = S3Storage(client_config=client, transfer_config=_TRANSFER, **options)

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        with _as_os_errors(), self._objects.open(name, mode) as file:
            return ContentFile(file.read(), name=name)

    def piece(self, name: str, start: int, stop: int) -> bytes:
        """Return its bytes from `start` to `stop`; fetch no others. Raises FileNotFoundError."""
        with _as_os_errors():
            found = self._objects.bucket.Object(name).get(Range=f"bytes={start}-{stop - 1}")
            return bytes(found["Body"].read())

    def _save(self, name: str, content: IO[Any]) -> str:
        with _as_os_errors():
            return str(self._objects.save(name, content))

    def get_available_name(self, name: str, max_length: int | None = None) -> str:  # noqa: ARG002
        """Return the name itself: an existing object is replaced."""
        return name

    def delete(self, name: str) -> None:
        """Remove it, if it is there."""
        with _as_os_errors():
            self._objects.delete(name)

    def exists(self, name: str) -> bool:
        """Return whether there is such an object; folders are not objects."""
        with _as_os_errors():
            return bool(self._objects.exists(name))

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return the names of the folders and of the objects below `path`."""
        with _as_os_errors():
            folders, objects = self._objects.listdir(path)
        return folders, objects

    def size(self, name: str) -> int:
        """Return its size in bytes. Raises FileNotFoundError."""
        with _as_os_errors():
            return int(self._objects.size(name))

    def get_modified_time(self, name: str) -> datetime:
        """Return when it was stored, in UTC. Raises FileNotFoundError."""
        with _as_os_errors():
            moment: datetime = self._objects.get_modified_time(name)
        return moment


@contextmanager
def _as_os_errors() -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, ClientError, RetriesExceededError) as error:
        if isinstance(error, ClientError) and error.response["Error"]["Code"] in _MISSING:
            raise FileNotFoundError(str(error)) from error
        raise StorageUnavailable("bucket-refuses", why=error) from error


_MISSING = {"404", "NoSuchKey"}


def _client(style: Literal["path", "auto"]) -> Config:
    """Return the client's configuration: all tries end long before a match's lease does.

    Not every service supports the checksums that newer clients add; the platform checks its own.
    """
    return Config(
        s3={"addressing_style": style},
        connect_timeout=3,
        read_timeout=5,
        retries={"total_max_attempts": 2, "mode": "standard"},
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
