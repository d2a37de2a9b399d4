"""The lines of docs/30-kalah.md, one by one."""

from functools import cache

import pytest

import engine
from tests.engine.walks import legal_texts, played


def position(pits, stores, seat=0, *, quiet=0, **options):
    """A position of Kalah: both rows from their owners' left, both stores, the seat to move."""
    total = sum(pits[0]) + sum(pits[1]) + sum(stores)
    seeds = total // (2 * len(pits[0]))
    assert seeds * 2 * len(pits[0]) == total, "seeds must divide evenly"
    game = engine.load_game("kalah", pits=len(pits[0]), seeds=seeds, **options)
    past = {"history": [], "forfeits": [], "reason": "", "ranks": []}
    place = {"pits": pits, "stores": stores, "quiet": quiet, "player": seat}
    variant = {"game": "kalah", "rules": 1, "options": game.options}
    return game.state_from_dict(variant | past | place)


def board(state):
    document = state.to_dict()
    return document["pits"], document["stores"]


def after(state, text):
    state.apply_action(state.string_to_action(text))
    return board(state)


def test_every_pit_starts_with_three_seeds_and_seat_0_begins():
    state = played("kalah", "")
    assert board(state) == ([[3] * 6, [3] * 6], [0, 0])
    assert state.current_player() == 0


def test_seat_0_plays_upper_case_pits_and_seat_1_lower_case_ones():
    assert legal_texts(played("kalah", "")) == list("ABCDEF")
    assert legal_texts(played("kalah", "A")) == list("abcdef")


def test_seeds_are_sown_one_by_one_counter_clockwise():
    assert after(played("kalah", ""), "A") == ([[0, 4, 4, 4, 3, 3], [3] * 6], [0, 0])


def test_sowing_goes_through_the_own_store_into_the_opponents_row():
    assert after(played("kalah", ""), "F") == ([[3, 3, 3, 3, 3, 0], [4, 4, 3, 3, 3, 3]], [1, 0])


def test_the_opponents_store_is_skipped():
    state = position([[0, 0, 8], [1, 1, 2]], [0, 0])
    assert after(state, "C") == ([[1, 1, 1], [2, 2, 3]], [2, 0])


def test_an_empty_pit_cannot_be_chosen():
    state = played("kalah", "A b")
    with pytest.raises(engine.IllegalAction, match="B, C, D, E, F"):
        state.string_to_action("A")


def test_the_opponents_pit_cannot_be_chosen():
    with pytest.raises(engine.IllegalAction, match="seat 0 may choose from A, B"):
        played("kalah", "").string_to_action("a")


def test_a_last_seed_in_the_own_store_moves_again():
    state = played("kalah", "D")
    assert state.current_player() == 0
    assert legal_texts(state) == list("ABCEF")


def test_extra_turns_are_not_limited():
    state = position([[0, 2, 1], [1, 1, 1]], [0, 0])
    for text in ("C", "B", "C"):
        assert state.current_player() == 0
        after(state, text)


def test_a_last_seed_in_an_own_empty_pit_captures_it_and_the_seeds_facing_it():
    state = position([[1, 0, 2], [1, 4, 1]], [0, 3])
    assert after(state, "A") == ([[0, 0, 2], [1, 0, 1]], [5, 3])
    assert state.current_player() == 1


def test_pit_a_faces_the_opponents_last_pit():
    state = position([[7, 0, 1], [0, 1, 0]], [1, 2])
    assert after(state, "A") == ([[0, 1, 2], [1, 2, 0]], [1 + 1 + 2, 2])


def test_nothing_is_captured_where_the_facing_pit_is_empty():
    state = position([[1, 0, 2], [3, 0, 3]], [0, 3])
    assert after(state, "A") == ([[0, 1, 2], [3, 0, 3]], [0, 3])


def test_nothing_is_captured_in_an_opponents_empty_pit():
    state = position([[1, 0, 2], [0, 2, 1]], [0, 0])
    assert after(state, "C") == ([[1, 0, 0], [1, 2, 1]], [1, 0])


