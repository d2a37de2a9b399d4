"""Tournament formats and the ladder, as pure mathematics without a framework.

    chosen = formats.get("round-robin")
    setup = Setup(entrants, sides=2, options={"cycles": 2}, games_per_pairing=2, seed=7)
    chosen.check(setup)                               # FormatError, or all is well
    chosen.preview(setup)
    pairings = chosen.next_round(setup, played)
    ...                                               # play them, then
    played.append(results)                            # one PlayedPairing for each

The contract is `base.TournamentFormat`; its types are exported here. In short:

- `sides` is how many entrants meet in one game: 2 to 6. A team game of four seats has 2 sides,
  and an entrant plays both partners. A pairing has that many entrants, or one: a bye.
- A pairing is played in blocks, every rotation of its order once. Its order so matters only for
  who begins the first game.
- Every call gets all entrants that started. An entrant that withdraws has `active=False` from then
  on and is not paired again. What it played counts, unless its format says otherwise.
- An `Elimination` says which pairings need one more block (`undecided`) and who has which place.
  Elsewhere `points` decide, with tie-breaks.
- `next_round` returns None when the tournament is over.
- Everything is deterministic in its arguments. Nothing is kept between calls.

The ladder has no rounds: see `ladder.in_turn` and `ladder.seat`.
"""

from tournaments.mathematics.formats.base import (
    Elimination,
    Entrant,
    FormatError,
    Options,
    Pairing,
    Plan,
    PlayedPairing,
    PlayedRound,
    Setup,
    TournamentFormat,
    by_seed,
    unrated,
)
from tournaments.mathematics.formats.berger import round_robin, seat_orders
from tournaments.mathematics.formats.gauntlet import Gauntlet
from tournaments.mathematics.formats.groups import Groups
from tournaments.mathematics.formats.knockout import DoubleElimination, Knockout
from tournaments.mathematics.formats.roundrobin import RoundRobin
from tournaments.mathematics.formats.swiss import Swiss

FORMATS: dict[str, TournamentFormat] = {
    one.id: one
    for one in (RoundRobin(), Swiss(), Knockout(), DoubleElimination(), Gauntlet(), Groups())
}
"""Every format by its id, in the order in which they are offered."""


def get(format_id: str) -> TournamentFormat:
    """The format with this id. Raises FormatError, which names them all, if there is none."""
    if format_id not in FORMATS:
        raise FormatError("unknown-format", "format", wanted=format_id, known=list(FORMATS))
    return FORMATS[format_id]


__all__ = [
    "FORMATS",
    "Elimination",
    "Entrant",
    "FormatError",
    "Options",
    "Pairing",
    "Plan",
    "PlayedPairing",
    "PlayedRound",
    "Setup",
    "TournamentFormat",
    "by_seed",
    "get",
    "round_robin",
    "seat_orders",
    "unrated",
]
