import subprocess
import sys

import pytest

from tests import reserved

CLAIM = "from tests import reserved; print(reserved.user_ids()[0], reserved.port(), flush=True)"


@pytest.fixture
def other():
    """Another process, with its first user id and a port; it waits for the end of its input."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"{CLAIM}; input()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    yield process, *map(int, process.stdout.readline().split())
    if process.poll() is None:
        process.communicate("\n")


def test_no_two_processes_have_the_same_user_ids(other):
    _process, first, _port = other

    assert first not in reserved.user_ids()
    assert not reserved._claims(f"user-{first}")


def test_a_port_is_given_once_and_is_free_again_when_its_process_has_ended(other):
    process, _first, port = other
    assert not reserved._listens(port)

    process.communicate("\n")

    assert reserved._listens(port)


def test_no_port_is_given_on_which_another_program_listens(monkeypatch):
    taken, free = reserved.port(), reserved.port()
    monkeypatch.setattr(reserved, "_claims", lambda name: True)
    monkeypatch.setattr(reserved, "_in_any_order", lambda numbers: [taken, free])
    with reserved.socket.create_server(("127.0.0.1", taken)):
        assert reserved.port() == free
