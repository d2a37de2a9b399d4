import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from agents.inside.protocol import MEMORY_STATUS
from agents.sandbox import Isolation, start
from agents.sandbox.polling import has_input
from agents.terms.limits import Limits

CAGES = [one for one in Isolation if one is not Isolation.CHROOT or os.geteuid() == 0]
EVERY_ISOLATION = pytest.mark.parametrize("isolation", CAGES)
ECHO = "import os\nwhile part := os.read(3, 4096):\n    os.write(4, part)\n"
BUSY = "import os\nos.write(4, b'began')\nwhile True:\n    pass\n"


def run(program, *, isolation=Isolation.BUBBLEWRAP, limits=None):
    return start(limits=limits or Limits(), isolation=isolation, program=program)


def read(descriptor):
    has_input(descriptor, 30)
    return os.read(descriptor, 65536)


def exit_of(program, **arguments):
    with run(program, **arguments) as child:
        has_input(child.replies, 30)
        while child.alive():
            time.sleep(0.001)
        return child.close()


def processes_with(marker):
    """The command lines of all processes that carry the marker."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = path.read_bytes()
        except OSError:
            continue  # it ended meanwhile
        if marker.encode() in text:
            found.append(text)
    return found


def wait_until_gone(marker):
    deadline = time.monotonic() + 20
    while processes_with(marker) and time.monotonic() < deadline:
        time.sleep(0.01)
    return processes_with(marker)


@EVERY_ISOLATION
def test_a_child_answers_on_its_private_pipes(isolation):
    with run(ECHO, isolation=isolation) as child:
        os.write(child.requests, b"your turn\n")

        assert read(child.replies) == b"your turn\n"


@EVERY_ISOLATION
def test_a_child_that_wakes_takes_the_processor_from_nobody(isolation):
    with run(ECHO, isolation=isolation) as child:
        os.write(child.requests, b"?")
        read(child.replies)

        assert os.sched_getscheduler(child.pid) == os.SCHED_BATCH


@EVERY_ISOLATION
def test_what_it_prints_arrives_apart_from_its_replies(isolation):
    program = "import os\nos.write(1, b'to the log\\n')\nos.write(2, b'and this')"
    with run(program, isolation=isolation) as child:
        while child.alive():
            time.sleep(0.001)

        assert read(child.output) == b"to the log\nand this"
        assert read(child.replies) == b""


@EVERY_ISOLATION
def test_it_has_five_descriptors_and_no_input(isolation):
    program = """
import os
opened = []
for number in range(256):
    try:
        os.fstat(number)
    except OSError:
        continue
    opened.append(number)
os.write(4, repr((opened, os.read(0, 1))).encode())
"""
    with run(program, isolation=isolation) as child:
        assert read(child.replies) == b"([0, 1, 2, 3, 4], b'')"


@EVERY_ISOLATION
def test_sets_have_the_same_order_in_every_game(isolation):
    program = "import os\nos.write(4, repr({'north', 'east', 'south', 'west'}).encode())"
    orders = set()
    for _ in range(4):
        with run(program, isolation=isolation) as child:
            orders.add(read(child.replies))

    assert len(orders) == 1


def test_a_full_pipe_does_not_block_its_writer():
    with run("import time\ntime.sleep(60)") as child:
        taken = os.write(child.requests, bytes(1 << 20))

        assert taken < 1 << 20
        with pytest.raises(BlockingIOError):
            os.write(child.requests, b"x")


@EVERY_ISOLATION
def test_a_paused_bot_uses_no_time_and_runs_on_when_resumed(isolation):
    with run(BUSY, isolation=isolation) as child:
        read(child.replies)
        child.pause()
        time.sleep(0.05)
        paused = child.cpu_seconds()
        time.sleep(0.2)

        assert child.cpu_seconds() == paused
        child.resume()
        while child.cpu_seconds() == paused:
            time.sleep(0.001)
        assert child.alive()


def test_its_processor_time_is_its_own_and_is_kept_after_its_end():
    with run(BUSY) as child:
        read(child.replies)
        time.sleep(0.1)
        running = child.cpu_seconds()
    assert 0 < running <= child.cpu_seconds()


@EVERY_ISOLATION
def test_closing_ends_a_paused_bot_and_may_be_repeated(isolation):
    child = run(BUSY, isolation=isolation)
    read(child.replies)
    child.pause()

    first = child.close()

    assert (first.status, first.signal, first.platform_fault) == (None, None, None)
    assert child.close() is first
    assert not child.alive()


@EVERY_ISOLATION
def test_closing_before_the_program_began_is_nobodys_fault(isolation):
    ends = [run(ECHO, isolation=isolation).close() for _time in range(5)]

    assert [end.platform_fault for end in ends] == [None] * 5


@EVERY_ISOLATION
@pytest.mark.parametrize(
    ("program", "status", "number"),
    [
        ("", 0, None),
        ("raise SystemExit(3)", 3, None),
        ("1 / 0", 1, None),
        ("import ctypes\nctypes.string_at(0)", None, signal.SIGSEGV),
    ],
)
def test_its_own_end_is_told(program, status, number, isolation):
    ended = exit_of(program, isolation=isolation)

    assert (ended.status, ended.signal, ended.platform_fault) == (status, number, None)


def test_the_harness_tells_by_its_status_that_memory_ran_out():
    ended = exit_of(f"raise SystemExit({MEMORY_STATUS})")

    assert ended.memory_exceeded
    assert not ended.cpu_exceeded


@EVERY_ISOLATION
def test_the_kernel_ends_a_bot_that_spends_its_processor_time(isolation):
    ended = exit_of(BUSY.replace("os.write(4, b'began')", ""), limits=Limits(cpu_seconds=1))

    assert ended.cpu_exceeded
    assert not ended.memory_exceeded


def test_a_bot_that_we_end_has_not_exceeded_what_it_nearly_spent():
    with run(BUSY, limits=Limits(cpu_seconds=2)) as child:
        while child.cpu_seconds() < 1.2:
            time.sleep(0.01)
        ended = child.close()

    assert not ended.cpu_exceeded
    assert (ended.status, ended.signal) == (None, None)


def test_that_a_bot_has_closed_its_pipes_shows_while_it_is_alive():
    program = "import os, time\nos.close(3)\nos.close(4)\nos.write(1, b'closed')\ntime.sleep(60)"
    with run(program) as child:
        assert read(child.output) == b"closed"
        assert child.alive()
        assert os.read(child.replies, 1) == b""


def test_threads_run_where_the_operator_allows_them_and_processes_do_not():
    program = """
