"""Celery messages as files, for one machine without a broker to install.

Kombu's own file transport creates a message and then fills it, and readers take no lock: a worker
that reads an empty file ends with "Unrecoverable error". Here a message appears whole, by rename,
as do the tables of bound queues (for `celery inspect`). A message that cannot be read is logged and
skipped, since the queue is in the database and a message only wakes a worker.

Kombu's transport polls the folder twenty times a second. Here the kernel reports each new message.
"""

import contextlib
import fcntl
import functools
import logging
import math
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import bytes_to_str
from kombu.utils.json import dumps, loads

from tournaments.machinery.messages import inotify

logger = logging.getLogger(__name__)

LONGEST_WAIT = 2.0
"""Seconds after which it looks for messages even if the kernel has reported none."""


class Channel(filesystem.Channel):
    """Kombu's channel, with messages and tables that are written and taken in one step each."""

    _exchange_file: Callable[[str], Path]

    def _put(  # type: ignore[override] # the stubs of kombu's two channels name it differently
        self, queue: str, payload: dict[str, Any], **_options: Any
    ) -> None:
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}.msg"
        unfinished = Path(self.processed_folder) / f"{name}.new"
        unfinished.write_text(dumps(payload))
        unfinished.rename(Path(self.data_folder_out) / name)

    def _get(self, queue: str, _timeout: float | None = None) -> dict[str, Any]:
        for path in sorted(Path(self.data_folder_in).iterdir()):
            if path.name.partition(".")[2] == f"{queue}.msg":
                payload = self._take(path)
                if payload is not None:
                    return payload
        raise Empty

    def _take(self, path: Path) -> dict[str, Any] | None:
        """Return the message at `path`; None if another worker was first or it cannot be read."""
        taken = Path(self.processed_folder) / path.name
        try:
            path.rename(taken)
        except FileNotFoundError:
            return None
        try:
            payload: dict[str, Any] = loads(bytes_to_str(taken.read_bytes()))
        except ValueError:
            logger.warning("left out a message that cannot be read: %s", path.name)
            return None
        else:
            return payload
        finally:
            taken.unlink()

    def get_table(self, exchange: str) -> list[Any]:
        """Return the queues bound to `exchange`; none if the table cannot be read."""
        try:
            text = self._exchange_file(exchange).read_text()
            return [filesystem.exchange_queue_t(*queue) for queue in loads(text)]
        except FileNotFoundError:
            return []
        except ValueError:
            logger.warning("left out a table that cannot be read: %s", exchange)
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._changing(exchange) as table:
            if bound not in table:
                table.insert(0, bound)

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, *_: Any) -> None:
        self._purge(queue)
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._changing(exchange) as table:
            table[:] = [one for one in table if one != bound]

    @contextlib.contextmanager
    def _changing(self, exchange: str) -> Iterator[list[Any]]:
        """Lock the table of an exchange, yield it for changes, and write it in one step."""
        path = self._exchange_file(exchange)
        with (path.parent / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            table = self.get_table(exchange)
            yield table
            unfinished = path.with_suffix(".new")
            unfinished.write_text(dumps(table))
            unfinished.rename(path)


class Transport(filesystem.Transport):
    """The transport that `files://` stands for."""

    Channel = Channel

    client: Any
    cycle: Any
    polling_interval: float

    def drain_events(  # type: ignore[override] # the stub of kombu's own says so as well
        self,
        connection: Any,  # noqa: ARG002 - kombu passes it, and there is only this one
        timeout: float | None = None,
    ) -> None:
        """Deliver one message as soon as one has come. Raises TimeoutError if none comes."""
        deadline = time.monotonic() + (math.inf if timeout is None else timeout)
        while True:
            # Before looking, so that a message that comes after the look ends the wait.
            self._forget_arrivals()
            try:
                self.cycle.get(self._deliver, timeout=timeout)
            except Empty:
                self._wait(deadline - time.monotonic())
            else:
                return

    def close_connection(self, connection: Any) -> None:
        """Close the channels, and watch the folder no longer."""
        if watch := vars(self).pop("_watch", None):
            watch.close()
        super().close_connection(connection)

    def _forget_arrivals(self) -> None:
        if self._watch:
            self._watch.forget()

    def _wait(self, seconds: float) -> None:
        if seconds <= 0:
            raise TimeoutError
        if self._watch:
            self._watch.wait(min(seconds, LONGEST_WAIT))
        else:
            time.sleep(min(seconds, self.polling_interval))

    @functools.cached_property
    def _watch(self) -> inotify.Watch | None:
        """A watch for new messages; None if the kernel grants no more watches."""
        try:
            return inotify.Watch(Path(self.client.transport_options["data_folder_in"]))
        except OSError as error:
            logger.warning("looks for messages all the time, since it cannot wait: %s", error)
            return None
