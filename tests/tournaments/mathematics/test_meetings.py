"""What two versions did against each other, added up game by game or all at once."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics import meetings
from tournaments.mathematics.meetings import PlayedGame, Tally
from tournaments.mathematics.statistics.block_sums import BlockSums
from tournaments.mathematics.statistics.few_blocks import mean_error

FIRST_DAY = date(2026, 1, 2)


@st.composite
def games(draw, match=1):
    """The games of a match of three."""
    return [
        PlayedGame(
            match=match,
            ranks=dict(zip((7, 8, 9), draw(st.tuples(*[st.integers(1, 3)] * 3)), strict=True)),
            counts=draw(st.booleans()),
            repeats=draw(st.booleans()),
            day=draw(st.sampled_from([None, FIRST_DAY, FIRST_DAY + timedelta(days=1)])),
            owners=frozenset({(7, 8)}),
        )
        for _number in range(draw(st.integers(1, 4)))
    ]


@given(games())
def test_game_by_game_comes_to_the_same_as_the_whole_match(block):
    found: dict[tuple[int, int], Tally] = {}
    for number, game in enumerate(block):
        for two, more in meetings.of_next(game, block[:number]).items():
            found[two] = found.get(two, Tally()) + more

    assert found == meetings.of_block(block)


@given(games())
def test_from_the_other_side_wins_are_losses(block):
    found = meetings.of_block(block)

    there, back = found[7, 8].sums, found[8, 7].sums
    assert (there.wins, there.draws, there.losses) == (back.losses, back.draws, back.wins)
    assert found[7, 8].day_games == found[8, 7].day_games
    assert found[7, 9].day_games == 0


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=4), min_size=1, max_size=9))
def test_the_sums_tell_the_error_that_the_blocks_tell(blocks):
    sums = BlockSums.of(blocks)

    totals, sizes = [sum(one) / 2 for one in blocks], [len(one) for one in blocks]
    mean = sum(totals) / sum(sizes)
    spread = sum((t - mean * n) ** 2 for t, n in zip(totals, sizes, strict=True))
    assert abs(sums.spread - spread) < 1e-9
    assert mean_error(totals, sizes, variance=0.25).error > 0


def test_only_the_last_matches_are_remembered():
    blocks = [[PlayedGame(match, {7: 1, 8: 2})] for match in range(30)]

    assert meetings.of_all(reversed(blocks))[7, 8].last_matches == tuple(range(20, 30))
