"""Two processes share the tests; what a marked file sets up is set up once."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests import conftest, scheduling

HERE = Path(__file__).parent

TESTS = """\
import os
from pathlib import Path
import pytest

pytestmark = pytest.mark.xdist_group("whole")

@pytest.mark.parametrize("number", range(8))
def test_one(number):
    told = Path(__file__).with_suffix(f".{number}")
    told.write_text(os.environ["PYTEST_XDIST_WORKER"])
"""

MARKED = """\
import pytest

pytestmark = [pytest.mark.usefixtures(), pytest.mark.once]

raise AssertionError("imported")
"""

PARTLY_MARKED = """\
import pytest

@pytest.mark.once
def test_one(): ...

def test_other(): ...
"""


def test_one_process_runs_all_tests_of_a_marked_file(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_xdist_make_scheduler")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_whole.py").write_text(TESTS)

    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:django", str(tmp_path)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False)

    assert "8 passed" in done.stdout, done.stdout + done.stderr
    assert len({told.read_text() for told in tmp_path.glob("test_whole.[0-9]")}) == 1


def test_a_run_without_the_tests_marked_once_imports_no_file_that_has_no_others(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_ignore_collect")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = once\n")
    (tmp_path / "test_whole.py").write_text(MARKED)
    (tmp_path / "test_part.py").write_text(PARTLY_MARKED)

    command = [sys.executable, "-m", "pytest", "-m", "not once", "-p", "no:django", str(tmp_path)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False)

    assert "1 passed, 1 deselected" in done.stdout, done.stdout + done.stderr


def test_all_folders_whose_tests_run_once_are_there():
    assert len(conftest.ONCE) > 10
    assert [path for path in conftest.ONCE if not path.exists()] == []


def test_every_file_that_sets_something_up_for_all_its_tests_is_marked():
    setting_up = [file for file in HERE.rglob("test_*.py") if 'scope="module"' in file.read_text()]
    in_parallel = [file for file in setting_up if file.parent.name != "e2e"]

    assert len(in_parallel) > 4
    assert [file for file in in_parallel if not scheduling.is_whole(file)] == []


@dataclass(frozen=True)
class Item:
    """What is looked at of a test."""

    path: Path
    name: str
    fixturenames: tuple[str, ...] = ()


def test_tests_that_share_rows_come_after_the_others_of_their_file(tmp_path):
    sharing, other = tmp_path / "test_sharing.py", tmp_path / "test_other.py"
    sharing.write_text("import pytest\n\ndef make_once():\n    return 1\n")
    other.write_text("made = 1\n")
    items = [
        Item(sharing, "shared", ("made",)),
        Item(sharing, "alone"),
        Item(other, "first"),
        Item(sharing, "shared too", ("made",)),
        Item(other, "second"),
    ]

    scheduling.shared_last(items)

    assert [item.name for item in items] == ["alone", "shared", "shared too", "first", "second"]
    assert [scheduling.is_whole(file) for file in (sharing, other)] == [True, False]


def test_the_slowest_files_exist():
    assert [name for name in scheduling.SLOWEST if not (HERE.parent / name).is_file()] == []
