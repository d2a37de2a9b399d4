"""The programs of an installation, with more workers. Needs Django set up."""

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from benchmarks.chaos.fleet import Member
from tournaments.machinery.processes import programs


def members(workers: int, *, folders: Sequence[Path], ports: Sequence[int]) -> list[Member]:
    """So many workers of one process each, with what else belongs to an installation.

    Each folder is that of a host, and each port that of a host's site. The workers take turns.
    """
    hosts = [{"KAURI_VAR": str(folder)} for folder in folders]
    made = [
        Member(name, programs.worker(programs.PLAY, concurrency=1, name=name), host)
        for name, host in zip(_names(workers), hosts * workers, strict=False)
    ]
    made += [
        Member(f"web{port}", programs.web(address="127.0.0.1", port=port), host)
        for port, host in zip(ports, hosts, strict=False)
    ]
    slots = 1 + programs.HOUSEKEEPERS
    commands = {
        "background": programs.worker(programs.BACKGROUND, concurrency=slots),
        "tick": programs.worker(programs.TICK, concurrency=1),
        "beat": programs.beat(schedule=settings.CELERY_BEAT_SCHEDULE_FILENAME),
    }
    return made + [Member(name, command) for name, command in commands.items()]


def _names(workers: int) -> list[str]:
    return [f"play{number}" for number in range(workers)]
