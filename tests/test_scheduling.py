"""Two processes share the tests; what a marked file sets up is set up once."""

import subprocess
import sys
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


def test_every_file_that_sets_something_up_for_all_its_tests_is_marked():
    setting_up = [file for file in HERE.rglob("test_*.py") if 'scope="module"' in file.read_text()]
    in_parallel = [file for file in setting_up if file.parent.name != "e2e"]

    assert len(in_parallel) > 4
    assert [file for file in in_parallel if not scheduling.is_whole(file)] == []


def test_the_slowest_files_exist():
    assert [name for name in scheduling.SLOWEST if not (HERE.parent / name).is_file()] == []
