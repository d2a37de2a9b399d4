"""The scheduler starts whatever its file looks like."""

import pytest

from tournaments.machinery.messages.celery import app
from tournaments.machinery.processes.scheduler import Scheduler

pytestmark = pytest.mark.once


def _begin(file):
    scheduler = Scheduler(app=app, schedule_filename=str(file))
    names = set(scheduler.schedule)
    scheduler.close()
    return names


def _largest(folder):
    """The file with the entries; what stands beside it, if anything, says where they are."""
    return max(folder.iterdir(), key=lambda file: file.stat().st_size)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6])
def test_a_truncated_schedule_is_begun_again(tmp_path, share):
    names = _begin(tmp_path / "schedule")
    torn = _largest(tmp_path)
    torn.write_bytes(torn.read_bytes()[: int(torn.stat().st_size * share)])

    assert _begin(tmp_path / "schedule") == names != set()


def test_a_schedule_of_other_bytes_is_begun_again(tmp_path):
    names = _begin(tmp_path / "schedule")
    torn = _largest(tmp_path)
    torn.write_bytes(b"\xff" * torn.stat().st_size)

    assert _begin(tmp_path / "schedule") == names


def test_what_was_sent_is_remembered(tmp_path):
    scheduler = Scheduler(app=app, schedule_filename=str(tmp_path / "schedule"))
    name, entry = next(iter(scheduler.schedule.items()))
    scheduler.schedule[name] = next(entry)
    scheduler.close()

    again = Scheduler(app=app, schedule_filename=str(tmp_path / "schedule"))

    assert again.schedule[name].total_run_count == 1
    again.close()
