"""The folders of bots that are caged by chroot, and what bounds their scratch space."""

import ast
import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from agents.sandbox import Isolation, SandboxUnavailable, launch, roots, runtime, scratch, start
from agents.sizes import MIB
from agents.terms.limits import Limits
from tests.agents.sandbox.test_child import BUSY, processes_with, read


@pytest.fixture(autouse=True)
def needs_root():
    assert os.geteuid() == 0, "chroot needs root, and so do its tests"


def run(program, **limits):
    return start(limits=Limits(**limits), isolation=Isolation.CHROOT, program=program)


def answer_of(program, **limits):
    with run(program, **limits) as child:
        while child.alive():
            time.sleep(0.001)
        return ast.literal_eval(read(child.replies).decode())


def folder_of(child):
    """The root folder of a running bot, once it is there."""
    while (root := os.readlink(f"/proc/{child.pid}/root")) == "/":
        time.sleep(0.001)
    return Path(root)


def test_two_bots_at_once_have_different_users_and_nothing_in_common():
    with run(BUSY) as first, run(BUSY) as second:
        read(first.replies)
        read(second.replies)
        users = [Path(f"/proc/{child.pid}").stat().st_uid for child in (first, second)]
        folders = [folder_of(first), folder_of(second)]

    assert len(set(users)) == 2
    assert not folders[0].is_relative_to(folders[1].parent)
    assert [folder.parent.name for folder in folders] == [str(user) for user in users]


def test_nobody_but_root_can_enter_the_folders_from_outside():
    with run(BUSY) as child:
        read(child.replies)
        place = folder_of(child).parent

        assert place.parent.stat().st_mode & 0o777 == 0o700


def test_a_bot_owns_nothing_but_its_scratch_folder():
    program = """
import os
user = os.getuid()
own = [folder for folder, _, files in os.walk("/") for name in (".", *files)
       if os.lstat(os.path.join(folder, name)).st_uid == user]
os.write(4, repr((own, os.getgroups(), os.getgid() == user)).encode())
"""
    assert answer_of(program) == (["/tmp"], [], True)


def test_its_devices_are_the_three_and_work():
    program = """
import os
got = open("/dev/null", "wb").write(b"x"), open("/dev/zero", "rb").read(2)
random = open("/dev/urandom", "rb").read(4)
os.write(4, repr((sorted(os.listdir("/dev")), *got, len(random))).encode())
"""
    assert answer_of(program) == (["null", "urandom", "zero"], 1, b"\0\0", 4)


def test_where_no_device_can_be_made_bots_do_without(monkeypatch):
    def refuse(*_arguments):
        raise PermissionError("no CAP_MKNOD")

    monkeypatch.setattr(os, "mknod", refuse)
    monkeypatch.setattr(roots, "FOLDER", f"slots-{os.getpid()}")
    try:
        listed = answer_of("import os\nos.write(4, repr(os.listdir('/dev')).encode())")
    finally:
        roots._remove(runtime.location() / roots.FOLDER)

    assert listed == []


def test_what_a_killed_worker_left_is_gone_at_the_next_use():
    with run(BUSY) as child:
        read(child.replies)
        folder = folder_of(child)
        user = int(folder.parent.name)
    (folder / "tmp" / "left").mkdir()
    left = launch.subprocess.Popen(["sleep", "60"], user=user)

    roots.prepare(user)

    assert left.wait() == -9
    assert list((folder / "tmp").iterdir()) == []


def test_folders_of_an_older_runtime_go_when_the_user_id_is_next_used():
    with run(BUSY) as child:
        read(child.replies)
        place = folder_of(child).parent
    (place / "python-0-kauri-0-packages-0").mkdir()

    with run(BUSY):
        pass

    assert len(list(place.iterdir())) == 1


def test_reading_a_file_leaves_no_trace_for_the_next_game():
    name = "/usr/lib/python{}.{}/this.py".format(*sys.version_info)
    program = f"""
import os
before = os.stat({name!r}).st_atime
open({name!r}).read()
os.write(4, repr((before, os.stat({name!r}).st_atime)).encode())
"""
    before, after = answer_of(program)

    assert before == after


def test_what_a_bot_wrote_it_cannot_hide_from_the_count():
    program = """
import errno, os
open("/tmp/a", "w").close()
os.mkdir("/tmp/folder")
got = []
for attempt in (
    lambda: os.rmdir("/tmp/folder"),
    lambda: os.unlink("/tmp/a"),
    lambda: os.rename("/tmp/a", "/tmp/b"),
    lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR),
):
    try:
        attempt()
        got.append("done")
    except OSError as error:
        got.append(errno.errorcode[error.errno])
os.write(4, repr(got).encode())
"""
    assert answer_of(program) == ["EPERM"] * 4


@pytest.mark.parametrize(
    "body",
    [
        "open(f'/tmp/{n}', 'wb').write(bytes(1 << 20))",
        "open(f'/tmp/{n}', 'wb').close()",
        "os.mkdir('deeper' * 40); os.chdir('deeper' * 40)",
    ],
    ids=["bytes", "empty files", "folders in folders"],
)
def test_too_much_in_the_scratch_folder_ends_a_bot_and_leaves_nothing(body):
    program = f"import os\nfor n in range(1 << 30):\n    {body}"
    with run(program, scratch_bytes=2 * MIB) as child:
        folder = folder_of(child)
        while child.alive():
            time.sleep(0.001)
        ended = child.close()

    assert (ended.scratch_exceeded, ended.signal, ended.platform_fault) == (True, 9, None)
    assert list((folder / "tmp").iterdir()) == []


