import ast
import os
import time

import pytest

from agents.sandbox import Isolation, landlock, seccomp, start
from agents.terms.limits import Limits
from tests.agents.sandbox.test_child import CAGES, read
from tests.agents.sandbox.test_seccomp import ALLOW_EVERYTHING

EVERY_CAGE = pytest.mark.parametrize("isolation", [one for one in CAGES if one.value != "none"])
ATTEMPTS = """
import errno, os, socket
def execute():
    os.execv("/usr/bin/python3", ["python3", "-c", "import os; os.write(4, b'executed')"])
def connect():
    socket.socket().connect(("127.0.0.1", 9))
got = []
for attempt in (
    connect,
    lambda: os.mkfifo("/tmp/pipe"),
    lambda: os.symlink("/", "/tmp/link"),
    lambda: os.truncate("/usr/bin/python3", 0),
    execute,
):
    try:
        attempt()
        got.append("done")
    except OSError as error:
        got.append(errno.errorcode[error.errno])
os.write(4, repr(got).encode())
"""


@pytest.fixture
def no_filter(monkeypatch):
    """Landlock alone, inside the outer layer: every system call is allowed."""
    monkeypatch.setattr(seccomp, "filter_program", lambda *, threads, deleting: ALLOW_EVERYTHING)


def outcome(isolation):
    limits = Limits(processes=64)
    with start(limits=limits, isolation=isolation, program=ATTEMPTS) as child:
        while child.alive():
            time.sleep(0.001)
        return read(child.replies)


@EVERY_CAGE
def test_landlock_alone_stops_what_it_is_there_for(isolation, no_filter):
    assert landlock.version() >= 4, "this test needs a kernel with Landlock"

    assert ast.literal_eval(outcome(isolation).decode()) == ["EACCES"] * 5


@EVERY_CAGE
def test_without_landlock_the_same_is_not_stopped_so(isolation, no_filter, monkeypatch):
    monkeypatch.setattr(landlock, "version", lambda: 0)

    assert outcome(isolation) == b"executed"


@pytest.mark.parametrize(
    ("version", "size", "path_rights"),
    [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (5, 16, 16), (6, 24, 16), (7, 24, 16)],
)
def test_a_kernel_is_only_asked_for_what_its_version_knows(version, size, path_rights):
    rules = landlock.rules(version)
    known = int.from_bytes(rules.ruleset[:8], "little")

    assert len(rules.ruleset) == size
    assert known == (1 << path_rights) - 1
    assert all(not rights & ~known for _path, rights in rules.paths)


def test_only_the_scratch_folder_may_be_changed():
    changes = landlock.WRITE_FILE | landlock.REMOVE_FILE | landlock.EXECUTE
    writable = [path for path, rights in landlock.rules(7).paths if rights & changes]

    assert writable == ["/tmp", "/dev/null", "/dev/zero", "/dev/urandom"]


def test_no_rule_names_a_device_that_is_not_there():
    assert [path for path, _rights in landlock.rules(7, devices=False).paths] == ["/", "/tmp"]


def test_a_ruleset_that_the_kernel_refuses_is_the_platforms_fault(monkeypatch):
    monkeypatch.setattr(
        landlock, "rules", lambda version, devices=True: landlock.PathRules(b"\xff" * 24, ())
    )

    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program="") as child:
        while child.alive():
            time.sleep(0.001)
        printed = os.read(child.output, 65536).decode()
        ended = child.close()

    assert str(ended.platform_fault) == (
        "The bot's process ended with status 1 before its sandbox was complete."
    )
    assert "syscall 444: Invalid argument" in printed
