"""What all bots share lies in memory, where looking for something leaves nothing behind."""

import ast
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from agents.sandbox import Isolation, check, memory, runtime, start
from agents.terms.limits import Limits
from tests.agents.sandbox.test_child import read
from tests.agents.sandbox.test_corpus import EVERY_CAGE

FOLDERS = """
import os
found = {os.stat(folder).st_dev for folder, _, _ in os.walk("/")}
os.write(4, repr(found).encode() + b"\\n")
os.read(3, 1)
"""
NAMES = 100_000
LOOKS = f"""
import os
for number in range({NAMES}):
    os.access(f"/usr/lib/missing-{{number}}", os.F_OK)
os.write(4, b"looked")
os.read(3, 1)
"""


def tmpfs_of(process):
    """The numbers of the file systems in memory that a process sees."""
    mounts = Path(f"/proc/{process}/mountinfo").read_text().splitlines()
    found = [line.split()[2].split(":") for line in mounts if " - tmpfs " in line]
    return {os.makedev(int(major), int(minor)) for major, minor in found}


def names_not_found():
    """How many names the kernel remembers that it did not find."""
    return int(Path("/proc/sys/fs/dentry-state").read_text().split()[4])


@EVERY_CAGE
def test_every_folder_that_a_bot_can_look_into_lies_in_memory(isolation):
    with start(limits=Limits(), isolation=isolation, program=FOLDERS) as child:
        seen = ast.literal_eval(read(child.replies).decode())
        # A process sees no mounts above its root.
        in_memory = tmpfs_of(child.pid) | tmpfs_of("self")

    assert seen
    assert seen <= in_memory


@EVERY_CAGE
def test_names_that_a_bot_does_not_find_stay_nowhere(isolation):
    before = names_not_found()
    with start(limits=Limits(), isolation=isolation, program=LOOKS) as child:
        assert read(child.replies) == b"looked"
        grown = names_not_found() - before

    # Whoever else uses the machine looks for names as well.
    assert grown < NAMES // 2


def test_memory_and_disks_are_told_apart(tmp_path):
    assert memory.holds(Path("/dev/shm"))
    assert not memory.holds(Path("/proc"))


@pytest.fixture
def mount_point(tmp_path):
    yield tmp_path / "runtime"
    while (tmp_path / "runtime").is_mount():
        subprocess.run(["umount", tmp_path / "runtime"], check=True)


def test_root_mounts_it_once(mount_point):
    assert memory._mounted(mount_point) == mount_point
    (mount_point / "kept").touch()

    assert memory._mounted(mount_point) == mount_point
    assert (mount_point / "kept").exists()
    assert memory.holds(mount_point)


def test_root_does_without_where_nothing_may_be_mounted(mount_point, monkeypatch):
    monkeypatch.setattr(memory, "_MOUNT", "/bin/false")

    assert memory._mounted(mount_point) is None


@pytest.fixture
def shared():
    """A folder in memory like /dev/shm."""
    folder = Path(f"/dev/shm/kauri-test-{os.getpid()}")
    folder.mkdir(mode=0o777)
    yield folder
    shutil.rmtree(folder)


def test_a_user_has_a_folder_that_only_they_can_write(shared):
    folder = memory._own_folder(shared, os.getuid())

    assert folder == memory._own_folder(shared, os.getuid())
    assert folder.stat().st_mode & 0o777 == 0o755


def test_a_folder_that_others_could_have_filled_is_not_used(shared, tmp_path):
    user = os.getuid()
    place = shared / f"kauri-runtime-{user}"

    place.symlink_to(tmp_path)
    assert memory._own_folder(shared, user) is None
    place.unlink()
    place.mkdir()
    place.chmod(0o775)
    assert memory._own_folder(shared, user) is None
    # Somebody else made theirs under this user's name.
    (shared / f"kauri-runtime-{user + 1}").mkdir()
    assert memory._own_folder(shared, user + 1) is None


@pytest.mark.parametrize(
    ("change", "value"), [("f_bavail", 1), ("f_flag", os.ST_NOEXEC)], ids=["room", "noexec"]
)
def test_a_place_without_room_or_without_programs_is_not_used(shared, monkeypatch, change, value):
    class Found:
        f_bavail, f_frsize, f_flag = 1 << 30, 4096, 0

    monkeypatch.setattr(Found, change, value)
    monkeypatch.setattr(os, "statvfs", lambda _folder: Found)

    assert memory._own_folder(shared, os.getuid()) is None


def test_the_check_says_where_bots_share_a_disk(monkeypatch):
    monkeypatch.setattr(memory, "holds", lambda _folder: False)

    report = check(Isolation.BUBBLEWRAP)

    assert report.ok
    assert report.notes[0].startswith("The files that all bots share lie on a disk, in ")
    assert str(runtime.location()) in report.notes[0]
