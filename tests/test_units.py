"""The units for systemd: systemd accepts them, and they start what exists."""

import configparser
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from tests.test_containers import SERVICES
from tournaments.machinery.processes import programs

UNITS = sorted(Path(__file__).parents[1].glob("deploy/systemd/*.service"))
PARTS = {unit.stem.removeprefix("kauri-"): unit for unit in UNITS if unit.stem != "kauri"}


def service(unit: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(unit)
    return parser["Service"]


def command(unit: Path) -> list[str]:
    """The words after `manage.py`."""
    words = shlex.split(service(unit)["ExecStart"])
    return words[words.index("manage.py") + 1 :]


def test_there_is_a_unit_for_each_part_that_runs():
    assert set(PARTS) == set(SERVICES) - {"postgres", "redis", "setup"}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_accepts_a_unit(unit, tmp_path):
    text = unit.read_text().replace("/srv/kauri/.venv/bin/python", shutil.which("true"))
    copy = tmp_path / unit.name
    copy.write_text(text.replace("/srv/kauri", str(tmp_path)))

    said = subprocess.run(
        ["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False
    )

    assert (said.returncode, said.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_starts_a_command_that_exists(unit):
    started = service(unit)

    assert command(unit)[0] in get_commands()
    assert started["ExecStart"].startswith(f"{started['WorkingDirectory']}/.venv/bin/python ")
    assert started["KillMode"] == "mixed"


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_does_the_same_as_its_container(part):
    container = SERVICES[part]["command"]

    assert command(PARTS[part]) == container[container.index("manage.py") + 1 :]


def test_the_site_gives_way_to_games_as_it_does_under_run():
    niceness = {part: int(service(unit)["Nice"]) for part, unit in PARTS.items()}

    assert niceness == {
        "web": programs.SITE_NICENESS,
        "worker": 0,
        "casual": programs.BACKGROUND_NICENESS,
        "background": programs.BACKGROUND_NICENESS,
        "tick": programs.BACKGROUND_NICENESS,
        "beat": programs.BACKGROUND_NICENESS,
    }


def test_each_queue_is_worked_off_by_some_unit():
    words = [word for unit in PARTS.values() for word in command(unit)]

    assert {queue.name for queue in settings.CELERY_TASK_QUEUES} <= set(words)
