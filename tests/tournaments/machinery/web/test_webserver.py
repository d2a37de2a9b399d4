"""Clients slow to send or to read hold no thread of the site, and their connections are ended."""

import contextlib
import http.client
import os
import select
import socket
import subprocess
import time

import pytest

from tests import patient_site, reserved
from tests.deep_calls import CALLS
from tests.e2e.site import PROJECT
from tournaments.machinery.processes import garbage, programs

pytestmark = [pytest.mark.xdist_group("web-server"), pytest.mark.once]

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
THREADS = 2 * 4
PATIENCE = 60.0


@pytest.fixture(scope="module")
def port():
    number = reserved.port()
    server = _started(number)
    yield number
    server.terminate()
    assert server.wait(PATIENCE) == 0


def _started(number):
    command = programs.web(address="::", port=number)
    command[-1] = "tests.patient_site:application"
    server = subprocess.Popen(command, cwd=PROJECT, env={**os.environ, "PYTHONPATH": str(PROJECT)})
    _until(lambda: _listens(number))
    return server


def _until(look):
    deadline = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < deadline
        time.sleep(0.05)


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


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_server_at_no_single_address_answers_both_kinds(port, address):
    with contextlib.closing(http.client.HTTPConnection(address, port, timeout=PATIENCE)) as client:
        client.request("GET", "/")

        assert client.getresponse().status == 200


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


@pytest.mark.parametrize("beginning", [b"POST /unread HTTP/1.1\r\nHost: localhost\r\n", b""])
def test_a_connection_that_was_used_before_is_cut_off_as_well(port, beginning):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 200"
        client.sendall(beginning)

        assert _drips_until_closed(client)


def test_connections_that_send_nothing_are_closed(port):
    with contextlib.ExitStack() as stack:
        address = ("127.0.0.1", port)
        silent = [
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
            for _ in range(10 * THREADS)
        ]

        assert {one.recv(1) for one in silent} == {b""}


def test_without_its_first_process_the_server_ends():
    number = reserved.port()
    server = _started(number)
    server.kill()
    server.wait(PATIENCE)

    _until(lambda: not _listens(number))


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


def test_a_page_calls_at_the_same_cost_at_every_depth(port):
    with contextlib.closing(_connect(port)) as connection:
        connection.request("GET", "/deep")

        assert int(connection.getresponse().read()) < CALLS / 2


def test_all_processes_take_readers(port):
    processes = set()

    def two_answered():
        with contextlib.closing(_connect(port)) as reader:
            reader.request("GET", "/process")
            processes.add(reader.getresponse().read())
        return len(processes) == 2

    _until(two_answered)


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
    """Such a client asks in HTTP/1.0, and waits for the end of the connection."""
    with contextlib.ExitStack() as stack:
        staying = [stack.enter_context(_asking(port, "/", b"1.0")) for _ in range(3 * THREADS)]

        assert {one.recv(12) for one in staying} == {b"HTTP/1.1 200"}
        assert _post(port, b"four") == (200, b"4")
