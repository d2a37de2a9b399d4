"""How much of a request is read and kept at all, whoever sent it."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class Quota(FileUploadHandler):
    """Ends a request whose files together are larger than any request may be."""

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.left = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def receive_data_chunk(self, raw_data: bytes, _start: int) -> bytes:
        self.left -= len(raw_data)
        if self.left < 0:
            raise RequestDataTooBig("The files of this request are too large.")
        return raw_data

    def file_complete(self, _file_size: int) -> None:
        """Left to the handlers that keep files."""