def test_a_full_lap_does_not_skip_the_lifted_pit_and_captures_there():
    state = position([[1, 7, 1], [1, 1, 1]], [0, 0])
    assert after(state, "B") == ([[2, 0, 2], [2, 0, 2]], [1 + 1 + 2, 0])


def test_the_game_ends_when_a_row_is_empty_and_the_other_seat_banks_its_seeds():
    state = position([[0, 0, 1], [2, 2, 1]], [3, 3])
    assert after(state, "C") == ([[0, 0, 0], [0, 0, 0]], [4, 8])
    assert state.returns() == [-1.0, 1.0]
    assert state.outcome().reason == "empty"


def test_an_extra_turn_does_not_keep_a_game_with_an_empty_row_going():
    state = position([[0, 0, 1], [0, 0, 1]], [2, 2])
    after(state, "C")
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_the_game_ends_too_when_the_opponents_row_is_captured_empty():
    state = position([[1, 0, 2], [0, 1, 0]], [5, 3])
    assert after(state, "A") == ([[0, 0, 0], [0, 0, 0]], [5 + 2 + 2, 3])
    assert state.ranks() == [1, 2]


def test_more_seeds_win_and_equal_seeds_draw():
    draw = position([[0, 0, 1], [0, 0, 1]], [2, 2])
    after(draw, "C")
    assert draw.ranks() == [1, 1]
    assert draw.outcome().text == "A row is empty: a draw, 3 seeds each."


def test_cross_sows_an_odd_pit_clockwise_and_an_even_one_counter_clockwise():
    start = played("kalah(sowing=cross)", "")
    assert after(start.clone(), "D") == ([[4, 4, 4, 0, 3, 3], [3] * 6], [0, 0])
    even = played("kalah(seeds=4,sowing=cross)", "")
    assert after(even, "A") == ([[0, 5, 5, 5, 5, 4], [4] * 6], [0, 0])


def test_cross_skips_the_opponents_store_clockwise_too():
    start = played("kalah(sowing=cross)", "")
    assert after(start, "A") == ([[0, 3, 3, 3, 3, 3], [3, 3, 3, 4, 4, 4]], [0, 0])


def test_cross_enters_the_own_store_clockwise():
    state = position([[9, 1, 1], [0, 1, 0]], [0, 0], sowing="cross")
    assert after(state, "A")[1] == [1, 0]


def test_cross_captures_where_a_clockwise_sowing_ends():
    state = position([[0, 1, 2], [1, 1, 3]], [2, 2], sowing="cross")
    assert after(state, "B") == ([[0, 0, 2], [1, 1, 0]], [6, 2])


def test_empty_capture_banks_the_last_seed_alone():
    state = position([[1, 0, 2], [3, 0, 3]], [0, 3], empty_capture=True)
    assert after(state, "A") == ([[0, 0, 2], [3, 0, 3]], [1, 3])


def test_the_quiet_limit_banks_each_row_for_its_owner():
    state = position([[1, 0, 3], [3, 0, 3]], [0, 2], quiet=1, quiet_limit=2)
    assert after(state, "A") == ([[0, 0, 0], [0, 0, 0]], [4, 8])
    assert state.outcome().reason == "quiet"
    assert state.outcome().text == (
        "No seed entered a store in 2 actions: seat 1 wins by 8 seeds to 4."
    )


def test_a_seed_in_a_store_starts_the_quiet_count_anew():
    state = position([[1, 0, 3], [3, 0, 3]], [0, 2], quiet=1, quiet_limit=2)
    after(state, "C")
    assert not state.is_terminal()
    assert state.to_dict()["quiet"] == 0


def test_an_empty_row_is_judged_before_the_quiet_limit():
    state = position([[1, 0, 0], [1, 0, 1]], [1, 2], quiet=1, quiet_limit=2, sowing="cross")
    assert after(state, "A") == ([[0, 0, 0], [0, 0, 0]], [1, 5])
    assert state.outcome().reason == "empty"


