"""What is printed at the end. Needs Django set up."""

from collections import Counter
from collections.abc import Iterable, Mapping

from benchmarks.chaos import laws
from tournaments.models import Game, Incident, Match, Version

_WORKER = "fell silent"


def show(made: Mapping[str, int], *, restarts: int, answers: Mapping[str, int]) -> None:
    """The troubles that were survived, and what came of the games."""
    _table("Survived", {**made, "programs started again": restarts})
    _table("Noted as incidents", Counter(_kinds(Incident.objects.all())))
    voids = Match.objects.void().values_list("failure", flat=True)
    _table("Matches void, by the last failure", Counter(_kind_of(str(one)) for one in voids))
    _table("Played", _played())
    if answers:
        _table("Read meanwhile", answers)


def show_wrongs(wrongs: Iterable[str]) -> None:
    """The laws that were broken."""
    lines = [f"BROKEN: {one}" for one in wrongs]
    print("\n".join(lines) if lines else "Every law held.")


def _table(title: str, rows: Mapping[str, int]) -> None:
    print(f"\n{title}")
    for name, number in rows.items():
        print(f"{number:8,}  {name}")


def _kinds(incidents: Iterable[Incident]) -> list[str]:
    return [incident.get_kind_display() for incident in incidents]


def _kind_of(failure: str) -> str:
    """Failures that differ in names and numbers are of one kind."""
    return "A worker fell silent" if _WORKER in failure else failure.partition(":")[0]


def _played() -> dict[str, int]:
    over = Match.objects.finished().of_tournaments()
    return {
        "matches finished": over.count(),
        "games finished": Game.objects.finished().count(),
        "games void": Game.objects.filter(ended_at=None, match__status="void").count(),
        "uploads checked": Version.objects.filter(checks__status="finished").distinct().count(),
        "games lost": laws.losses(),
    }
