"""Clients slow to send or to read hold no thread of the site, and their connections are ended."""

import contextlib
import http.client
import os
import select
import selectors
import socket
import subprocess
import time
from unittest.mock import Mock

import pytest
from django.conf import settings
from gunicorn.config import Config

from tests import patient_site, reserved
from tests.e2e.site import PROJECT
from tournaments.machinery.processes import garbage, programs
from tournaments.machinery.web import arrivals, handing, webserver
from tournaments.machinery.web.arrivals import Arrival, Refused

pytestmark = [pytest.mark.xdist_group("web-server"), pytest.mark.once]

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
THREADS = 8
PATIENCE = 60.0


def _arrival(*pieces, held=0):
    arrival = Arrival(began=100.0)
    for piece in pieces:
        arrival.add(piece, held=held)
    return arrival


def test_a_request_without_a_body_is_complete_with_its_headers():
    assert not _arrival(HEAD).is_complete()
    assert _arrival(HEAD, b"\r\n").is_complete()


def test_a_request_with_a_body_is_complete_with_its_last_byte():
    head = HEAD + b"content-length: 3\r\n\r\n"

    assert not _arrival(head + b"ab").is_complete()
    assert _arrival(head, b"abc").is_complete()


def test_the_end_of_the_headers_is_found_where_it_comes_in_two_pieces():
    for cut in range(len(HEAD) + 2):
        whole = HEAD + b"\r\n"
        assert _arrival(whole[:cut], whole[cut:]).is_complete()


def test_a_small_request_has_seconds_and_a_large_one_a_rate():
    small = _arrival(HEAD + b"\r\n")
    large = _arrival(HEAD + b"Content-Length: %d\r\n\r\n" % (10 * arrivals.SLOWEST_RATE))

    assert small.deadline() == pytest.approx(100.0 + arrivals.SECONDS, abs=0.1)
    assert large.deadline() == pytest.approx(110.0 + arrivals.SECONDS, abs=0.1)


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ([b"a" * arrivals.HEAD_BYTES, b"a"], 431),
        ([HEAD + b"Transfer-Encoding: chunked\r\n\r\n"], 411),
        ([HEAD + b"Content-Length: %d\r\n\r\n" % arrivals.REQUEST_BYTES], 413),
    ],
)
def test_what_cannot_be_held_is_refused(pieces, status):
    with pytest.raises(Refused) as refused:
        _arrival(*pieces)

    assert refused.value.status == status
    assert refused.value.answer().startswith(b"HTTP/1.1 %d " % status)


def test_small_requests_come_in_where_large_ones_find_no_room():
    head = HEAD + b"Content-Length: 1000000\r\n\r\n"
    full = arrivals.HELD_BYTES

    assert _arrival(HEAD + b"\r\n", held=full).is_complete()
    with pytest.raises(Refused) as refused:
        _arrival(head, b"a" * arrivals.SMALL_BYTES, held=full)
    assert refused.value.status == 503


def test_a_client_that_waits_for_word_is_noticed():
    assert _arrival(HEAD + b"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n").waits_for_word
    assert not _arrival(HEAD + b"\r\n").waits_for_word


@pytest.fixture(scope="module")
def port():
    number = reserved.port()
    command = [*programs.web(address="127.0.0.1", port=number)[:-1], "tests.patient_site"]
    server = subprocess.Popen(command, cwd=PROJECT, env={**os.environ, "PYTHONPATH": str(PROJECT)})
    deadline = time.monotonic() + PATIENCE
    while not _listens(number):
        assert time.monotonic() < deadline, "the web server has not started"
        time.sleep(0.05)
    yield number
    server.terminate()
    assert server.wait(PATIENCE) == 0


def _listens(number):
    with contextlib.suppress(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", number)).close()
        return True
    return False


def _post(port, body, **options):
    with contextlib.closing(_connect(port)) as connection:
        connection.request("POST", "/", body, **options)
        answer = connection.getresponse()
        return answer.status, answer.read()


def _connect(port):
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)


@pytest.mark.parametrize("beginning", [b"GET / HT", HEAD + b"Content-Length: 99\r\n\r\n{"])
def test_clients_that_send_half_a_request_hold_up_nobody_and_are_cut_off(port, beginning):
    with contextlib.ExitStack() as stack:
        address = ("127.0.0.1", port)
        slow = [
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
            for _ in range(3 * THREADS)
        ]
        for one in slow:
            one.sendall(beginning)

        answered = _post(port, b"four")
        cut_off = {one.recv(12) for one in slow}

    assert answered == (200, b"4")
    assert cut_off == {b"HTTP/1.1 408"}


def test_a_busy_loop_refuses_no_request_that_lies_in_its_socket(monkeypatch):
    worker = webserver.PatientWorker(1, os.getpid(), [], None, 30, Config(), None)
    worker.poller = selectors.DefaultSelector()
    read = []
    monkeypatch.setattr(worker, "_hand_on", lambda conn: read.append(worker.arriving.pop(conn)))
    site, client = socket.socketpair()
    with site, client, contextlib.closing(worker.tmp), worker.poller:
        conn = Mock(sock=site)
        worker.arriving[conn] = Arrival(began=time.monotonic() - 2 * arrivals.SECONDS)
        site.setblocking(False)
        worker.poller.register(site, selectors.EVENT_READ)
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

        worker.murder_pending()

        assert [arrival.is_complete() for arrival in read] == [True]
        assert worker.leaving == {}


