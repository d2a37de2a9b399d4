"""The results of a tournament as files: CSV, JSON, games with moves, PGN, and FIDE's TRF."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from django.db.models import Max

from tournaments.errors import Invalid
from tournaments.mathematics import score_table
from tournaments.models import Entry, Seat, Tournament
from tournaments.queries.games import game_lines
from tournaments.queries.tournaments.format_input import sides
from tournaments.queries.tournaments.standings import StandingsLine
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.queries.tournaments.trf import as_trf, one_line
from tournaments.words import Sentence

_RESULTS = ("0-1", "1/2-1/2", "1-0")
"""PGN's result of a game by the half points of its first player."""


@dataclass(frozen=True)
class Export:
    """A kind of file: the ending of its name, a title in a few words, its type, and its text.

    `pieces` makes the file from a tournament's table and the address of its page, in pieces, so
    that memory holds only one of them. `is_short` says that it has lines for entrants, and
    none for games. `fits` says whether a tournament can be written in this kind.
    """

    kind: str
    title: Sentence
    content_type: str
    pieces: Callable[[KeptTable, str], Iterator[str]]
    is_short: bool = True
    fits: Callable[[Tournament], bool] = lambda _tournament: True


def available(tournament: Tournament) -> list[Export]:
    """The kinds of file for the results of a tournament; empty for a ladder, which never ends."""
    if tournament.is_ladder:
        return []
    return [export for export in EXPORTS.values() if export.fits(tournament)]


def of_kind(tournament: Tournament, kind: str) -> Export:
    """One kind of file. Raises Invalid for what this tournament cannot be written as."""
    exports = {export.kind: export for export in available(tournament)}
    if kind not in exports:
        raise Invalid("no-such-file", "kind", tournament=tournament, kind=kind, there=[*exports])
    return exports[kind]


def number(value: Fraction | float) -> str:
    """A value as programs read it: 3, 2.5, 0.3333."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def rows(table: KeptTable) -> Iterator[list[str]]:
    """The standings as a table of texts; the first row is the head."""
    codes = [tie_break.code for tie_break in table.tie_breaks]
    head = ["Place", "Bot", "Version", "Owner", "Points", "Played", "Won", "Drawn", "Lost"]
    by_play = ["By play", "Low", "High", "Judged"] if table.has_play else []
    yield [*head, *by_play, "Performance", *codes, "Withdrawn"]
    for line in table.lines(0, table.count):
        row, version = line.row, line.row.entrant.version
        counts = [row.played, row.wins, row.draws, row.losses]
        yield [
            str(row.place), version.bot.name, str(version.number), version.bot.author,
            number(row.points), *map(str, counts), *(_by_play(line) if by_play else ()),
            number(line.performance),
            *map(number, line.values[: len(codes)]), str(row.entrant.withdrawal),
        ]  # fmt: skip


def _by_play(line: StandingsLine) -> list[str]:
    """Points by play with the ends of their interval, and the number of games; or nothing."""
    score = line.by_play
    if score is None:
        return [""] * 3 + ["0"]
    margin = score.points_margin
    ends = (score.points, score.points - margin, score.points + margin)
    return [*map(number, ends), str(score.games)]


def text(table: KeptTable) -> str:
    """The standings for a terminal."""
    written = list(rows(table))
    widths = [max(map(len, column)) for column in zip(*written, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in written
    )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def as_csv(table: KeptTable, _url: str) -> Iterator[str]:
    """The standings. A cell that a spreadsheet would take for a formula gets a ' before it."""
    written = io.StringIO()
    csv.writer(written).writerows([harmless(cell) for cell in row] for row in rows(table))
    yield written.getvalue()


def harmless(cell: str) -> str:
    """The cell, which no spreadsheet takes for a formula."""
    return (
        f"'{cell}"
        if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not _is_number(cell)
        else cell
    )


def _is_number(cell: str) -> bool:
    return cell.lstrip("-").replace(".", "", 1).isdigit()


def as_json(table: KeptTable, url: str) -> Iterator[str]:
    """The tournament with its entrants, its standings, and every game that counts, by rounds."""
    tournament = table.tournament
    facts = {
        "tournament": tournament.name,
        "url": url,
        "variant": tournament.variant.key,
        **({"conditions": game_lines.OPEN} if tournament.variant.is_open else {}),
        "format": tournament.format,
        "format_options": tournament.format_options,
        "status": tournament.status,
    }
    yield json.dumps(facts, indent=1, ensure_ascii=False).removesuffix("\n}")
    entries = _entries(tournament)
    yield from _listed("entrants", map(_entrant, entries))
    yield from _listed("standings", _standings(table))
    numbers = {entry.version_id: entry.number for entry in entries}
    yield from _listed("games", (_game(game, numbers) for game in _games(tournament)))
    yield "\n}\n"


def _listed(name: str, values: Iterable[object]) -> Iterator[str]:
    """A member of a JSON object that is a list, with a line for each value."""
    yield f',\n "{name}": ['
    end = ""
    for value in values:
        yield ("," if end else "") + f"\n  {_in_a_line(value)}"
        end = "\n "
    yield f"{end}]"


