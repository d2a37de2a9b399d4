"""How many games a second one leaderboard enters into its ledger and its meetings.

`python -m tests.servers python -m benchmarks.entering` makes up a leaderboard of 300 versions that
have played 20,000 games, on PostgreSQL. Then 1,500 reported games wait,
and one process enters them in transactions of 1, 10 and 100, in turn: the row of the leaderboard is
locked all the time. A report that finds nothing else waiting enters one, and the more wait, the
more it enters. At the end the ledger is checked.
"""

import random
from collections.abc import Sequence

import engine
from benchmarks import database, ledger
from benchmarks.common import in_turn, parser, seconds
from tournaments.models import Game, Seat, Variant, Version
from tournaments.services.ratings import ledger as checks
from tournaments.services.ratings import live

SIZES = (1, 10, 100)


def wait(games: Sequence[Game], rows: Sequence[Version], seed: int) -> None:
    """Let games that are reported and not entered wait, with their seats."""
    rng = random.Random(seed)
    seats = []
    for game in games:
        ranks = rng.choice([(1, 2), (2, 1), (1, 1)])
        for seat, version in enumerate(rng.sample(rows, 2)):
            returns = {(1, 2): (1, -1), (2, 1): (-1, 1), (1, 1): (0, 0)}[ranks][seat]
            row = Seat(game=game, number=seat, version=version, rank=ranks[seat], returns=returns)
            seats.append(row)
    Seat.objects.bulk_create(seats)


def entered_a_second(pks: list[int], at_once: int) -> float:
    """Enter these games in transactions of this size, and return how many a second."""
    Game.objects.filter(pk__in=pks).update(is_waiting=True)
    live.AT_ONCE = at_once
    last = [Game.objects.get(pk=pk) for pk in pks[at_once - 1 :: at_once]]
    return len(pks) / seconds(lambda: [live.enter(game) for game in last])


def main() -> None:
    """Print the games a second for each size of a transaction, and what the check finds."""
    given = parser(__doc__, games=20_000, waiting=1500, versions=300, seed=1).parse_args()
    variant = Variant.objects.of(engine.load_game("kalah"))
    variant.name, variant.slug, variant.rated = "Kalah", "kalah", True
    variant.save()
    rows = ledger.versions(given.versions)
    games = ledger.finished(variant, given.games + given.waiting)
    ledger.play(variant, rows, games[: given.games], given.seed)
    left = [game.pk for game in games[given.games :]]
    wait(games[given.games :], rows, given.seed)
    rounds = 5
    # A multiple of each size.
    share = len(left) // (rounds * len(SIZES)) // max(SIZES) * max(SIZES)
    parts = (left[n : n + share] for n in range(0, len(left), share))
    speeds = in_turn(
        {str(size): lambda size=size: entered_a_second(next(parts), size) for size in SIZES}, rounds
    )
    for size, speed in speeds.items():
        print(f"{size:>4} a transaction: {speed:7.0f} games a second")
    print(f"differences: {checks.check(now=ledger.NOW, full=True).differences}")


if __name__ == "__main__":
    with database.empty():
        main()