import os, threading
for _ in range(2):
    threading.Thread(target=os.write, args=(4, b"t")).start()
try:
    os.fork()
except PermissionError:
    os.write(4, b"denied")
"""
    with run(program, limits=Limits(processes=4)) as child:
        while child.alive():
            time.sleep(0.001)

        assert sorted(read(child.replies).decode()) == sorted("ttdenied")


def test_no_more_threads_run_than_the_operator_allows():
    program = """
import os, threading
gate = threading.Event()
started = 0
try:
    while started < 50:
        threading.Thread(target=gate.wait, daemon=True).start()
        started += 1
except RuntimeError:
    os.write(4, str(started).encode())
"""
    with run(program, limits=Limits(processes=4)) as child:
        assert read(child.replies) == b"3"


def test_an_exception_of_the_referee_leaves_nothing_behind():
    marker = f"marker-{os.getpid()}-exception"

    def play():
        with run(f"{BUSY}# {marker}") as child:
            read(child.replies)
            assert processes_with(marker)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play()
    assert not processes_with(marker)


@EVERY_ISOLATION
def test_a_bot_dies_with_a_worker_that_is_killed(isolation, tmp_path):
    marker = f"marker-{os.getpid()}-{isolation.value}"
    worker = f"""
import select
from agents.terms.limits import Limits
from agents.sandbox import Isolation, start
child = start(limits=Limits(), isolation={isolation}, program={BUSY!r} + "# {marker}")
select.select([child.replies], [], [])
print("started", flush=True)
select.select([], [], [])
"""
    command = [sys.executable, "-c", worker]
    # A killed worker cannot remove the folder of a bot that it ran without isolation.
    place = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=place) as process:
        assert process.stdout.readline() == "started\n"
        process.kill()

    assert wait_until_gone(marker) == []


def test_a_bot_dies_with_the_thread_that_started_it():
    children = []

    def play():
        children.append(run(BUSY))
        read(children[0].replies)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()

    with children[0] as child:
        has_input(child.replies, 30)
        assert read(child.replies) == b""
        assert child.close().platform_fault is not None


@EVERY_ISOLATION
def test_nothing_stays_open_in_the_worker(isolation):
    with run(ECHO, isolation=isolation):
        pass
    before = sorted(os.listdir("/proc/self/fd"))
    with run(ECHO, isolation=isolation):
        assert len(os.listdir("/proc/self/fd")) > len(before)

    assert sorted(os.listdir("/proc/self/fd")) == before


def test_the_bots_own_folder_is_gone_after_a_game_without_isolation():
    with run("import os\nos.write(4, os.getcwd().encode())", isolation=Isolation.NONE) as child:
        folder = Path(read(child.replies).decode())
        assert folder.is_dir()

    assert not folder.exists()


def test_a_forked_worker_process_can_play():
    def play():
        with run(ECHO) as child:
            os.write(child.requests, b"ping")
            sys.exit(read(child.replies) != b"ping")

    worker = multiprocessing.get_context("fork").Process(target=play, daemon=True)
    worker.start()
    worker.join()

    assert worker.exitcode == 0


def test_the_files_of_its_tmp_are_counted_from_outside():
    program = """
import os
for number in range(100):
    os.mkdir(f"/tmp/{number}")
os.write(4, b"made")
os.read(3, 1)
"""
    with run(program) as child:
        assert read(child.replies) == b"made"
        assert child.scratch_files() == 101
    assert child.scratch_files() is None


def test_where_nothing_is_isolated_no_files_are_counted():
    with run("import time\ntime.sleep(60)", isolation=Isolation.NONE) as child:
        assert child.scratch_files() is None