def test_holes_and_names_count_too(tmp_path):
    (tmp_path / "folder").mkdir()
    with (tmp_path / "folder" / "hole").open("wb") as file:
        file.truncate(10_000)

    assert scratch.exceeds(tmp_path, 10_000 + 2 * scratch.ENTRY_BYTES - 1)
    assert not scratch.exceeds(tmp_path, 10_000 + 2 * scratch.ENTRY_BYTES)


def test_a_file_in_the_place_of_a_folder_does_not_end_the_count(tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    scandir = os.scandir

    def scan(path):
        if str(path).endswith("folder"):
            os.rmdir(path)
            Path(path).touch()
        return scandir(path)

    monkeypatch.setattr(scratch.os, "scandir", scan)

    assert not scratch.exceeds(tmp_path, scratch.ENTRY_BYTES)


def test_folders_so_deep_that_counting_them_takes_long_are_too_much(tmp_path):
    tmp_path.joinpath(*["d"] * 60).mkdir(parents=True)
    assert not scratch.exceeds(tmp_path, MIB)

    tmp_path.joinpath(*["d"] * 70).mkdir(parents=True)
    assert scratch.exceeds(tmp_path, MIB)


def test_where_the_folder_cannot_be_looked_at_the_game_ends_and_is_no_bots_fault(monkeypatch):
    def fail(*_arguments):
        raise PermissionError("not today")

    monkeypatch.setattr(scratch, "exceeds", fail)
    with run("while 1: pass") as child:
        while child.alive():
            time.sleep(0.001)
        ended = child.close()

    assert str(ended.platform_fault) == "The bot's folder cannot be looked at: not today"
    assert not ended.scratch_exceeded


def test_nothing_goes_past_the_cache_to_the_disk_that_all_share():
    program = """
import fcntl, os
got = []
for flags in (os.O_SYNC, os.O_DSYNC, os.O_DIRECT):
    try:
        got.append(os.open("/tmp/a", os.O_CREAT | os.O_RDWR | flags))
    except PermissionError:
        got.append("refused")
file = os.open("/tmp/b", os.O_CREAT | os.O_RDWR)
try:
    fcntl.fcntl(file, fcntl.F_SETFL, os.O_DIRECT)
except PermissionError:
    got.append("refused")
fcntl.fcntl(file, fcntl.F_SETFL, os.O_APPEND)
os.write(4, repr((got, os.fsync(file), os.fdatasync(file))).encode())
"""
    assert answer_of(program) == (["refused"] * 4, None, None)


def test_a_chroot_that_fails_is_no_bots_fault(monkeypatch):
    monkeypatch.setattr(launch, "find_program", lambda name, package: "/bin/false")

    with run("") as child:
        while child.alive():
            time.sleep(0.001)
        ended = child.close()

    assert str(ended.platform_fault) == (
        "The bot's process ended with status 1 before its sandbox was complete."
    )


def test_a_folder_that_cannot_be_removed_is_named(monkeypatch):
    monkeypatch.setattr(roots, "_REMOVE", "/bin/false")

    with pytest.raises(SandboxUnavailable, match="folder cannot be removed"):
        roots._remove(Path("/nowhere"))


def test_the_bots_of_a_container_under_the_same_user_id_are_left_alone():
    user = 59255
    inside = ["unshare", "--pid", "--fork", "--kill-child", "setpriv", f"--reuid={user}",
              "--clear-groups", "sleep", "600"]  # fmt: skip
    with launch.subprocess.Popen(inside) as other:
        try:
            while not (found := sleeping_as(user)):
                time.sleep(0.01)

            roots._end_all(user)

            assert not any(roots._has_ended(pid) for pid in found)
        finally:
            # Who changes its user id is no longer killed with its parent.
            for pid in sleeping_as(user):
                os.kill(int(pid), signal.SIGKILL)
            other.kill()


def sleeping_as(user):
    """The processes under a user id, in whatever namespace."""
    asleep = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError):  # it has ended in the meantime
            asleep += [path.name] if path.stat().st_uid == user else []
    return asleep


def test_closing_ends_all_that_runs_under_the_user_id():
    marker = f"marker-{os.getpid()}-same-user"
    child = run(BUSY)
    read(child.replies)
    user = Path(f"/proc/{child.pid}").stat().st_uid
    other = launch.subprocess.Popen(["/bin/sh", "-c", f"sleep 60; : {marker}"], user=user)
    assert processes_with(marker)

    child.close()

    assert other.wait() == -9
    assert not processes_with(marker)


def test_while_a_bot_is_paused_its_folder_is_looked_at_once(tmp_path, monkeypatch):
    looks = []
    monkeypatch.setattr(scratch, "_INTERVAL_SECONDS", 0.001)
    monkeypatch.setattr(scratch, "_REST_FACTOR", 0)
    monkeypatch.setattr(scratch, "exceeds", lambda *_arguments: bool(looks.append(1)))
    watch = scratch.Watch(tmp_path, limit_bytes=1, end=lambda: None)
    counts = []
    for _turn in range(2):
        watch.pause()
        time.sleep(0.1)
        counts.append(len(looks))
        time.sleep(0.1)
        counts.append(len(looks))
        watch.resume()
        time.sleep(0.1)
    watch.stop()

    assert counts[0] == counts[1] < counts[2] == counts[3] < len(looks)
