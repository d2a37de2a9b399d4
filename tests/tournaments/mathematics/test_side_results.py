"""How a game went for each side, and the counts of that."""

from tournaments.mathematics.side_results import SideResult, side_results, with_loss, with_seat


def test_the_loser_of_a_game_for_two_lost_by_the_end_of_the_game():
    assert side_results([(7, 0, 2, ""), (8, 1, 1, "")], "goal") == {
        7: SideResult(seat=0, rank=2, won=0, drawn=0, lost_by="goal"),
        8: SideResult(seat=1, rank=1, won=1, drawn=0, lost_by=""),
    }


def test_a_side_that_was_at_fault_lost_by_its_own_fault_and_the_others_by_the_end():
    found = side_results([(7, 0, 3, "timeout"), (8, 1, 1, ""), (9, 2, 2, "")], "goal")

    assert [one.lost_by for one in found.values()] == ["timeout", "", "goal"]


def test_partners_are_one_side_at_the_first_of_their_seats_whoever_was_at_fault():
    table = [(7, 0, 2, ""), (8, 1, 1, ""), (7, 2, 2, "crash"), (8, 3, 1, "")]

    found = side_results(table, "forfeit")

    assert [(one.seat, one.lost_by) for one in found.values()] == [(0, "crash"), (1, "")]


def test_a_first_place_shared_is_drawn_and_not_lost_by_anything():
    found = side_results([(7, 0, 1, ""), (8, 1, 1, "")], "quiet")

    assert [(one.won, one.drawn, one.lost, one.lost_by) for one in found.values()] == [
        (0, 1, 0, ""),
        (0, 1, 0, ""),
    ]


def test_counts_grow_by_a_game_and_leave_the_old_ones_as_they_were():
    lost = SideResult(seat=1, rank=2, won=0, drawn=0, lost_by="crash")
    seats, losses = {"0": [3, 1, 0]}, {"goal": 2}

    assert with_seat(seats, lost) == {"0": [3, 1, 0], "1": [0, 0, 1]}
    assert with_seat({"1": [1, 1, 1]}, lost) == {"1": [1, 1, 2]}
    assert with_loss(losses, lost) == {"goal": 2, "crash": 1}
    assert (seats, losses) == ({"0": [3, 1, 0]}, {"goal": 2})


def test_a_game_that_was_not_lost_counts_among_no_losses():
    won = SideResult(seat=0, rank=1, won=1, drawn=0, lost_by="")

    assert with_loss({"goal": 2}, won) == {"goal": 2}
