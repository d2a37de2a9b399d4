"""Our changes to gunicorn: its log lines, how requests come in and how answers go out."""

import contextlib
import logging.config
import resource
import selectors
import socket
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from gunicorn import glogging
from gunicorn.http import Request, wsgi
from gunicorn.http.parser import Parser
from gunicorn.http.unreader import Unreader
from gunicorn.workers import gthread

from tournaments.machinery.processes import garbage
from tournaments.machinery.web import answers, handing
from tournaments.machinery.web.answers import Answer, Outbox
from tournaments.machinery.web.arrivals import Arrival, Refused

_PIECE = 64 * 1024

STREAMS = "streams.socket"
"""Where, below KAURI_VAR, the program that serves streams takes connections."""

_STREAM = b"GET /live/"

HEARD_OUT_SECONDS = 2.0
"""How long a client may go on sending at its end: to a closed socket, it would undo the answer."""

_DOWNLOADS = 2
"""Threads that make streams, beside those for pages."""

_MOST_FILES = 4096

_FILES_EACH = 3
"""Open files of a connection: itself, what its client has not read, and what that is read from."""


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
    thread; it ends those that take too long. The same loop sends what a client has not read at
    once. A request for a live stream goes, with its connection, to the program that serves these.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[gthread.TConn, Arrival] = {}
        self.answers: dict[gthread.TConn, Answer] = {}
        self.unread: dict[gthread.TConn, Future[Any]] = {}
        self.leaving: dict[gthread.TConn, float] = {}
        self.downloads = ThreadPoolExecutor(_DOWNLOADS, "downloads")
        self.streams = handing.Sender(settings.VAR / STREAMS)

    def run(self) -> None:
        """Answer requests until told to stop, with the site as it is loaded by now."""
        garbage.look_seldom()
        most = self.worker_connections
        self.worker_connections = min(most, _files_allowed() // _FILES_EACH)
        threading.Thread(target=self._prepare, daemon=True).start()
        super().run()

    def _prepare(self) -> None:
        """Let the site make beside its first requests what later ones would wait for."""
        if prepare := getattr(self.wsgi, "prepare", None):
            prepare()

    def enqueue_req(self, conn: gthread.TConn) -> None:
        """Read the connection's next request, then let a thread answer it."""
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, answers.KERNEL_BYTES)
        arrival = Arrival(began=time.monotonic())
        self.arriving[conn] = arrival
        conn.sock.setblocking(False)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._read_on, conn))
        # A client may have sent it behind its last one.
        if conn.initialized and (ahead := _unreader(conn).take_buffered()):
            self._take(conn, ahead)

    def handle_request(self, req: Request, conn: gthread.TConn) -> bool:
        """Answer a request, without waiting for the client; true if the connection can stay."""
        outbox = Outbox(conn.sock, self._make_room)
        # Gunicorn's response calls no more of a socket than an outbox has.
        sock = cast("socket.socket", outbox)
        head, environ = wsgi.create(req, sock, conn.client, conn.server, self.cfg)
        environ["wsgi.multithread"] = True
        # Without it Django gives files as it gives other streams.
        del environ["wsgi.file_wrapper"]
        if not self.alive or len(self.keepalived_conns) >= self.max_keepalived:
            head.force_close()
        start: Any = head.start_response  # its type forbids what the standard allows
        answer = Answer(outbox, head, self.wsgi(environ, start))
        self.answers[conn] = answer
        if not answer.is_generated:
            answer.make()
        return not head.should_close()

    def finish_request(self, conn: gthread.TConn, fs: Future[Any]) -> None:
        """Go on with the answer; after all of it wait for the next request, or for the end."""
        answer = self.answers.get(conn)
        if answer is None or answer.has_failed or answer.is_sent:
            self._finish(conn, fs)
        elif answer.outbox.waits:
            answer.outbox.begin_window(time.monotonic())
            self.unread[conn] = fs
            self.poller.register(conn.sock, selectors.EVENT_WRITE, partial(self._send_on, conn))
        else:
            self.downloads.submit(self._make_on, conn, answer).add_done_callback(
                lambda _made: self.method_queue.defer(self.finish_request, conn, fs)
            )

    def _make_on(self, conn: gthread.TConn, answer: Answer) -> None:
        try:
            answer.make()
        except OSError as error:
            self.log.debug("A client has left: %s", error)
        except Exception:
            self.log.exception("Error in a stream for %s", conn.client)

    def _finish(self, conn: gthread.TConn, fs: Future[Any]) -> None:
        answer = self.answers.pop(conn, None)
        if answer:
            answer.close()
        if fs.result() and not (answer and answer.has_failed):
            super().finish_request(conn, fs)
            return
        conn.sock.setblocking(False)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._read_on, conn))
        self._hear_out(conn)

    def _send_on(self, conn: gthread.TConn, _socket: object) -> None:
        outbox = self.answers[conn].outbox
        try:
            outbox.flush()
        except OSError:
            self._drop(conn)
            return
        if not outbox.waits:
            self.poller.unregister(conn.sock)
            self.finish_request(conn, self.unread.pop(conn))

    def _make_room(self) -> None:
        answers.make_room([one.outbox for one in list(self.answers.values())])

    def murder_pending(self) -> None:
        """End the connections of clients too slow, and idle ones of a stopping worker."""
        super().murder_pending()
        now = time.monotonic()
        for conn in list(self.unread):
            outbox = self.answers[conn].outbox
            if outbox.is_cut or outbox.is_too_slow(now):
                outbox.cut_off()
                self._drop(conn)
        for conn, arrival in list(self.arriving.items()):
            if now > arrival.deadline():
                self._refuse_late(conn)
            elif not (self.alive or arrival.data):
                self._drop(conn)
        for conn, until in list(self.leaving.items()):
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

    def _refuse_late(self, conn: gthread.TConn) -> None:
        # A busy host may have kept this loop from reading what the client sent in time.
        self._read_on(conn, conn.sock)
        if conn in self.arriving and time.monotonic() > self.arriving[conn].deadline():
            self._refuse(conn, Refused(HTTPStatus.REQUEST_TIMEOUT))

    def _refuse(self, conn: gthread.TConn, refusal: Refused) -> None:
        self._send(conn, refusal.answer())
        del self.arriving[conn]
        self._hear_out(conn)

    def _hear_out(self, conn: gthread.TConn) -> None:
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        self.leaving[conn] = time.monotonic() + HEARD_OUT_SECONDS

    def _drop(self, conn: gthread.TConn) -> None:
        self.poller.unregister(conn.sock)
        self._end(conn)

    def _end(self, conn: gthread.TConn) -> None:
        for those in (self.arriving, self.unread, self.leaving):
            those.pop(conn, None)
        if answer := self.answers.pop(conn, None):
            answer.close()
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


def _files_allowed() -> int:
    """Raise the limit of open files as far as the site may need and the host allows."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
