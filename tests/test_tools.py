"""The scripts that find and install what a machine must have, on machines made of stubs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path / "bin")


class Machine:
    """A PATH with nothing on it but what a test puts there."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def has(self, name, *, says="", status=0):
        self.has_script(name, f"echo {says}; exit {status}")

    def has_script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def has_real(self, name, found=None):
        (self.folder / name).symlink_to(found or shutil.which(name))

    def run(self, tool, *arguments):
        return subprocess.run(
            [TOOLS / tool, *arguments],
            cwd=TOOLS.parent,
            env={"PATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )


def test_the_first_recent_python_is_found(machine):
    machine.has("python3", status=1)
    machine.has("python3.11", status=1)
    machine.has_real("python3.12", sys.executable)

    assert machine.run("find-python").stdout == f"{machine.folder}/python3.12\n"


def test_an_old_python_is_named(machine):
    machine.has_script("python3", 'case "$2" in *version_info*) exit 1;; *) echo 3.9.2;; esac')

    found = machine.run("find-python")

    assert found.returncode == 1
    assert found.stderr == ("Kauri needs Python 3.11 or newer; python3 on your PATH is 3.9.2.\n")


def test_no_python_at_all_is_said(machine):
    found = machine.run("find-python")

    assert found.returncode == 1
    assert found.stderr == "Kauri needs Python 3.11 or newer; there is no python3 on your PATH.\n"


@pytest.fixture
def bare(machine):
    """A machine with Python and a compiler, but without bubblewrap."""
    machine.has_real("python3", sys.executable)
    machine.has("gcc")
    return machine


def test_an_ordinary_user_is_told_the_exact_command(bare):
    bare.has("apt-get", says="this was run", status=0)
    bare.has("id", says="1000")

    done = bare.run("system-packages", "run")

    assert done.returncode == 1
    assert "sudo apt-get install --yes --no-install-recommends bubblewrap\n" in done.stderr
    assert done.stdout == ""


def test_without_apt_the_missing_programs_are_named(bare):
    done = bare.run("system-packages", "run")

    assert done.returncode == 1
    assert "missing (named as in Debian): bubblewrap." in done.stderr


def test_tests_need_more_than_running(bare):
    done = bare.run("system-packages", "test")

    missing = done.stderr.partition("Debian):")[2].partition(".")[0].split()
    assert {"bubblewrap", "redis-server", "chromium"} <= set(missing)


def test_where_nothing_is_missing_nothing_is_said(bare):
    bare.has("bwrap")

    done = bare.run("system-packages", "run")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("released", "is_kept", "name"),
    [("", False, " --name=first"), ("0123abcd  0001_first.py\n", True, "")],
    ids=["written again", "added"],
)
def test_the_one_migration_is_written_again_until_it_is_released(tmp_path, released, is_kept, name):
    folder = tmp_path / "tournaments" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001_first.py").touch()
    (folder / "released.sha256").write_text(released)
    done = subprocess.run(
        [TOOLS / "migration", "/bin/echo"], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert (folder / "0001_first.py").exists() == is_kept
    first, *_others = done.stdout.splitlines()
    assert first == f"manage.py makemigrations tournaments --no-header{name}"