_in_a_line = json.JSONEncoder(ensure_ascii=False).encode
"""Without indents Python writes a value ten times as quickly, and files have very many games."""


def _standings(table: KeptTable) -> Iterator[dict[str, str | float | int | None]]:
    head, *lines = rows(table)
    names = [name.lower().replace(" ", "_") for name in head]
    for line in lines:
        yield dict(zip(names, map(_typed, head, line), strict=True))


def _typed(name: str, cell: str) -> str | float | int | None:
    if name in ("By play", "Low", "High"):
        return float(cell) if cell else None
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


_Facts = dict[str, Any]


def _game(game: _Facts, numbers: Mapping[int, int]) -> _Facts:
    """What the JSON says of a game: its entrants by their numbers."""
    entrants = [numbers[version] for version in game["entrants"]]
    return game | {"ended_at": game["ended_at"].isoformat(timespec="seconds"), "entrants": entrants}


_ROUND, _PAIRING = "game__match__pairing__round__number", "game__match__pairing__number"

_PLACE = (_ROUND, _PAIRING, "game__match__number", "game__number")
"""The columns that place a game in its tournament."""

_FACTS = {
    "round": _ROUND,
    "pairing": _PAIRING,
    "match": "game__match",
    "game": "game__number",
    "ended_at": "game__ended_at",
    "reason": "game__reason",
    "entrants": "version",
    "ranks": "rank",
    "luck": "luck",
}
"""The columns of a game, and those of its seats."""

_BATCH = 2000
"""The most rows in memory at once."""


def _games(tournament: Tournament) -> Iterator[_Facts]:
    """The games of a tournament that count, by rounds and pairings, read lazily.

    Their entrants are the ids of the versions.
    """
    # Read by rounds rather than matches: then the database begins with the wanted rows.
    of_it = Seat.objects.finished().filter(game__match__pairing__round__tournament=tournament)
    rows = (
        of_it.filter(game__voided_at=None).order_by(*_PLACE, "number").values_list(*_FACTS.values())
    )
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    read = chain.from_iterable(
        rows.filter(**{f"{_ROUND}__range": some}).iterator(chunk_size=_BATCH)
        for some in _growing(last)
    )
    for _game, group in groupby(read, key=itemgetter(2, 3)):
        seated = list(group)
        *facts, _version, _rank, _luck = seated[0]
        *_facts, versions, ranks, luck = zip(*seated, strict=True)
        yield dict(zip(_FACTS, [*facts, versions, ranks, luck], strict=True))


def _growing(last: int) -> Iterator[tuple[int, int]]:
    """Ranges of rounds up to the last, each twice as long: the first games come at once."""
    first, many = 0, 2
    while first <= last:
        yield first, first + many - 1
        first, many = first + many, 2 * many


def as_json_lines(table: KeptTable, url: str) -> Iterator[str]:
    """Every game that counts with all its moves: a line for each, as in the monthly files."""
    row = table.tournament
    yield game_lines.text(game_lines.heading(row.variant, tournament=row.slug, url=url))
    yield from map(game_lines.text, game_lines.of_tournament(row))


def as_pgn(table: KeptTable, url: str) -> Iterator[str]:
    """Every game that counts, with PGN's seven tags and its result, without its moves."""
    names = {entry.version_id: _quoted(str(entry)) for entry in _entries(table.tournament)}
    begin = f'[Event "{_quoted(table.tournament.name)}"]\n[Site "{_quoted(url)}"]'
    for number, game in enumerate(_games(table.tournament)):
        yield ("\n" if number else "") + _pgn(game, names, begin)


def _pgn(game: _Facts, names: Mapping[int, str], begin: str) -> str:
    """A game, after the tags that all have; the `names` of its versions are already quoted."""
    first, second = game["entrants"]
    result = _RESULTS[score_table.half_points(*game["ranks"])]
    tags = {
        "Date": f"{game['ended_at']:%Y.%m.%d}",
        "Round": f"{game['round']}.{game['pairing']}",
        "White": names[first],
        "Black": names[second],
        "Result": result,
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([begin, *lines, "", result, ""])


def _entries(tournament: Tournament) -> list[Entry]:
    rows = tournament.entries.select_related("version__bot")
    return list(rows.order_by("number"))


def _quoted(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _is_for_two(tournament: Tournament) -> bool:
    return len(tournament.variant.sides()) == 2


def _has_swiss_rounds(tournament: Tournament) -> bool:
    return tournament.format == Tournament.Format.SWISS and sides(tournament) == 2


EXPORTS = {
    one.kind: one
    for one in (
        Export("csv", Sentence("csv-file"), "text/csv", as_csv),
        Export("json", Sentence("json-file"), "application/json", as_json, is_short=False),
        Export(
            "jsonl",
            Sentence("jsonl-file"),
            "application/jsonl",
            as_json_lines,
            is_short=False,
        ),
        Export(
            "pgn",
            Sentence("pgn-file"),
            "application/x-chess-pgn",
            as_pgn,
            is_short=False,
            fits=_is_for_two,
        ),
        Export("trf", Sentence("trf-file"), "text/plain", as_trf, fits=_has_swiss_rounds),
    )
}
"""Every kind of file by its ending."""
