"""Who meets whom: tournament formats and the ladder, as pure mathematics without a framework.

    chosen = formats.get("round-robin")
    chosen.check(entrants=12, sides=2, options={"cycles": 2})     # FormatError, or all is well
    chosen.preview(entrants=12, sides=2, options={"cycles": 2}, games_per_pairing=2)
    pairings = chosen.next_round(entrants, played, sides=2, options={"cycles": 2}, seed=7)
    ...                                                           # play them, then
    played.append(results)                                        # one PlayedPairing for each

The contract is `base.Format`; its types are exported here. In short:

- `sides` is how many entrants meet in one game: 2, 3 or 4; 2 for a team game of four seats, in
  which an entrant plays both partners. A pairing has that many entrants, or one: a bye.
- A pairing is played in blocks, every rotation of its order once, so that its order matters only
  for who begins the first game.
- All entrants that started are given at every call. Who withdraws is `active=False` from then on:
  it is not paired again, what it played counts. Each format says what becomes of its place.
- When the games of a pairing are over, ask `needs_more`, with the number of its round and of the
  entrants; True means one more block, then ask again.
- `next_round` returns None when the tournament is over; then `places` ranks the entrants, or if it
  is None, `points` with tie-breaks do.
- Everything is deterministic in its arguments. Nothing is kept between calls.

The ladder has no rounds: see `ladder.choose`.
"""

from tournaments.mathematics.formats.base import (
    Entrant,
    Format,
    FormatError,
    Options,
    Pairing,
    PlayedPairing,
    PlayedRound,
    Preview,
    active,
    by_seed,
)
from tournaments.mathematics.formats.berger import round_robin, seat_orders
from tournaments.mathematics.formats.gauntlet import Gauntlet
from tournaments.mathematics.formats.groups import Groups
from tournaments.mathematics.formats.knockout import DoubleElimination, Knockout
from tournaments.mathematics.formats.roundrobin import RoundRobin
from tournaments.mathematics.formats.swiss import Swiss

FORMATS: dict[str, Format] = {
    one.id: one
    for one in (RoundRobin(), Swiss(), Knockout(), DoubleElimination(), Gauntlet(), Groups())
}
"""Every format by its id, in the order in which they are offered."""


def get(format_id: str) -> Format:
    """The format with this id. Raises FormatError, which names them all, if there is none."""
    if format_id not in FORMATS:
        known = ", ".join(FORMATS)
        raise FormatError("format", f"No format {format_id!r}: the formats are {known}.")
    return FORMATS[format_id]


__all__ = [
    "FORMATS",
    "Entrant",
    "Format",
    "FormatError",
    "Options",
    "Pairing",
    "PlayedPairing",
    "PlayedRound",
    "Preview",
    "active",
    "by_seed",
    "get",
    "round_robin",
    "seat_orders",
]
