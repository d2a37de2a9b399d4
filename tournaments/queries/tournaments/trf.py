"""FIDE's Tournament Report File of a Swiss tournament."""

from collections.abc import Iterator

from tournaments.mathematics.formats import PlayedPairing, by_seed
from tournaments.models import Pairing, Tournament
from tournaments.queries.tournaments.format_input import FormatInput, format_input
from tournaments.queries.tournaments.standings import StandingsLine
from tournaments.queries.tournaments.tables import KeptTable


def as_trf(table: KeptTable, _url: str) -> Iterator[str]:
    """FIDE's Tournament Report File (TRF16) of a Swiss tournament: each pairing is one game."""
    tournament = table.tournament
    inputs = format_input(tournament)
    order = [entrant.number for entrant in by_seed(inputs.entrants)]
    ranks = {entrant: rank for rank, entrant in enumerate(order, start=1)}
    lines = {line.row.entrant.pk: line for line in table.lines(0, table.count)}
    rounds = [_by_entrant(inputs, number) for number in range(len(inputs.played))]
    yield "\r\n".join(_head(tournament, inputs)) + "\r\n"
    for entrant in order:
        results = (_round(inputs, round_.get(entrant), entrant, ranks) for round_ in rounds)
        yield (
            _player(inputs, entrant, ranks, lines[inputs.entries[entrant].pk])
            + "".join(results)
            + "\r\n"
        )


_Meeting = tuple[Pairing, PlayedPairing]


def _by_entrant(inputs: FormatInput, number: int) -> dict[int, _Meeting]:
    """The meeting of each entrant in a round."""
    meetings = zip(inputs.pairings[number], inputs.played[number], strict=True)
    return {entrant: meeting for meeting in meetings for entrant in meeting[1].entrants}


def _head(tournament: Tournament, inputs: FormatInput) -> list[str]:
    began, ended = tournament.started_at, tournament.ended_at
    rated = sum(entry.rating is not None for entry in inputs.entries)
    return [
        f"012 {one_line(tournament.name)}",
        f"042 {began:%Y/%m/%d}" if began else "042",
        f"052 {ended:%Y/%m/%d}" if ended else "052",
        f"062 {len(inputs.entries)}",
        f"072 {rated}",
        "092 Individual: Swiss-System",
        f"102 {tournament.organiser.username}",
        f"122 {tournament.time_control}",
        f"XXR {_rounds(tournament, inputs)}",
    ]


def _rounds(tournament: Tournament, inputs: FormatInput) -> int:
    """The number of rounds, planned ones included while the tournament runs."""
    if tournament.is_over:
        return len(inputs.played)
    return inputs.format.preview(inputs.setup).rounds


def _player(inputs: FormatInput, entrant: int, ranks: dict[int, int], line: StandingsLine) -> str:
    """The beginning of a player's line, in the fixed columns of the format."""
    entry = inputs.entries[entrant]
    rating = "" if entry.rating is None else str(round(entry.rating / 1000))
    facts = (
        f"001 {ranks[entrant]:>4}      {str(entry)[:33]:<33} {rating:>4} {'':>3} {'':>11} {'':>10}"
    )
    return f"{facts} {float(line.row.points):>4.1f} {line.row.place:>4}"


def _round(
    inputs: FormatInput, meeting: _Meeting | None, entrant: int, ranks: dict[int, int]
) -> str:
    """Opponent, colour and result of one round: ten columns."""
    if meeting is None:
        return "  0000 - Z"
    pairing, played = meeting
    return "  " + _result(played, entrant, ranks, is_open=pairing.pk in inputs.open_pairings)


def _result(
    played: PlayedPairing, entrant: int, ranks: dict[int, int], *, is_open: bool = False
) -> str:
    if len(played.entrants) == 1:
        return f"0000 - {'H' if played.requested else 'U'}"
    first, second = played.entrants
    opponent, colour = (second, "w") if entrant == first else (first, "b")
    if is_open:
        return f"{ranks[opponent]:>4} {colour}  "
    if played.is_void:
        return "0000 - H"
    if not played.games:
        return f"{ranks[opponent]:>4} {colour} {'-' if entrant in played.withdrawn else '+'}"
    own, other = played.score(entrant), played.score(opponent)
    return f"{ranks[opponent]:>4} {colour} {'1' if own > other else '0' if own < other else '='}"


def one_line(value: str) -> str:
    """The text on one line: in a format of lines a break would start another field."""
    return "".join(character if character.isprintable() else " " for character in value)