def test_cross_games_that_circle_end_at_the_default_limit():
    state = position([[0, 0, 0, 1], [0, 0, 0, 1]], [3, 3], sowing="cross")
    actions = 0
    while not state.is_terminal():
        mine = state.to_dict()["pits"][state.current_player()]
        state.apply_action(mine.index(1))
        actions += 1
    assert state.outcome().reason in {"empty", "quiet"}
    assert actions <= 200


def test_a_forfeit_gives_the_game_to_the_other_seat():
    state = played("kalah", "D A")
    state.forfeit(0)
    assert state.ranks() == [2, 1]
    assert state.outcome() == ("forfeit", "Seat 0 forfeits, seat 1 wins.")


def test_the_text_board_shows_both_rows_stores_and_the_seat_to_move():
    assert str(played("kalah", "D")) == "\n".join(
        [
            "    f  e  d  c  b  a",
            "    3  3  3  3  3  3",
            " 0                    1",
            "    3  3  3  0  4  4",
            "    A  B  C  D  E  F",
            "Seat 0 to move.",
        ]
    )


@pytest.mark.parametrize(
    "change",
    [
        {"pits": [[3] * 6, [3] * 5]},
        {"pits": [[3] * 6, [2] * 6]},
        {"pits": [[3] * 6, [4, 2, 3, 3, 3, -3]]},
        {"pits": "333"},
        {"stores": [0]},
        {"quiet": 201},
        {"quiet": None},
        {"player": 2},
        {"player": engine.CHANCE},
        {"player": engine.TERMINAL},
        {"pits": [[0] * 6, [3] * 6], "stores": [18, 0]},
        {"history": ["A"]},
        {"forfeits": [[0, 2]]},
        {"ranks": [1, 2]},
        {"rules": 2},
        {"options": {"pits": 6}},
        {"game": "einstein"},
    ],
)
def test_a_document_that_cannot_be_right_is_refused(change):
    state = played("kalah", "")
    with pytest.raises(engine.InvalidDocument):
        state.get_game().state_from_dict(state.to_dict() | change)


# Irving, Donkers and Uiterwijk, "Solving Kalah" (2000): results for the first player by pits and
# seeds, as the rules page quotes them.
PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL"}


def margin(pits, seeds):
    """Solve Kalah(pits, seeds) for the first player's margin, by memory and by the engine."""
    game = engine.load_game(
        "kalah", pits=pits, seeds=seeds, empty_capture=True, quiet_limit=100_000
    )

    @cache
    def gain(row, other):
        """What the seat to move still banks more than the other, both rows as it sees them."""
        best = None
        for pit, held in enumerate(row):
            if held:
                value = value_of(row, other, pit)
                best = value if best is None else max(best, value)
        return best

    def value_of(row, other, pit):
        spare = 2 * pits * seeds - sum(row) - sum(other)
        state = start(row, other, spare)
        state.apply_action(pit)
        won = state.store(0) - (state.store(1) - spare)
        if state.is_terminal():
            return won
        mine, theirs = tuple(state.pits(0)), tuple(state.pits(1))
        return won + (gain(mine, theirs) if state.current_player() == 0 else -gain(theirs, mine))

    def start(row, other, spare):
        document = game.new_initial_state().to_dict()
        document |= {"pits": [list(row), list(other)], "stores": [0, spare], "player": 0}
        return game.state_from_dict(document)

    return gain((seeds,) * pits, (seeds,) * pits)


@pytest.mark.once
@pytest.mark.parametrize(
    ("pits", "seeds"),
    [(p, s) for p in (1, 2) for s in range(1, 7)]
    + [(3, 1), (3, 2), (3, 3), (3, 4), (4, 1), (4, 2)],
)
def test_small_boards_have_the_published_results(pits, seeds):
    result = margin(pits, seeds)
    if pits == 4:
        assert result == (2, 6, 8, 2, 2, 0)[seeds - 1]
    else:
        assert "LDW"[(result > 0) - (result < 0) + 1] == PUBLISHED[pits][seeds - 1]
