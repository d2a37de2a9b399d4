"""What changes whenever a casual game or a tournament does, for pages that show one of them."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count

from tournaments.models import CasualGame, Match, Player, Tournament
from tournaments.queries import tournament_lists

PLAY, TOURNAMENTS, REMOTE = "play", "tournaments", "remote"


@dataclass(frozen=True)
class Subject:
    """What is watched: a game by its key, a tournament by its id, or a remote bot by its id.

    The kinds are PLAY, TOURNAMENTS and REMOTE. A remote bot changes with any of its games.
    """

    kind: str
    key: str


def is_visible(player: Player | AnonymousUser, subject: Subject) -> bool:
    """Whether there is such a row, and a player may see it: a casual game by its address alone."""
    if subject.kind == PLAY:
        return CasualGame.objects.filter(key=subject.key).exists()
    return tournament_lists.visible_to(player).filter(pk=int(subject.key)).exists()


def marks(subjects: Collection[Subject]) -> dict[Subject, str]:
    """A text for each of these rows that changes when the row does; none for one that is gone."""
    games = [subject.key for subject in subjects if subject.kind == PLAY]
    tournaments = [int(subject.key) for subject in subjects if subject.kind == TOURNAMENTS]
    by_subject = _of_remote_bots([subject for subject in subjects if subject.kind == REMOTE])
    if games:
        by_subject.update(_of_games(games))
    if tournaments:
        by_subject.update(_of_tournaments(tournaments))
    return by_subject


def _of_games(keys: list[str]) -> Iterator[tuple[Subject, str]]:
    rows = CasualGame.objects.filter(key__in=keys).order_by()
    for key, state in rows.values_list("key", "state"):
        yield Subject(PLAY, key), str(state)


def _of_remote_bots(subjects: list[Subject]) -> dict[Subject, str]:
    """With the states of all games of remote bots that go on, whose bots are asked for or not."""
    if not subjects:
        return {}
    parts: dict[str, list[str]] = {subject.key: [] for subject in subjects}
    rows = CasualGame.objects.filter(has_remote=True, ended_at=None).order_by("pk")
    seated = rows.filter(seats__version__is_remote=True)
    for bot, pk, state in seated.values_list("seats__version__bot", "pk", "state"):
        parts.get(str(bot), []).append(f"{pk}.{state}")
    return {subject: "-".join(["games", *parts[subject.key]]) for subject in subjects}


def _of_tournaments(ids: list[int]) -> Iterator[tuple[Subject, str]]:
    """With the state of its table, since when it is computed, and which matches are played.

    Before the start it has no table, and changes with the number of its entrants.
    """
    parts: dict[int | None, list[int]] = defaultdict(list)
    running = Match.objects.running().filter(tournament__in=ids).order_by("pk")
    for tournament, match in running.values_list("tournament", "pk"):
        parts[tournament].append(match)
    rows = Tournament.objects.filter(pk__in=ids).order_by()
    scheduled = rows.scheduled().annotate(entered=Count("entries"))
    for pk, entered in scheduled.values_list("pk", "entered"):
        parts[pk].append(entered)
    names = ("pk", "status", "table__state", "table__computed")
    for pk, *columns in rows.values_list(*names):
        yield Subject(TOURNAMENTS, str(pk)), ".".join(map(str, [*columns, *parts[pk]]))
