"""Two processes share the tests; what a marked file sets up is set up once."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests import scheduling

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


def test_one_process_runs_all_tests_of_a_marked_file(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_xdist_make_scheduler")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_whole.py").write_text(TESTS)

    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:django", str(tmp_path)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False)

    assert "8 passed" in done.stdout, done.stdout + done.stderr
    assert len({told.read_text() for told in tmp_path.glob("test_whole.[0-9]")}) == 1


def test_every_test_that_runs_on_one_database_alone_is_there():
    told = subprocess.run(
        ["make", "--silent", "--eval", "told: ; @printf '%s\\n' $(ONCE)", "told"],
        cwd=HERE.parent, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip

    assert len(told) > 40
    for one in told:
        path, _colons, name = one.partition("::")
        name, _bracket, _parameters = name.partition("[")
        assert Path(HERE.parent, path).exists(), one
        assert not name or f"\ndef {name}" in Path(HERE.parent, path).read_text(), one


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
