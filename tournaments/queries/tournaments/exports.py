"""The results of a tournament as files: CSV, JSON, PGN without moves, and FIDE's TRF."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.errors import Invalid
from tournaments.mathematics import score_table
from tournaments.mathematics.formats import PlayedPairing, by_seed
from tournaments.models import Entry, Game, Pairing, Tournament
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import FormatInput, format_input, sides
from tournaments.words import Sentence

_RESULTS = ("0-1", "1/2-1/2", "1-0")
"""PGN's result of a game by the half points of its first player."""


@dataclass(frozen=True)
class Export:
    """A kind of file: the ending of its name, a title in a few words, its type, and its text.

    `text` makes the file from a tournament and the address of its page. `fits` says whether a
    tournament can be written in this kind.
    """

    kind: str
    title: Sentence
    content_type: str
    text: Callable[[Tournament, str], str]
    fits: Callable[[Tournament], bool] = lambda _tournament: True


def available(tournament: Tournament) -> list[Export]:
    """The kinds of file for the results of a tournament; none for a ladder, which never ends."""
    if tournament.is_ladder:
        return []
    return [one for one in EXPORTS.values() if one.fits(tournament)]


def of_kind(tournament: Tournament, kind: str) -> Export:
    """One kind of file. Raises Invalid for what this tournament cannot be written as."""
    found = {one.kind: one for one in available(tournament)}
    if kind not in found:
        raise Invalid("no-such-file", "kind", tournament=tournament, kind=kind, there=[*found])
    return found[kind]


def number(value: Fraction | float) -> str:
    """A value as programs read it: 3, 2.5, 0.3333."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def rows(tournament: Tournament) -> list[list[str]]:
    """The standings as a table of texts; the first row is the head."""
    known = format_input(tournament)
    deciding = standings.tie_breaks(tournament) if known.places is None else []
    codes = [one.code for one in deciding]
    head = ["Place", "Bot", "Version", "Owner", "Points", "Played", "Won", "Drawn", "Lost"]
    table = [[*head, "Performance", *codes, "Withdrawn"]]
    for line in standings.lines(known):
        row, version = line.row, line.row.entrant.version
        counts = [row.played, row.wins, row.draws, row.losses]
        table.append(
            [
                str(row.place), version.bot.name, str(version.number), version.bot.owner.username,
                number(row.points), *map(str, counts), number(line.performance),
                *map(number, line.values[: len(codes)]), str(row.entrant.withdrawal),
            ]
        )  # fmt: skip
    return table


def text(tournament: Tournament) -> str:
    """The standings for a terminal."""
    table = rows(tournament)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in table
    )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def as_csv(tournament: Tournament, _url: str) -> str:
    """The standings. A cell that a spreadsheet would take for a formula gets a ' before it."""
    written = io.StringIO()
    csv.writer(written).writerows([_harmless(cell) for cell in row] for row in rows(tournament))
    return written.getvalue()


def _harmless(cell: str) -> str:
    return (
        f"'{cell}"
        if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not _is_number(cell)
        else cell
    )


def _is_number(cell: str) -> bool:
    return cell.lstrip("-").replace(".", "", 1).isdigit()


