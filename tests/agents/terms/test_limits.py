"""What the author of a bot reads when it exceeds a limit: real sandboxes, a real referee."""

import dataclasses
import os

import pytest

from agents.sandbox import Isolation
from agents.terms.clock import PRESETS, TimeControl, preset
from agents.terms.faults import BotFault
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST, bot
from tournaments.machinery.setup import environment

KIB, MIB = 1024, 1024 * 1024
PLAIN = "return state.legal_actions()[0]"
SLEEPS = "import time\ntime.sleep(60)"

# Limits, what choose() does, the fault's kind, and what its sentence and its detail say.
EXCEEDED = {
    "memory": (
        {"memory_bytes": 128 * MIB},
        "bytearray(1 << 30)",
        ("memory", "choose() raised MemoryError: the limit is 128 MiB.", "bytearray(1 << 30)"),
    ),
    "threads": (
        {},
        "import threading; threading.Thread(target=print).start()",
        ("crash", "choose() raised RuntimeError: can't start new thread.", "threading.py"),
    ),
    "more threads than are allowed": (
        {"processes": 3},
        "import threading as t\nfor _ in range(5): t.Thread(target=time.sleep, args=[60]).start()",
        ("crash", "choose() raised RuntimeError: can't start new thread.", "threading.py"),
    ),
    "processes": (
        {"processes": 3},
        "os.fork()",
        ("crash", "choose() raised PermissionError: [Errno 1] Operation not permitted.", "fork"),
    ),
    "cpu": (
        {"cpu_seconds": 1},
        "while True: pass",
        ("cpu", "It used more than 1 s of CPU time.", ""),
    ),
    "open files": (
        {"open_files": 32},
        "kept = [open(__file__) for _ in range(40)]",
        ("crash", "choose() raised OSError: [Errno 24] Too many open files: ", "open(__file__)"),
    ),
    "file size": (
        {"file_bytes": MIB},
        "open('/tmp/large', 'wb').write(bytes(1 << 21))",
        ("crash", "choose() raised OSError: [Errno 27] File too large.", "/tmp/large"),
    ),
    "scratch": (
        {"scratch_bytes": 2 * MIB},
        "open('/tmp/large', 'wb').write(bytes(1 << 22))",
        ("crash", "choose() raised OSError: [Errno 28] No space left on device.", "/tmp/large"),
    ),
    "output": (
        {"output_bytes": 64 * KIB},
        "while True: print('x' * 1000)",
        ("output", "It printed more than 64 KiB.", ""),
    ),
}


@pytest.mark.parametrize("case", EXCEEDED)
def test_a_limit_that_is_exceeded_is_named_for_the_author(play, case):
    changes, choose, (kind, summary, detail) = EXCEEDED[case]
    report = play(bot(choose), FIRST, limits=Limits(**changes))
    fault = report.faults[0]

    assert fault.kind == kind
    assert fault.summary.startswith(summary)
    assert detail in fault.detail
    assert report.returns == (-1.0, 1.0)


def test_an_answer_that_is_too_long_is_named(play):
    text = bot("for number in range(3, 64):\n    try: os.write(number, b'x' * 70_000)\n"
               "    except OSError: pass\ntime.sleep(60)")  # fmt: skip
    fault = play(text, FIRST).faults[0]

    assert (fault.kind, fault.summary) == ("output", "Its answer is longer than 64 KiB.")


def test_memory_that_is_gone_for_good_is_named_too(play):
    text = bot("import agents.inside.protocol; os._exit(agents.inside.protocol.MEMORY_STATUS)")
    fault = play(text, FIRST, limits=Limits(memory_bytes=256 * MIB)).faults[0]

    assert (fault.kind, fault.summary) == ("memory", "It used more than 256 MiB of memory.")


def test_the_start_up_time_is_the_operators_if_he_says_so(play):
    control = preset("classical", startup_seconds=1)
    fault = play(SLEEPS, FIRST, time_control=control).faults[0]

    assert control == dataclasses.replace(PRESETS["classical"], startup=1.0)
    assert (fault.kind, fault.summary) == ("startup", "It did not start within its 1 s.")


def test_the_start_up_time_is_the_presets_own_otherwise():
    assert all(preset(name) == control for name, control in PRESETS.items())


def test_an_upload_that_does_not_fit_into_the_scratch_space_is_told(probe):
    text = f"# {'x' * 2_000_000}\n{FIRST}"
    with pytest.raises(BotFault, match=r"unpacking the archive raised OSError: .*No space left"):
        probe(text, limits=Limits(scratch_bytes=MIB))


def test_the_log_says_how_much_of_it_was_left_out(play):
    text = bot(f"print('begin' + 'x' * 5000 + 'end')\n{PLAIN}")
    report = play(text, FIRST, limits=Limits(log_bytes=1000))

    assert report.faults == (None, None)
    assert report.logs[0].startswith("begin")
    assert "bytes left out" in report.logs[0]


def test_the_least_limits_that_an_operator_can_set_are_enough_to_play(play):
    named = {one.name: one for one in environment.VARIABLES}
    least = environment.bot_limits({name: one.least for name, one in named.items()})
    ample = TimeControl("ample", bank=20.0, increment=1.0, per_action=None, startup=20.0)

    assert play(FIRST, FIRST, limits=least, time_control=ample).faults == (None, None)


MANY_FILES = "[open(f'/tmp/{number}', 'wb').close() for number in range(2000)]; time.sleep(60)"
LARGE_FILE = "open('/tmp/large', 'wb').write(bytes(1 << 22)); time.sleep(60)"
# By chroot no file system of its own bounds /tmp: the referee looks at what is in it.
SCRATCH = [(Isolation.BUBBLEWRAP, MANY_FILES, "It made more than 1000 files in /tmp.")]
if os.geteuid() == 0:
    SCRATCH += [
        (Isolation.CHROOT, text, "It put more than 2 MiB into /tmp.")
        for text in (MANY_FILES, LARGE_FILE)
    ]


@pytest.mark.parametrize(("isolation", "choose", "summary"), SCRATCH)
def test_what_is_in_tmp_is_bounded_from_outside(play, isolation, choose, summary):
    limits = Limits(scratch_bytes=2 * MIB, scratch_files=1000)
    fault = play(bot(choose), FIRST, limits=limits, isolation=isolation).faults[0]

    assert (fault.kind, fault.summary) == ("scratch", summary)
