"""The order in which the queue is served, compared with serving it one match at a time."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.turns import WaitingLine, ahead

queues = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=8)


def in_order(owners_and_waiting):
    """Lines in the order of their turns: an owner's lines stand together."""
    owners = list(dict.fromkeys(owner for owner, _waiting in owners_and_waiting))
    ordered = sorted(owners_and_waiting, key=lambda pair: owners.index(pair[0]))
    return [WaitingLine(owner, number, waiting) for number, (owner, waiting) in enumerate(ordered)]


def served(lines):
    """Which tournament is served, turn by turn: the owner, then the line, longest without one."""
    left = {line.tournament: line.waiting for line in lines}
    owner_turn = {line.owner: n for n, line in reversed(list(enumerate(lines)))}
    line_turn = {line.tournament: n for n, line in enumerate(lines)}
    turn = len(lines)
    while candidates := [line for line in lines if left[line.tournament]]:
        one = min(candidates, key=lambda c: (owner_turn[c.owner], line_turn[c.tournament]))
        left[one.tournament] -= 1
        turn += 1
        owner_turn[one.owner] = line_turn[one.tournament] = turn
        yield one.tournament


@given(queues)
def test_ahead_is_what_is_served_before(drawn):
    lines = in_order(drawn)
    order = list(served(lines))
    places = dict.fromkeys(range(len(lines)), 0)

    for before, tournament in enumerate(order):
        assert ahead(lines, tournament=tournament, place=places[tournament]) == before
        places[tournament] += 1


def test_two_matches_wait_for_two_of_ten_thousand():
    lines = [
        WaitingLine(owner=1, tournament=1, waiting=10_000),
        WaitingLine(owner=2, tournament=2, waiting=2),
    ]

    assert ahead(lines, tournament=2, place=1) == 3


def test_many_tournaments_of_one_owner_share_one_turn():
    lines = [WaitingLine(1, number, 10) for number in range(50)] + [WaitingLine(2, 99, 1)]

    assert ahead(lines, tournament=99, place=0) == 1