def as_json(tournament: Tournament, url: str) -> str:
    """The tournament with its entrants, its standings, and every game that counts, by rounds."""
    head, *table = rows(tournament)
    known = format_input(tournament)
    numbers = {entry.version_id: entry.number for entry in known.entries}
    document = {
        "tournament": tournament.name,
        "url": url,
        "variant": tournament.variant.key,
        "format": tournament.format,
        "format_options": tournament.format_options,
        "status": tournament.status,
        "entrants": [_entrant(entry) for entry in known.entries],
        "standings": [
            {name.lower(): _typed(name, cell) for name, cell in zip(head, row, strict=True)}
            for row in table
        ],
        "games": [_game(game, numbers) for game in _games(tournament)],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _typed(name: str, cell: str) -> str | float | int:
    if name in ("Bot", "Owner", "Withdrawn"):
        return cell
    return float(cell) if "." in cell else int(cell)


def _entrant(entry: Entry) -> dict[str, Any]:
    bot = entry.version.bot
    return {
        "number": entry.number,
        "bot": bot.slug,
        "version": entry.version.number,
        "rating": None if entry.rating is None else entry.rating / 1000,
    }


def _game(game: Game, numbers: dict[int, int]) -> dict[str, Any]:
    pairing = _pairing(game)
    return {
        "round": pairing.round.number,
        "pairing": pairing.number,
        "match": game.match_id,
        "game": game.number,
        "ended_at": game.finished_at.isoformat(timespec="seconds"),
        "reason": game.reason,
        "entrants": [numbers[seat.version_id] for seat in game.seats.all()],
        "ranks": [seat.rank for seat in game.seats.all()],
    }


def _games(tournament: Tournament) -> Iterator[Game]:
    """The games of a tournament that count, by rounds and pairings."""
    games = Game.objects.counted().filter(match__tournament=tournament).defer("record")
    ordered = games.order_by(
        "match__pairing__round__number", "match__pairing__number", "match__number", "number"
    )
    related = ordered.select_related("match__pairing__round")
    yield from related.prefetch_related("seats__version__bot")


def as_pgn(tournament: Tournament, url: str) -> str:
    """Every game that counts, with PGN's seven tags and its result, without its moves."""
    return "\n".join(_pgn(game, tournament, url) for game in _games(tournament))


def _pgn(game: Game, tournament: Tournament, url: str) -> str:
    first, second = game.seats.all()
    result = _RESULTS[score_table.half_points(first.final_rank, second.final_rank)]
    pairing = _pairing(game)
    tags = {
        "Event": tournament.name,
        "Site": url,
        "Date": game.finished_at.strftime("%Y.%m.%d"),
        "Round": f"{pairing.round.number}.{pairing.number}",
        "White": str(first.version),
        "Black": str(second.version),
        "Result": result,
    }
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", result, ""])


def _pairing(game: Game) -> Pairing:
    """The pairing of a game; raises ValueError for a game that checks an upload."""
    if game.match.pairing is None:
        raise ValueError(f"{game} belongs to no pairing.")
    return game.match.pairing


def _quoted(value: str) -> str:
    return _line(value).replace("\\", "\\\\").replace('"', '\\"')


def _line(value: str) -> str:
    """The text in one line: in a format by lines a break would start another field."""
    return "".join(one if one.isprintable() else " " for one in value)


def as_trf(tournament: Tournament, _url: str) -> str:
    """FIDE's Tournament Report File (TRF16) of a Swiss tournament: each pairing is one game."""
    known = format_input(tournament)
    order = [one.number for one in by_seed(known.entrants)]
    ranks = {one: rank for rank, one in enumerate(order, start=1)}
    places = {line.row.entrant.pk: line.row.place for line in standings.lines(known)}
    lines = _trf_head(tournament, known)
    lines += [_trf_player(known, one, ranks, places) for one in order]
    return "\r\n".join(lines) + "\r\n"


def _trf_head(tournament: Tournament, known: FormatInput) -> list[str]:
    began, ended = tournament.started_at, tournament.ended_at
    rated = sum(entry.rating is not None for entry in known.entries)
    return [
        f"012 {_line(tournament.name)}",
        f"042 {began:%Y/%m/%d}" if began else "042",
        f"052 {ended:%Y/%m/%d}" if ended else "052",
        f"062 {len(known.entries)}",
        f"072 {rated}",
        "092 Individual: Swiss-System",
        f"102 {tournament.organiser.username}",
        f"122 {tournament.time_control}",
        f"XXR {_rounds(tournament, known)}",
    ]


def _rounds(tournament: Tournament, known: FormatInput) -> int:
    """How many rounds there were, or will be while the tournament runs."""
    if tournament.is_over:
        return len(known.played)
    return known.format.preview(known.setup).rounds


def _trf_player(known: FormatInput, one: int, ranks: dict[int, int], places: dict[int, int]) -> str:
    """The line of one player, in the fixed columns of the format."""
    entry = known.entries[one]
    rating = "" if entry.rating is None else str(round(entry.rating / 1000))
    points = float(known.points[entry.pk])
    facts = f"001 {ranks[one]:>4}      {str(entry)[:33]:<33} {rating:>4} {'':>3} {'':>11} {'':>10}"
    played = [_trf_round(known, number, one, ranks) for number in range(len(known.played))]
    return "".join([f"{facts} {points:>4.1f} {places[entry.pk]:>4}", *played])


def _trf_round(known: FormatInput, number: int, one: int, ranks: dict[int, int]) -> str:
    """Opponent, colour and result of one round: ten columns."""
    for pairing, played in zip(known.pairings[number], known.played[number], strict=True):
        if one in played.entrants:
            is_open = pairing.pk in known.open_pairings
            return "  " + _trf_result(played, one, ranks, is_open=is_open)
    return "  0000 - Z"


def _trf_result(
    played: PlayedPairing, one: int, ranks: dict[int, int], *, is_open: bool = False
) -> str:
    if len(played.entrants) == 1:
        return f"0000 - {'H' if played.requested else 'U'}"
    first, second = played.entrants
    opponent, colour = (second, "w") if one == first else (first, "b")
    if is_open:
        return f"{ranks[opponent]:>4} {colour}  "
    if not played.games and not played.withdrawn:
        return f"{ranks[opponent]:>4} {colour} D"
    if not played.games:
        return f"{ranks[opponent]:>4} {colour} {'-' if one in played.withdrawn else '+'}"
    own, other = played.score(one), played.score(opponent)
    return f"{ranks[opponent]:>4} {colour} {'1' if own > other else '0' if own < other else '='}"


def _is_for_two(tournament: Tournament) -> bool:
    return len(tournament.variant.sides()) == 2


def _has_swiss_rounds(tournament: Tournament) -> bool:
    return tournament.format == Tournament.Format.SWISS and sides(tournament) == 2


EXPORTS = {
    one.kind: one
    for one in (
        Export("csv", Sentence("csv-file"), "text/csv", as_csv),
        Export("json", Sentence("json-file"), "application/json", as_json),
        Export("pgn", Sentence("pgn-file"), "application/x-chess-pgn", as_pgn, _is_for_two),
        Export("trf", Sentence("trf-file"), "text/plain", as_trf, _has_swiss_rounds),
    )
}
"""Every kind of file by its ending."""
