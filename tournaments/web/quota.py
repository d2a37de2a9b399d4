"""Limits the size of requests with files, for all users."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class Quota(FileUploadHandler):
    """Refuses a request by the length that it announces, before any of it is read."""

    def handle_raw_input(
        self, _input: Any, _meta: Any, content_length: int, _boundary: Any, _encoding: Any = None
    ) -> None:
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig(f"The request has {content_length:,} bytes.")

    def receive_data_chunk(self, raw_data: bytes, _start: int) -> bytes:
        """Pass the data on to the handlers that store files."""
        return raw_data

    def file_complete(self, _file_size: int) -> None:
        return None
