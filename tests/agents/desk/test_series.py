from agents.desk import series
from agents.table.referee import GameReport
from agents.terms.faults import Fault

SEED = bytes(32)


def report(*returns: float, fault: Fault | None = None) -> GameReport:
    ranks = tuple(1 + sum(other > value for other in returns) for value in returns)
    events = [{"seat": seat, "action": "A", "wall": 0.5, "cpu": 0.25} for seat in (0, 1, 1)]
    faults = (fault, *(None for _ in returns[1:]))
    return GameReport(
        {"events": [*events, {"seat": 0, "throw": "r1"}]},
        returns,
        ranks,
        "",
        faults,
        ("",) * len(returns),
        ((),) * len(returns),
    )


def play(reports: list[GameReport], *, seats: int = 2, first: str = "alternate", **terms):
    pending = iter(reports)
    return list(
        series.play(
            lambda _: next(pending),
            games=len(reports),
            seats=seats,
            seed=SEED,
            first=first,
            **terms,
        )
    )


def seatings(played):
    return [game.seating.entrants for game in played]


def test_seats_alternate():
    games = play([report(1, -1)] * 4)
    assert seatings(games) == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_with_three_seats_everybody_sits_everywhere_once_a_block():
    games = play([report(1, 0, -1)] * 4, seats=3)
    assert seatings(games) == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def dice(played):
    return [(game.seating.deal.seed, game.seating.deal.game_number) for game in played]


def test_every_game_has_dice_of_its_own():
    seen = dice(play([report(1, -1)] * 4))
    assert [number for _seed, number in seen] == [1, 2, 3, 4]
    assert all(len(seed) == 32 and seed != SEED for seed, _number in seen)


def test_with_same_dice_the_games_of_a_block_share_them_and_the_next_block_has_others():
    seen = dice(play([report(1, 0, -1)] * 6, seats=3, same_dice=True))
    assert seen[0] == seen[1] == seen[2] != seen[3] == seen[4] == seen[5]


def test_the_winner_sits_first_in_the_next_game_and_a_draw_changes_nothing():
    games = play([report(-1, 1), report(0, 0), report(1, -1), report(1, -1)], first="winner")
    assert seatings(games) == [(0, 1), (1, 0), (1, 0), (1, 0)]


def test_the_loser_sits_first_in_the_next_game():
    games = play([report(1, -1), report(1, -1)], first="loser")
    assert seatings(games) == [(0, 1), (1, 0)]
    assert games[0].seating.deal.seed != games[1].seating.deal.seed


def test_a_score_follows_the_entrant_from_seat_to_seat():
    fault = Fault("crash", 1, "It.", "")
    games = play([report(1, -1), report(1, -1), report(0, 0), report(-1, 1, fault=fault)])

    assert series.score(games, entrant=0) == series.Tally(
        games=4, wins=2, draws=1, losses=1, points=2.5, faults=0, actions=6, wall=3.0, cpu=1.5
    )
    assert series.score(games, entrant=1).faults == 1
