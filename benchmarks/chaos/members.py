"""The programs of `manage.py run`, but for the site, with more workers. Needs Django set up."""

from django.conf import settings

from benchmarks.chaos.fleet import Member
from tournaments.machinery.processes import programs


def members(workers: int) -> list[Member]:
    """So many workers of one process each, with what else belongs to an installation."""
    names = [f"play{number}" for number in range(workers)]
    commands = {name: programs.worker(programs.PLAY, concurrency=1, name=name) for name in names}
    slots = 1 + programs.HOUSEKEEPERS
    commands["background"] = programs.worker(programs.BACKGROUND, concurrency=slots)
    commands["tick"] = programs.worker(programs.TICK, concurrency=1)
    commands["beat"] = programs.beat(schedule=settings.CELERY_BEAT_SCHEDULE_FILENAME)
    return [Member(name, command) for name, command in commands.items()]
