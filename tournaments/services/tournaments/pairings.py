"""Creates the rows of rounds, pairings, and the blocks of games in which they are played."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agents import values
from tournaments.mathematics import formats, openings
from tournaments.models import (
    Entry,
    Game,
    Match,
    Pairing,
    PairingSide,
    Round,
    Seat,
    Tournament,
    TournamentTable,
)
from tournaments.models.seeds import fresh_seed


@dataclass(frozen=True)
class Dealt:
    """The random part of a block, drawn before it is queued: its dice seed and its opening."""

    seed: bytes
    opening: tuple[str, ...]


def deal(tournament: Tournament, blocks: Sequence[Sequence[Entry]]) -> list[Dealt]:
    """Return seeds for blocks of these entrants, and openings for all but their first block.

    Drawing many openings can take a minute, so call it outside of transactions.
    """
    seeds = [fresh_seed() for _block in blocks]
    return [Dealt(*drawn) for drawn in _zip(seeds, _opened(tournament, blocks, seeds))]


def make_round(
    tournament: Tournament,
    *,
    number: int,
    name: str,
    table: Sequence[Sequence[Entry]],
    now: datetime,
    dealt: Sequence[Dealt] | None = None,
) -> Round:
    """Create a round with its pairings; all but byes get the blocks that the organiser chose.

    `dealt` is what has been drawn before for the blocks of this `table`.
    """
    round_ = Round.objects.create(tournament=tournament, number=number, name=name)
    blocks = [
        (pairing, entries, number)
        for pairing, entries in _zip(_seated(round_, table, first=1), table)
        if len(entries) > 1
        for number in range(1, tournament.games_per_pairing // len(entries) + 1)
    ]
    _queue(tournament, blocks, now, dealt)
    return round_


def of_table(tournament: Tournament, table: Sequence[Sequence[Entry]]) -> list[Sequence[Entry]]:
    """Return the entries of each block of a round with this table, in the order of creation."""
    return [
        entries
        for entries in table
        if len(entries) > 1
        for _block in range(tournament.games_per_pairing // len(entries))
    ]


def add_blocks(
    tournament: Tournament,
    pairings: Iterable[Pairing],
    *,
    blocks: int,
    now: datetime,
    dealt: Sequence[Dealt] | None = None,
) -> None:
    """Add `blocks` blocks to each of these pairings; `dealt` is what has been drawn before."""
    rows = []
    for pairing in pairings:
        entries = entrants(pairing)
        first = pairing.matches.count() + 1
        rows += [(pairing, entries, number) for number in range(first, first + blocks)]
    _queue(tournament, rows, now, dealt)


def entrants(pairing: Pairing) -> list[Entry]:
    """Return the entries of a pairing, in the order of the seats of the first game."""
    return [side.entry for side in pairing.sides.select_related("entry__version__bot")]


def add_pairing(round_: Round, entries: Sequence[Entry], *, now: datetime) -> Pairing:
    """Add a pairing with one block to a round."""
    (pairing,) = _seated(round_, [entries], first=round_.pairings.count() + 1)
    _queue(round_.tournament, [(pairing, entries, 1)], now)
    return pairing


def _seated(round_: Round, table: Sequence[Sequence[Entry]], *, first: int) -> list[Pairing]:
    """Create the pairings of this table, numbered from `first`."""
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, number=number) for number, _entries in enumerate(table, start=first)
    )
    PairingSide.objects.bulk_create(
        PairingSide(pairing=pairing, entry=entry, position=position)
        for pairing, entries in _zip(pairings, table)
        for position, entry in enumerate(entries)
    )
    return pairings


def _queue(
    tournament: Tournament,
    blocks: Sequence[tuple[Pairing, Sequence[Entry], int]],
    now: datetime,
    dealt: Sequence[Dealt] | None = None,
) -> None:
    """Create blocks, each with its own seed and one game for every order of seats."""
    if dealt is None:
        dealt = deal(tournament, [entries for _pairing, entries, _number in blocks])
    judge, throws = _judge_of_luck(tournament), tournament.variant.load().info.has_chance
    matches = [
        Match(
            pairing=pairing,
            tournament=tournament,
            number=number,
            time_control=tournament.time_control,
            seed=drawn.seed,
            opening=list(drawn.opening),
            is_remote=any(entry.version.is_remote for entry in entries),
            queued_at=now,
            not_before=now,
            **(judge if throws or drawn.opening else {}),
        )
        for (pairing, entries, number), drawn in _zip(blocks, dealt)
    ]
    Match.objects.bulk_create(matches)
    _seat(tournament, [(match, entries) for match, (_p, entries, _n) in _zip(matches, blocks)])


def _judge_of_luck(tournament: Tournament) -> dict[str, str]:
    """Return which value function judges luck in this variant; empty if none does."""
    function = values.newest(tournament.variant.load())
    return {"value_function": function.name, "value_sha256": function.sha256} if function else {}


def _opened(
    tournament: Tournament, blocks: Sequence[Sequence[Entry]], seeds: Sequence[bytes]
) -> Iterator[tuple[str, ...]]:
    """Yield the opening of each block; it is empty for the first one of the same entrants."""
    if not tournament.opening_actions:
        yield from [()] * len(blocks)
        return
    game, actions = tournament.variant.load(), tournament.opening_actions
    taken = _openings(tournament, {entry.pk for entries in blocks for entry in entries})
    for entries, seed in _zip(blocks, seeds):
        before = taken[frozenset(entry.pk for entry in entries)]
        opening = openings.due(game, seed, actions=actions, taken=before) if before else ()
        before.add(opening)
        yield opening


def _openings(
    tournament: Tournament, entries: Set[int]
) -> dict[frozenset[int], set[tuple[str, ...]]]:
    """Return the openings of existing blocks by their entrants, for the pairings of `entries`."""
    sides: dict[int, set[int]] = defaultdict(set)
    theirs = PairingSide.objects.filter(entry__in=entries).values("pairing")
    rows = PairingSide.objects.filter(pairing__round__tournament=tournament, pairing__in=theirs)
    for pairing, entry in rows.values_list("pairing", "entry"):
        sides[pairing].add(entry)
    taken: dict[frozenset[int], set[tuple[str, ...]]] = defaultdict(set)
    matches = tournament.matches.filter(pairing__in=theirs)
    for pairing, opening in matches.values_list("pairing", "opening"):
        taken[frozenset(sides[pairing])].add(tuple(opening))
    return taken


def _seat(tournament: Tournament, matches: Sequence[tuple[Match, Sequence[Entry]]]) -> None:
    """Create the games of each block: one for every order of the sides, partners apart."""
    sides = tournament.variant.load().sides()
    orders = [formats.seat_orders(range(len(entries))) for _match, entries in matches]
    games = Game.objects.bulk_create(
        Game(match=match, number=number, variant=tournament.variant)
        for (match, _entries), block in _zip(matches, orders)
        for number in range(1, len(block) + 1)
    )
    lineups = [
        [entries[order[side]].version for side in sides]
        for (_match, entries), block in _zip(matches, orders)
        for order in block
    ]
    Seat.objects.bulk_create(
        Seat(game=game, number=seat, version=version)
        for game, versions in _zip(games, lineups)
        for seat, version in enumerate(versions)
    )
    TournamentTable.changed([tournament.pk], more_games=len(games))


def _zip(*columns: Iterable[Any]) -> Iterable[tuple[Any, ...]]:
    return zip(*columns, strict=True)
