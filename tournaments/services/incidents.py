"""Keeps the history of what the platform did wrong."""

from datetime import datetime, timedelta

from tournaments.models import Incident, Match

SEEN_LATELY = timedelta(hours=1)


def note(
    kind: str, *, text: str, now: datetime, worker: str = "", match: Match | None = None
) -> Incident:
    """Write an incident down; with the match and the attempt in hand where it concerns one."""
    return Incident.objects.create(
        kind=kind,
        match=match,
        attempt=match.attempt if match else 0,
        worker=worker,
        text=text,
        at=now,
    )


def note_once(kind: str, *, text: str, now: datetime, worker: str) -> None:
    """The same, but not again within the hour for what a worker runs into all the time."""
    lately = Incident.objects.filter(kind=kind, worker=worker, text=text, at__gt=now - SEEN_LATELY)
    if not lately.exists():
        note(kind, text=text, now=now, worker=worker)
