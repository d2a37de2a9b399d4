"""Files as objects of an S3-compatible bucket, in place of a folder that hosts share.

Errors of its client become `StorageUnavailable`, an OSError as a folder raises them, so that other
code need not know where the files are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile, File
from s3transfer.exceptions import RetriesExceededError
from storages.backends.s3 import S3Storage

from tournaments.errors import StorageUnavailable

_TRANSFER = TransferConfig(use_threads=False, num_download_attempts=2)


_MISSING = {"404", "NoSuchKey"}


@contextmanager
def _as_os_errors() -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, ClientError, RetriesExceededError) as error:
        if isinstance(error, ClientError) and error.response["Error"]["Code"] in _MISSING:
            raise FileNotFoundError(str(error)) from error
        raise StorageUnavailable("bucket-refuses", why=error) from error


class ObjectStorage(S3Storage):  # type: ignore[misc] # it has no types
    """A bucket. Each object appears there whole or not at all, and replaces one of its name.

    The options are those of django-storages, except `addressing_style` and the client's retries
    and time-outs, which are set here.
    """

    def __init__(self, **options: Any) -> None:
        # Self-hosted services rarely have a host name for each bucket.
        client = _client("path" if options.get("endpoint_url") else "auto")
        super().__init__(client_config=client, transfer_config=_TRANSFER, **options)

    @_as_os_errors()
    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        with super()._open(name, mode) as file:
            return ContentFile(file.read(), name=name)

    @_as_os_errors()
    def piece(self, name: str, start: int, stop: int) -> bytes:
        """Return its bytes from `start` to `stop`; fetch no others. Raises FileNotFoundError."""
        part = self.bucket.Object(self._normalize_name(name)).get(Range=f"bytes={start}-{stop - 1}")
        return bytes(part["Body"].read())

    _save = _as_os_errors()(S3Storage._save)  # noqa: SLF001 - as Django documents it
    delete = _as_os_errors()(S3Storage.delete)
    exists = _as_os_errors()(S3Storage.exists)
    listdir = _as_os_errors()(S3Storage.listdir)
    size = _as_os_errors()(S3Storage.size)
    get_modified_time = _as_os_errors()(S3Storage.get_modified_time)


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
