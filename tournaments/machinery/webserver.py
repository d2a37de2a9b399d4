"""What the web server does otherwise than gunicorn: its log lines, and how requests come in."""

import contextlib
import logging.config
import selectors
import socket
import time
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from gunicorn import glogging
from gunicorn.http.parser import Parser
from gunicorn.http.unreader import Unreader
from gunicorn.workers import gthread

from tournaments.machinery import garbage, handing
from tournaments.machinery.arrivals import Arrival, Refused

_PIECE = 64 * 1024

STREAMS = "streams.socket"
"""Where, below KAURI_VAR, the program that serves streams takes connections."""

_STREAM = b"GET /live/"

_HEARD_OUT_SECONDS = 2.0
"""How long a refused client may go on sending: what comes to a closed socket undoes the answer."""


class Logger(glogging.Logger):
    """Gunicorn's errors and notices, through the handler that the settings name."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in list(log.handlers):
                log.removeHandler(handler)
            log.propagate = True
        # The master loads no site, which would do that.
        logging.config.dictConfig(settings.LOGGING)
        self.error_log.setLevel(self.loglevel)


class PatientWorker(gthread.ThreadWorker):
    """Gunicorn's threads, which get a request only once all of it has come.

    Until then the one loop that waits for all connections reads it, so that slow clients hold no
    thread; it ends those that take too long. A request for a stream goes, with its connection, to
    the program that serves streams.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[gthread.TConn, Arrival] = {}
        self.refused: dict[gthread.TConn, float] = {}
        self.streams = handing.Sender(settings.VAR / STREAMS)

    def run(self) -> None:
        """Answer requests until told to stop, with the site as it is loaded by now."""
        garbage.look_seldom()
        super().run()

    def enqueue_req(self, conn: gthread.TConn) -> None:
        """Read the connection's next request, then let a thread answer it."""
        arrival = Arrival(began=time.monotonic())
        self.arriving[conn] = arrival
        conn.sock.setblocking(False)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._read_on, conn))
        # A client may have sent it behind its last one.
        if conn.initialized and (ahead := _unreader(conn).take_buffered()):
            self._take(conn, ahead)

    def murder_pending(self) -> None:
        """End the connections whose requests take too long, and idle ones of a stopping worker."""
        super().murder_pending()
        now = time.monotonic()
        for conn, arrival in list(self.arriving.items()):
            if now > arrival.deadline():
                self._refuse(conn, Refused(HTTPStatus.REQUEST_TIMEOUT))
            elif not (self.alive or arrival.data):
                self._drop(conn)
        for conn, until in list(self.refused.items()):
            if now > until:
                self._drop(conn)

    def _read_on(self, conn: gthread.TConn, _socket: object) -> None:
        try:
            piece = conn.sock.recv(_PIECE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        if not piece:
            self._drop(conn)
        elif conn in self.arriving:
            self._take(conn, piece)

    def _take(self, conn: gthread.TConn, piece: bytes) -> None:
        arrival = self.arriving[conn]
        told = arrival.waits_for_word
        others = sum(len(one.data) for one in self.arriving.values()) - len(arrival.data)
        try:
            arrival.add(piece, held=others)
        except Refused as refusal:
            self._refuse(conn, refusal)
            return
        if arrival.is_complete() and arrival.data.startswith(_STREAM):
            self._hand_to_streams(conn)
        elif arrival.is_complete():
            self._hand_on(conn)
        elif arrival.waits_for_word and not told:
            self._send(conn, b"HTTP/1.1 100 Continue\r\n\r\n")

    def _hand_on(self, conn: gthread.TConn) -> None:
        arrival = self.arriving.pop(conn)
        self.poller.unregister(conn.sock)
        conn.init()
        _unreader(conn).unread(bytes(arrival.data))
        conn.data_ready = True
        super().enqueue_req(conn)

    def _hand_to_streams(self, conn: gthread.TConn) -> None:
        if self.streams.hand_on(conn.sock, bytes(self.arriving[conn].data)):
            self._drop(conn)
        else:
            self._refuse(conn, Refused(HTTPStatus.BAD_GATEWAY))

    def _refuse(self, conn: gthread.TConn, refusal: Refused) -> None:
        self._send(conn, refusal.answer())
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        del self.arriving[conn]
        self.refused[conn] = time.monotonic() + _HEARD_OUT_SECONDS

    def _drop(self, conn: gthread.TConn) -> None:
        self.poller.unregister(conn.sock)
        self.arriving.pop(conn, None)
        self.refused.pop(conn, None)
        self.nr_conns -= 1
        conn.close()

    @staticmethod
    def _send(conn: gthread.TConn, text: bytes) -> None:
        # Who does not even read so little is gone.
        with contextlib.suppress(OSError):
            conn.sock.send(text)


def _unreader(conn: gthread.TConn) -> Unreader:
    """Where the parser of HTTP/1 takes its bytes from; the site speaks nothing else."""
    assert isinstance(conn.parser, Parser)
    return conn.parser.unreader