def test_clients_that_drip_are_cut_off_as_well(port):
    with socket.create_connection(("127.0.0.1", port)) as drip:
        assert _drips_until_closed(drip)


def _drips_until_closed(drip):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            drip.sendall(b"a")
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_large_bodies_arrive_whole_and_connections_are_used_again(port):
    sizes = []
    with contextlib.closing(_connect(port)) as connection:
        for size in (0, 3_000_000, 5):
            connection.request("POST", "/", b"a" * size)
            sizes.append(int(connection.getresponse().read()))

    assert sizes == [0, 3_000_000, 5]


def test_the_site_looks_for_garbage_seldom_and_never_in_what_it_has_loaded(port):
    with contextlib.closing(_connect(port)) as connection:
        connection.request("GET", "/garbage")

        assert connection.getresponse().read() == f"True {garbage.OBJECTS}".encode()


def test_the_site_prepares_what_takes_long_while_it_serves(port):
    with contextlib.closing(_connect(port)) as connection:
        connection.request("GET", "/prepared")

        assert connection.getresponse().read() == b"True"


def test_requests_sent_behind_each_other_are_answered_in_turn(port):
    one = HEAD + b"Content-Length: 1\r\n\r\na"
    two = HEAD + b"Content-Length: 2\r\nConnection: close\r\n\r\nbb"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(one + two)
        answers = b"".join(iter(lambda: client.recv(4096), b""))

    assert [part[-1:] for part in answers.split(b"HTTP/1.1 200 OK")[1:]] == [b"1", b"2"]


def test_a_client_that_waits_for_word_gets_it(port):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert client.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"ok")
        answers = b""
        while b"200 OK" not in answers:
            answers += client.recv(4096)


def test_chunked_bodies_are_refused_with_a_sentence(port):
    status, text = _post(port, iter([b"ab"]), encode_chunked=True)

    assert status == 411
    assert b"Content-Length" in text


def test_a_refused_client_gets_its_answer_although_it_sends_on(port):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        client.recv(1, socket.MSG_PEEK)
        for _ in range(9):
            client.sendall(b"2\r\nab\r\n")
        answer = b"".join(iter(lambda: client.recv(4096), b""))

    assert answer.startswith(b"HTTP/1.1 411 Length Required")


def test_a_request_for_a_stream_goes_on_with_its_connection(port):
    path = settings.VAR / webserver.STREAMS
    with contextlib.closing(_connect(port)) as client:
        with handing.listener(path) as listening:
            # The same connection has had pages before.
            client.request("GET", "/")
            assert client.getresponse().read() == b"0"
            client.request("GET", "/live/matches/1/")
            connection, request = _handed(listening)
        with connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nstream")
            assert client.getresponse().read() == b"stream"

    assert request.startswith(b"GET /live/matches/1/ HTTP/1.1\r\n")


def test_without_the_program_for_streams_the_answer_says_so(port):
    (settings.VAR / webserver.STREAMS).unlink(missing_ok=True)

    with contextlib.closing(_connect(port)) as client:
        client.request("GET", "/live/matches/1/")
        answer = client.getresponse()

        assert answer.status == 502
        assert b"try again" in answer.read()


@pytest.mark.parametrize("kind", patient_site.LARGE_ANSWERS)
def test_clients_that_do_not_read_hold_up_nobody_and_are_cut_off(port, kind):
    with contextlib.ExitStack() as stack:
        deaf = [stack.enter_context(_asking(port, kind)) for _ in range(3 * THREADS)]

        answered = _post(port, b"four")
        cut_off = [_is_reset(one) for one in deaf]

    assert answered == (200, b"4")
    assert all(cut_off)


def _asking(port, path, version=b"1.1"):
    # The kernel would otherwise take most of the answer for the client.
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", port))
    client.sendall(b"GET %s HTTP/%s\r\nHost: localhost\r\n\r\n" % (path.encode(), version))
    return client


def _is_reset(client):
    """Wait, without reading, until the server has ended the connection."""
    poll = select.poll()
    poll.register(client, select.POLLRDHUP)
    return any(event & select.POLLERR for _, event in poll.poll(1000 * PATIENCE))


@pytest.mark.parametrize("kind", patient_site.LARGE_ANSWERS)
def test_a_client_that_reads_slowly_but_steadily_gets_everything(port, kind):
    with contextlib.closing(_connect(port)) as connection:
        connection.request("GET", kind)
        answer, whole = connection.getresponse(), b""
        while piece := answer.read(512 * 1024):
            whole += piece
            time.sleep(0.05)
        connection.request("POST", "/", b"four")
        next_one = connection.getresponse().read()

    assert whole == patient_site.PIECE * patient_site.LARGE
    assert next_one == b"4"


def test_a_stream_that_fails_ends_without_its_last_piece(port):
    with contextlib.closing(_connect(port)) as connection:
        connection.request("GET", "/fails")

        with pytest.raises(http.client.IncompleteRead):
            connection.getresponse().read()


def test_clients_that_do_not_leave_after_their_answer_hold_up_nobody(port):
    """Gunicorn waits two seconds for each of them in the loop that serves all."""
    with contextlib.ExitStack() as stack:
        staying = [stack.enter_context(_asking(port, "/", b"1.0")) for _ in range(10 * THREADS)]

        assert {one.recv(12) for one in staying} == {b"HTTP/1.0 200"}
        assert _post(port, b"four") == (200, b"4")


def _handed(listening):
    listening.settimeout(PATIENCE)
    channel, _address = listening.accept()
    with channel:
        channel.settimeout(PATIENCE)
        return handing.receive(channel)
