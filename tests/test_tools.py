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


PYTHON = '#!/bin/sh\necho "$@" >>"$ASKED"\n'


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "project")


class Project:
    """A checkout whose Python in .venv only notes what it is asked to do."""

    def __init__(self, folder):
        self.folder, self.asked = folder, folder / "asked"
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "made-in").write_text(str(folder))
        shutil.copytree(TOOLS, folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        self.has(".venv/bin/python", PYTHON)

    def has(self, path, text):
        script = self.folder / path
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(text)
        script.chmod(0o755)

    def run(self, tool, *arguments):
        return subprocess.run(
            [f"tools/{tool}", *arguments],
            cwd=self.folder,
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin", "ASKED": str(self.asked)},
            capture_output=True,
            text=True,
            check=False,
        )

    def steps(self):
        """What Python was asked to do, each by the words that tell it from the others."""
        known = ("--requirement requirements", "compileall", "--editable")
        lines = self.asked.read_text().splitlines()
        return [step for line in lines for step in known if step in line]


def test_what_the_first_page_needs_is_installed_and_nothing_else(project):
    done = project.run("install", "requirements.txt", "stamp")

    assert done.returncode == 0, done.stderr
    assert project.steps() == ["--requirement requirements"]
    assert (project.folder / "stamp").exists()


def test_with_what_builds_the_rest_is_compiled_and_the_project_installed(project):
    done = project.run("install", "requirements-build.txt", "stamp")

    assert done.returncode == 0, done.stderr
    assert project.steps() == ["--requirement requirements", "compileall", "--editable"]
    assert (project.folder / "stamp").exists()


def test_a_list_that_cannot_be_installed_leaves_no_stamp(project):
    project.has(".venv/bin/python", "#!/bin/sh\nexit 1\n")

    assert project.run("install", "requirements-build.txt", "stamp").returncode != 0
    assert not (project.folder / "stamp").exists()


def test_behind_the_first_page_packages_for_building_come_before_the_engine(project):
    project.has("bin/make", '#!/bin/sh\necho "make $*" >>"$ASKED"\n')
    project.has("tools/build-engine", '#!/bin/sh\necho engine >>"$ASKED"\n')

    done = project.run("build-behind", "engine")

    assert project.asked.read_text() == "make --silent .venv/installed-build\nengine\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "")


def test_packages_for_building_that_cannot_be_installed_are_named_and_what_is_there_builds(project):
    project.has("bin/make", "#!/bin/sh\necho no route to the index >&2; exit 2\n")
    project.has("tools/build-engine", "#!/bin/sh\nmkdir -p engine/.compiled/here\n")

    done = project.run("build-behind", "engine")

    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "no route to the index",
        "requirements-build.txt cannot be installed: the site runs with what it has.",
    ]


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
