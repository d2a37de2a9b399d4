"""The standings of all tournaments of a club in one file."""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import datetime

from tournaments.errors import NotAllowed
from tournaments.models import Club, Player
from tournaments.queries.people import clubs
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import tables


def as_csv(club: Club, *, player: Player, now: datetime) -> Iterator[str]:
    """Return the lines in pieces, one for each tournament, with the names that the club shows.

    Raises NotAllowed for anybody but organisers and staff.
    """
    if not clubs.may_organise(club, player):
        raise NotAllowed("club-organisers-only", club=club)
    return _lines(club, now)


def _lines(club: Club, now: datetime) -> Iterator[str]:
    """Yield the lines of each tournament: one per entrant, or only one if there is no table yet."""
    names = {member.player.username: member.shown_name for member in clubs.members(club)}
    written = io.StringIO()
    writer = csv.writer(written)
    for cup in club.tournaments.select_related("variant").order_by("starts_at", "pk"):
        table = KeptTable(cup, tables.current(cup, now=now))
        rows = _of_tournament(table, names) if table.is_there else [[cup.name, cup.status]]
        writer.writerows([exports.harmless(cell) for cell in row] for row in rows)
        yield written.getvalue()
        written.seek(0)
        written.truncate()


def _of_tournament(table: KeptTable, names: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the standings of a tournament after their own header."""
    cup, (head, *lines) = table.tournament, exports.rows(table)
    yield ["Tournament", "Status", "Name", *head]
    for line in lines:
        yield [cup.name, cup.status, names.get(line[head.index("Owner")], ""), *line]
