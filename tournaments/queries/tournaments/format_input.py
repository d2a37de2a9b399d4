"""The input of the formats: a tournament's entrants, and the rounds played so far."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from itertools import takewhile
from typing import cast

from tournaments.mathematics import elo, formats, score_table
from tournaments.mathematics.formats import Entrant, PlayedPairing, scoring
from tournaments.mathematics.tiebreaks import Encounter
from tournaments.models import (
    Entry,
    Match,
    Pairing,
    PairingSide,
    RequestedBye,
    Round,
    Seat,
    Tournament,
)

_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class FormatInput:
    """A tournament so far, as input for the formats.

    `entries` are in the order of their numbers, which are one more than the entrants' numbers.
    `pairings` and `played` have the same shape: one list a round.
    `results` has for each pairing, by its id, the games that count. Each game has the rank of every
    entry, by its id, in the order of the seats.
    `open_pairings` are the ids of the pairings with open matches.
    `rounds` are the rows of the rounds, in the order of `pairings`.
    `asked` has for each entry, by its id, the rounds of its requested byes with their worth.

    Staff may void a game after a later round has been drawn. Such a game leaves `results`. In a
    format such as the knockout it stays in `played`, so that nobody who went on is replaced.
    """

    tournament: Tournament
    entries: list[Entry]
    pairings: list[list[Pairing]]
    played: list[list[PlayedPairing]]
    results: dict[int, list[dict[int, int]]]
    open_pairings: frozenset[int]
    asked: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)

    @property
    def entrants(self) -> list[Entrant]:
        """The entrants for the formats."""
        return [
            Entrant(
                number,
                _rating(entry),
                active=entry.is_active,
                away=frozenset(self.asked.get(entry.pk, ())),
            )
            for number, entry in enumerate(self.entries)
        ]

    @property
    def setup(self) -> formats.Setup:
        """The set-up for the formats."""
        return formats.Setup(
            self.entrants,
            self.sides,
            self.tournament.format_options,
            self.tournament.games_per_pairing,
            self.tournament.pairing_seed,
        )

    def half_byes(self, number: int) -> list[Entry]:
        """The active entries with a requested half-point bye in the round of this number."""
        return [
            entry
            for entry in self.entries
            if entry.is_active
            and self.asked.get(entry.pk, {}).get(number) == RequestedBye.Worth.HALF
        ]

    @property
    def rounds_over(self) -> int:
        """The number of rounds, from the first on, without an open match."""
        over = (self.open_pairings.isdisjoint(p.pk for p in round_) for round_ in self.pairings)
        return sum(1 for _round in takewhile(bool, over))

    @property
    def meetings(self) -> list[Encounter[int]]:
        """The meetings that count for tie-breaks, by the ids of entries."""
        if not self.played:
            return []
        counted = self.format.counted(self.setup, self.played)
        return [
            self._meeting(number, played, pairings.get(played.entrants))
            for number, (pairings, round_) in enumerate(
                zip(self._pairings_by_entrants, counted, strict=True), start=1
            )
            for played in round_
            if not self._is_undecided(pairings.get(played.entrants))
        ]

    @property
    def _pairings_by_entrants(self) -> list[dict[tuple[int, ...], int]]:
        """The id of each pairing by its entrants, in every round."""
        return [
            {played.entrants: pairing.pk for pairing, played in zip(pairings, round_, strict=True)}
            for pairings, round_ in zip(self.pairings, self.played, strict=True)
        ]

    def _meeting(self, number: int, played: PlayedPairing, pairing: int | None) -> Encounter[int]:
        entries = tuple(self.entries[entrant].pk for entrant in played.entrants)
        games = tuple(self.results.get(pairing, ())) if pairing else ()
        if self.counts_meetings:
            scores = scoring.scores(played, sides=self.sides)
            return Encounter(number, entries, games, scores, most=Fraction(1))
        if not games and any(played.scores) and not self.by_way:  # given for a withdrawal
            return Encounter(number, entries, (), played.scores, most=max(played.scores))
        return Encounter(number, entries, games)

    @property
    def counts_meetings(self) -> bool:
        """Whether the table counts each pairing as one result, and not each of its games."""
        return self.format.id == Tournament.Format.SWISS

    @property
    def by_way(self) -> bool:
        """Whether places follow from the round that an entry reached, and not from points."""
        return isinstance(self.format, formats.Elimination)

    def _is_undecided(self, pairing: int | None) -> bool:
        """Whether a pairing that counts as one result is still open: it counts nothing yet."""
        return self.counts_meetings and pairing in self.open_pairings

    @property
    def points(self) -> dict[int, Fraction]:
        """The points of each entry in the table, by its id; all are 0 before the start."""
        if self.played and not self.counts_meetings and not self.by_way:
            by_number = self.format.points(self.setup, self.played)
            return {self.entries[number].pk: points for number, points in by_number.items()}
        totals = {entry.pk: Fraction(0) for entry in self.entries}
        for meeting in self.meetings:
            for entrant in meeting.entrants:
                totals[entrant] += meeting.score(entrant)
        return totals

    @property
    def places(self) -> list[tuple[int, Entry]] | None:
        """The entries with the places that the format gives; None where points give the places."""
        if not self.played or not isinstance(self.format, formats.Elimination):
            return None
        places = self.format.places(self.setup, self.played)
        return [(place, self.entries[entrant]) for place, entrant in places]

    @property
    def sides(self) -> int:
        """How many entrants meet in one game."""
        return sides(self.tournament)

    @property
    def format(self) -> formats.TournamentFormat:
        """The rules of the format. Ladders and trials count points like a round-robin."""
        return formats.FORMATS.get(self.tournament.format, formats.get("round-robin"))


def sides(tournament: Tournament) -> int:
    """How many entrants meet in one game of a tournament; partners are one side."""
    return len(set(tournament.variant.sides()))


def format_input(tournament: Tournament) -> FormatInput:
    """Read a tournament for the formats, in a handful of queries."""
    # Others may draw a round or enter bots between two queries. With rounds first, then entries,
    # every pairing that is read has its round and its entrants.
    named = list(tournament.rounds.order_by("number"))
    entries = list(tournament.entries.select_related("version__bot__owner").order_by("number"))
    rounds: dict[int, list[Pairing]] = {round_.pk: [] for round_ in named}
    for pairing in Pairing.objects.filter(round__in=named).order_by("round__number", "number"):
        rounds[pairing.round_id].append(pairing)
    read = _Reader(tournament, entries)
    played = [
        [read.pairing(pairing, number) for pairing in round_]
        for number, round_ in enumerate(rounds.values(), start=1)
    ]
    table = list(rounds.values())
    return FormatInput(tournament, entries, table, played, read.games, read.open, read.asked, named)


def _rating(entry: Entry) -> float:
    return (elo.START if entry.rating is None else entry.rating) / elo.MILLI


class _Reader:
    """Reads all rows of a tournament at once, and makes the played pairings from them."""

    def __init__(self, tournament: Tournament, entries: list[Entry]) -> None:
        self._number = {entry.pk: number for number, entry in enumerate(entries)}
        self._entry = {entry.version_id: entry.pk for entry in entries}
        self._left = {entry.pk: entry.withdrawn_at for entry in entries if entry.withdrawn_at}
        self._sides = _sides(tournament)
        self.asked = _asked(tournament)
        chosen = formats.FORMATS.get(tournament.format)
        self._by_way = isinstance(chosen, formats.Elimination)
        self._read_matches(tournament)
        self._read_games(tournament)

    def pairing(self, pairing: Pairing, number: int) -> PlayedPairing:
        """The result so far of a pairing in the round with this `number`."""
        entries = self._sides[pairing.pk]
        games = self.games[pairing.pk] + self._voided_late[pairing.pk]
        scores = [score_table.total(games, entry) for entry in entries]
        return PlayedPairing(
            entrants=tuple(self._number[entry] for entry in entries),
            scores=tuple(scores),
            games=len(games),
            blocks=self._blocks[pairing.pk],
            withdrawn=frozenset(
                self._number[entry] for entry in entries if self._has_left(entry, pairing)
            ),
            requested=len(entries) == 1 and number in self.asked.get(entries[0], ()),
        )

    def _has_left(self, entry: int, pairing: Pairing) -> bool:
        left, ended = self._left.get(entry), self._ended.get(pairing.pk)
        return left is not None and (ended is None or left <= ended)

    def _read_games(self, tournament: Tournament) -> None:
        """Read the ranks of the entries in every game that counts, by pairing."""
        seats = Seat.objects.finished().filter(game__match__tournament=tournament)
        games: dict[tuple[int, int, datetime | None], dict[int, int]] = defaultdict(dict)
        rows = seats.order_by("game__match__pairing", "game", "number")
        for pairing, game, voided, version, rank in rows.values_list(
            "game__match__pairing", "game", "game__voided_at", "version", "rank"
        ):
            # A finished game has ranks.
            games[pairing, game, voided][self._entry[version]] = cast(int, rank)
        self.games: dict[int, list[dict[int, int]]] = defaultdict(list)
        self._voided_late: dict[int, list[dict[int, int]]] = defaultdict(list)
        for (pairing, _game, voided), ranks in games.items():
            if voided is None:
                self.games[pairing].append(ranks)
            elif self._by_way and voided >= self._next_drawn(pairing):
                self._voided_late[pairing].append(ranks)

    def _read_matches(self, tournament: Tournament) -> None:
        """Read how many blocks each pairing has, when the last ended, and which are open."""
        self._blocks: dict[int, int] = defaultdict(int)
        self._ended: dict[int, datetime] = {}
        self._round: dict[int, int] = {}
        self._drawn: dict[int, datetime] = {}
        waiting = set()
        rows = tournament.matches.order_by().values_list(
            "pairing", "pairing__round__number", "status", "queued_at", "ended_at"
        )
        for pairing, number, status, queued, ended in rows:
            self._blocks[pairing] += 1
            self._round[pairing] = number
            self._drawn[number] = min(queued, self._drawn.get(number, queued))
            if status in Match.OPEN:
                waiting.add(pairing)
            elif ended is not None:
                self._ended[pairing] = max(ended, self._ended.get(pairing, ended))
        self.open = frozenset(waiting)

    def _next_drawn(self, pairing: int) -> datetime:
        """The time at which the round after a pairing's was drawn; `_NEVER` for the last round."""
        later = (at for number, at in self._drawn.items() if number > self._round[pairing])
        return min(later, default=_NEVER)


def _asked(tournament: Tournament) -> dict[int, dict[int, str]]:
    if tournament.format != Tournament.Format.SWISS:
        return {}
    asked: dict[int, dict[int, str]] = defaultdict(dict)
    rows = RequestedBye.objects.filter(entry__tournament=tournament)
    for entry, number, worth in rows.values_list("entry", "round", "worth"):
        asked[entry][number] = worth
    return dict(asked)


def _sides(tournament: Tournament) -> dict[int, list[int]]:
    rows = PairingSide.objects.filter(pairing__round__tournament=tournament)
    sides: dict[int, list[int]] = defaultdict(list)
    for pairing, entry in rows.order_by("position").values_list("pairing", "entry"):
        sides[pairing].append(entry)
    return sides
