"""The games that meetings add up: all public ones, match by match."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, QuerySet

from tournaments.mathematics.meetings import LAST_MATCHES, PlayedGame, Two
from tournaments.models import Game, Match, Seat, Variant
from tournaments.models.games import GameQuerySet, known_luck
from tournaments.queries.ratings import eligibility, game_results
from tournaments.queries.ratings.eligibility import OwnedVersion

_CHUNK = 2000

End = tuple[str, tuple[int, ...]]
"""The final state that a game came to, by its hash, and the versions in their seats' order."""


def games(variant: Variant) -> GameQuerySet:
    """The entered games of a variant, all of which everybody may see."""
    return Game.objects.entered().public().filter(variant=variant)


def games_of(variant: Variant, two: Two) -> GameQuerySet:
    """Those of `games` in which these two versions sat."""
    version, other = two
    return games(variant).filter(seats__version=version).filter(seats__version=other).distinct()


def late_matches(variant: Variant, *, since: datetime) -> set[int]:
    """The matches with games of `games` that have ended after a time, or have not ended."""
    # Each status is named, since the index begins with it.
    ended = [Match.Status.FINISHED, Match.Status.VOID]
    over = Match.objects.filter(status__in=ended, ended_at__gt=since)
    begun = games(variant).filter(match__in=Match.objects.open())
    return {
        *over.filter(tournament__variant=variant).values_list("pk", flat=True),
        *begun.order_by().values_list("match", flat=True),
    }


def of_versions(variant: Variant, versions: Collection[int], *, are_few: bool) -> GameQuerySet:
    """Those of `games` in which one of these versions sat."""
    seats = Seat.objects.filter(version__in=versions, game__variant=variant)
    rows = seats.order_by().values_list("game", flat=True)
    if are_few:
        return by_id(games(variant).filter(pk__in=set(rows)))
    return games(variant).filter(pk__in=rows)


def by_id(played: QuerySet[Game]) -> GameQuerySet:
    """The same games, which are few, by literal ids.

    Asked for the seats of games with conditions, a database would begin with the seats of all.
    """
    return Game.objects.filter(pk__in=list(played.order_by().values_list("pk", flat=True)))


def blocks(played: QuerySet[Game]) -> Iterator[list[PlayedGame]]:
    """These games, match by match."""
    return _blocks(_rows(played).iterator(chunk_size=_CHUNK))


def _rows(played: QuerySet[Game]) -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(game__in=played.order_by().values("pk"))
    ordered = seats.annotate(judged=known_luck()).order_by("game__match", "game", "number")
    return ordered.values_list(
        "game__match", "game", "game__voided_at", "game__is_repetition", "game__unrated_reason",
        "game__ended_at", "rank", "judged", "version", "version__bot", "version__bot__owner",
        "version__bot__is_house",
    )  # fmt: skip


def _blocks(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[PlayedGame]]:
    for _match, block in groupby(rows, key=lambda row: row[0]):
        yield [_played(list(table)) for _game, table in groupby(block, key=lambda row: row[1])]


def _played(table: Sequence[tuple[Any, ...]]) -> PlayedGame:
    """A game from the rows of its seats; partners have the rank of the first of them."""
    match, _game, voided_at, repeats, unrated, ended_at = table[0][:6]
    sides = {row[8]: OwnedVersion(*row[8:]) for row in table}
    is_judged = all(row[7] is not None for row in table)
    return PlayedGame(
        match=match,
        ranks={row[8]: row[6] for row in reversed(table)},
        luck={row[8]: row[7] for row in reversed(table)} if is_judged else {},
        counts=voided_at is None,
        repeats=repeats,
        day=None if unrated else eligibility.day_of(ended_at).date(),
        owners=eligibility.first_of_owners(tuple(sides.values())),
    )


def by_match(matches: Collection[int]) -> dict[int, list[PlayedGame]]:
    """The entered games of these matches, for each match; an empty list where there are none."""
    rows = _rows(Game.objects.entered().filter(match__in=matches))
    of_match = {games[0].match: games for games in _blocks(rows)}
    return {match: of_match.get(match, []) for match in matches}


def known_ends(variant: Variant, finals: Collection[str]) -> set[End]:
    """The ends of the games that count and came to one of these final states."""
    same = games(variant).filter(voided_at=None, final__in=finals).exclude(final="")
    # First the games: SQLite would begin with the seats of all. Hardly ever are there any.
    pks = list(same.values_list("pk", flat=True))
    seats = Seat.objects.filter(game__in=pks).order_by("game", "number")
    rows = seats.values_list("game", "game__final", "version") if pks else ()
    tables = groupby(rows, key=lambda row: row[:2])
    return {(final, tuple(row[2] for row in table)) for (_game, final), table in tables}


