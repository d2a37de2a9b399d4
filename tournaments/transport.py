"""Celery messages as files, for one machine with nothing to install beside the project.

Kombu's own file transport creates a message and then fills it, and readers take no lock: a worker
that reads an empty file ends with "Unrecoverable error". Here a message appears whole, by rename,
and what cannot be read is logged and left out: the rows are the queue, a message only wakes.
"""

import logging
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import bytes_to_str
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

READ_ATTEMPTS = 20
READ_PAUSE = 0.01


class Channel(filesystem.Channel):
    """Kombu's channel, with messages that are written and taken in one step each."""

    def _put(self, queue: str, payload: dict[str, Any], **_options: Any) -> None:
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}.msg"
        unfinished = Path(self.processed_folder) / f"{name}.new"
        unfinished.write_text(dumps(payload))
        unfinished.rename(Path(self.data_folder_out) / name)

    def _get(self, queue: str) -> dict[str, Any]:
        for path in sorted(Path(self.data_folder_in).iterdir()):
            if path.name.partition(".")[2] == f"{queue}.msg":
                payload = self._take(path)
                if payload is not None:
                    return payload
        raise Empty

    def _take(self, path: Path) -> dict[str, Any] | None:
        """The message at `path`, or None if another worker was first or it cannot be read."""
        taken = Path(self.processed_folder) / path.name
        try:
            path.rename(taken)
        except FileNotFoundError:
            return None
        try:
            return loads(bytes_to_str(taken.read_bytes()))
        except ValueError:
            logger.warning("left out a message that cannot be read: %s", path.name)
            return None
        finally:
            taken.unlink()

    def get_table(self, exchange: str) -> list[Any]:
        """The queues bound to `exchange`; waits for a table that is just being written."""
        for _attempt in range(READ_ATTEMPTS):
            try:
                return super().get_table(exchange)
            except ValueError:
                time.sleep(READ_PAUSE)
        return super().get_table(exchange)


class Transport(filesystem.Transport):
    """The transport that `files://` stands for."""

    Channel = Channel