def _identical(game: Game, seats: Sequence[Seat]) -> QuerySet[Game]:
    """The other games that count in which the same versions came to the same end."""
    same = Game.objects.counted().entered().public()
    same = same.filter(variant=game.variant_id, final=game.final)
    for seat in seats:
        same = same.filter(seats__number=seat.number, seats__version=seat.version_id)
    return same.exclude(pk=game.pk).exclude(final="")


def heirs(games: Collection[int]) -> list[int]:
    """The games that are no longer repetitions if these do not count: one for each of these."""
    first = Game.objects.filter(pk__in=games, is_repetition=False)
    seats = Seat.objects.filter(game__in=first).select_related("game").defer("game__record_in_row")
    tables = groupby(seats.order_by("game", "number"), key=lambda seat: seat.game)
    first_left = (_heir(game, list(table), games) for game, table in tables)
    return [pk for pk in first_left if pk is not None]


def _heir(game: Game, seats: Sequence[Seat], games: Collection[int]) -> int | None:
    # With literal ids: SQLite would begin with all games of public tournaments.
    same_end = Game.objects.counted().filter(final=game.final).exclude(pk__in=games)
    alike = list(same_end.values_list("pk", flat=True)) if game.final else []
    left = _identical(game, seats).filter(pk__in=alike).order_by("pk")
    return left.values_list("pk", flat=True).first()


def of_the_matches(games: Collection[int]) -> GameQuerySet:
    """All entered games of the public matches that these games belong to."""
    matches = list(Game.objects.public().filter(pk__in=games).values_list("match", flat=True))
    return by_id(Game.objects.entered().filter(match__in=matches))


def last_matches(variant: Variant, two: Two) -> tuple[int, ...]:
    """The last matches in which a game of these two versions counts, the oldest first."""
    played = games_of(variant, two).filter(voided_at=None)
    last = played.order_by("-match").values_list("match", flat=True)[:LAST_MATCHES]
    return tuple(reversed(last))


def of_same_ends(variant: Variant, played: QuerySet[Game]) -> GameQuerySet:
    """Those of `games` that came to the same end as one of these few."""
    finals = set(played.order_by().values_list("final", flat=True))
    return games(variant).filter(final__in=finals)


def wrongly_repeated(played: QuerySet[Game], *, are_few: bool) -> dict[int, bool]:
    """Whether a game repeats another, by its id, for those noted otherwise.

    Of identical games that count, all but one are repetitions: the first of those that are not
    noted as one, or the first of all. All games that are identical to one of `played` are in it.
    """
    counted = played.filter(voided_at=None).order_by()
    looked_at = _few_of_shared_ends(counted) if are_few else _of_shared_ends(counted)
    noted = dict(looked_at.values_list("pk", "is_repetition"))
    same: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for result in game_results.of(looked_at):
        # Some may have ended since the notes were read.
        if result.game in noted:
            same[result.versions, result.final or result.game].append(result.game)
    expected = {pk: pk != _first(group, noted) for group in same.values() for pk in group}
    return {pk: is_one for pk, is_one in expected.items() if is_one != noted[pk]}


def _of_shared_ends(counted: QuerySet[Game]) -> QuerySet[Game]:
    """The games that came to the same end as another, and those noted as repetitions."""
    finals = counted.exclude(final="").values("final")
    shared = finals.annotate(games=Count("pk")).filter(games__gt=1).values("final")
    # Not as one condition with an "or", for which PostgreSQL would look at each game by itself.
    same_end = counted.filter(final__in=shared).values("pk")
    repetitions = counted.filter(is_repetition=True).values("pk")
    return Game.objects.filter(pk__in=same_end.union(repetitions))


def _few_of_shared_ends(counted: QuerySet[Game]) -> QuerySet[Game]:
    """The same of few games, by literal ids."""
    rows = list(counted.values_list("pk", "final", "is_repetition"))
    games = Counter(final for _pk, final, _repeats in rows if final)
    shared = [pk for pk, final, repeats in rows if repeats or games[final] > 1]
    return Game.objects.filter(pk__in=shared)


def _first(group: Sequence[int], noted: dict[int, bool]) -> int:
    return next((pk for pk in group if not noted[pk]), group[0])
