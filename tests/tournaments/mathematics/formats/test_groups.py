import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import drawn, entrants, play, result
from tournaments.mathematics import formats
from tournaments.mathematics.formats import groups
from tournaments.mathematics.formats.base import dealt

GROUPS = formats.get("groups-knockout")


def _better(pairing, _seed=0):
    return result(pairing, *[2 * (one == min(pairing)) for one in pairing])


def _pairs(played):
    return [[one.entrants for one in round_] for round_ in played]


def test_the_seeds_are_dealt_back_and_forth():
    assert dealt(range(8), 3) == [[0, 5, 6], [1, 4, 7], [2, 3]]


def test_two_groups_of_four_and_a_knockout_of_four():
    options = {"groups": 2, "third_place": True}

    played = play(GROUPS, 8, options=options, play=_better)

    # The groups are 0 3 4 7 and 1 2 5 6; the winner of one meets the second of the other.
    assert _pairs(played)[0] == [(0, 7), (3, 4), (1, 6), (2, 5)]
    assert _pairs(played)[3:] == [[(0, 2), (1, 3)], [(0, 1), (2, 3)]]
    ranked = GROUPS.places(formats.Setup(entrants(8), options=options), played)
    assert ranked == [*[(1, 0), (2, 1), (3, 2), (4, 3)], *[(5, 4), (5, 5), (7, 6), (7, 7)]]


@pytest.mark.parametrize(
    ("size", "count", "advance"),
    [(4, 2, 1), (5, 2, 1), (6, 2, 2), (7, 2, 2), (11, 2, 2), (12, 4, 2), (16, 4, 2), (256, 32, 2)],
)
def test_without_a_choice_groups_suit_the_entrants(size, count, advance):
    chosen = GROUPS.chosen(formats.Setup(formats.unrated(size)))

    assert (chosen["groups"], chosen["advance"]) == (count, advance)


@pytest.mark.parametrize("format_", formats.FORMATS.values(), ids=lambda one: one.id)
def test_the_options_of_a_format_as_they_begin_suit_every_number_of_entrants(format_):
    for size in range(format_.fewest, 65):
        setup = formats.Setup(formats.unrated(size))

        format_.check(setup)

        assert format_.preview(setup).games > 0


def test_one_group_is_refused():
    with pytest.raises(formats.FormatError, match="two groups or more"):
        GROUPS.check(formats.Setup(formats.unrated(8), options={"groups": 1}))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([2, 3, 4, 5, 8]), st.integers(2, 3), st.integers(0, 10_000))
def test_those_of_a_group_do_not_meet_in_the_first_round_of_the_knockout(count, advance, seed):
    options = {"groups": count, "advance": advance}
    size = count * 4

    played = play(GROUPS, size, options=options, seed=seed)

    home = {one: n for n, group in enumerate(dealt(range(size), count)) for one in group}
    first = [one.entrants for one in played[3] if len(one.entrants) == 2]
    assert all(home[one] != home[other] for one, other in first)


def test_who_left_its_group_does_not_go_on():
    played = play(GROUPS, 8, options={"groups": 2}, play=_better, leaving={2: {0}})

    # Of 0 3 4 7 the second and the third go on; 3 as the winner of its group meets the second, 2.
    assert sorted(one for pair in _pairs(played)[3] for one in pair) == [1, 2, 3, 4]


def test_who_leaves_in_the_knockout_changes_nothing_in_the_groups():
    options = {"groups": 2}
    played = play(GROUPS, 8, options=options, play=_better)[:4]

    final = GROUPS.next_round(formats.Setup(entrants(8, gone={0}), options=options), played)

    assert final == [(1,)]


@pytest.mark.parametrize(("staying", "places"), [({0}, [(1, 0)]), (set(), [])])
def test_one_left_after_the_groups_has_won_and_with_none_left_it_is_over(staying, places):
    options, gone = {"groups": 2, "advance": 1}, set(range(6)) - staying

    played = play(GROUPS, 6, options=options, leaving={1: gone})

    setup = formats.Setup(entrants(6, gone=gone), options=options)
    assert len(played) == 3
    assert GROUPS.places(setup, played)[: len(places)] == places


def test_in_the_groups_a_tie_stands_and_in_the_knockout_it_is_played_off():
    tie = result((0, 1), 1, 1)

    def needs(number):
        setup = formats.Setup(entrants(8), options={"groups": 2})
        return GROUPS.undecided(setup, [*[[]] * (number - 1), [tie]]) == [tie]

    assert [needs(number) for number in range(1, 6)] == [False, False, False, True, True]


def test_equals_are_placed_by_their_own_meeting():
    played = [
        [result((0, 3), 2, 0), result((1, 2), 2, 0)],
        [result((3, 2), 0, 2), result((0, 1), 0, 2)],
        [result((1, 3), 0, 2), result((2, 0), 0, 2)],
    ]

    # 0 and 1 have four points each, and 1 beat 0; 2 and 3 have two each, and 2 beat 3.
    assert groups.table(entrants(4), played, [0, 1, 2, 3]) == [1, 0, 2, 3]


def test_equals_that_drew_are_placed_by_seed():
    played = [[result((0, 1), 1, 1)]]

    assert groups.table(entrants(2), played, [0, 1]) == [0, 1]


def test_rounds_are_called_what_they_are():
    names = [
        GROUPS.round_name(formats.Setup(formats.unrated(8), options={"groups": 2}), [], number)
        for number in range(1, 6)
    ]

    assert names == [
        *["Groups, round 1", "Groups, round 2", "Groups, round 3", "Semi-finals", "Final"]
    ]


def test_where_fewer_go_on_than_planned_the_final_is_called_so():
    options, gone = {"groups": 2, "advance": 2}, {2, 3, 4, 5}
    setup = formats.Setup(entrants(6, gone=gone), options=options)

    played = play(GROUPS, 6, options=options, leaving={1: gone})

    # Of each group one is left; the plan was four, and two semi-finals.
    assert len(played) == 4
    assert GROUPS.round_name(setup, played[:3], 4) == "Final"
    assert GROUPS.round_name(setup, played, 4) == "Final"


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 16), st.integers(0, 10_000), st.sets(st.integers(0, 15)))
def test_the_last_round_of_the_knockout_is_the_final_whoever_leaves_the_groups(count, seed, gone):
    options = {"groups": 2, "advance": 2}
    gone = {one for one in gone if one < count}
    played = play(GROUPS, count, options=options, seed=seed, leaving={1: gone})
    setup = formats.Setup(entrants(count, gone=gone), options=options)

    names = [GROUPS.round_name(setup, played[:number], number + 1) for number in range(len(played))]

    assert "Final" not in names[:-1]
    assert names[-1] == "Final" or names[-1].startswith("Groups")


@pytest.mark.parametrize(
    ("count", "options", "field", "words"),
    [
        (7, {"groups": 4}, "groups", "7 entrants make 3 groups at most"),
        (8, {"groups": 4, "advance": 2}, "advance", "From groups of 2 at most 1 can go on"),
    ],
)
def test_groups_that_would_be_too_small_are_refused(count, options, field, words):
    with pytest.raises(formats.FormatError, match=words) as refusal:
        GROUPS.check(formats.Setup(formats.unrated(count), options=options))

    assert refusal.value.field == field


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(9, 20), st.booleans())
def test_the_preview_is_what_is_played(count, size, third):
    options = {"groups": count, "third_place": third}
    preview = GROUPS.preview(
        formats.Setup(formats.unrated(size), options=options, games_per_pairing=2)
    )

    played = play(GROUPS, size, options=options)

    pairings = sum(len(one.entrants) == 2 for round_ in played for one in round_)
    assert (preview.rounds, preview.pairings) == (len(played), pairings)


def test_from_any_round_on_the_same_goes_on():
    played = play(GROUPS, 13, options={"groups": 3}, seed=4)

    for cut in range(len(played)):
        pairs = GROUPS.next_round(
            formats.Setup(entrants(13), options={"groups": 3}, seed=4), played[:cut]
        )
        assert [drawn(pair, 4) for pair in pairs] == played[cut]


def _group(*results):
    """The rounds of a group of three: (entrants, their scores) of each; the third has a bye."""
    members = {one for pairing, _scores in results for one in pairing}
    return [
        [result(pairing, *scores), result(tuple(members - set(pairing)))]
        for pairing, scores in results
    ]


WON, DRAWN = (2, 0), (1, 1)
STRONG = _group(((1, 5), WON), ((1, 2), WON), ((2, 5), WON))
WEAK = _group(((0, 4), WON), ((0, 3), DRAWN), ((3, 4), WON))


def _side_by_side(*groups_):
    return [[one for round_ in rounds for one in round_] for rounds in zip(*groups_, strict=True)]


def test_the_winner_with_the_better_score_is_the_first_seed_of_the_knockout():
    played = _side_by_side(WEAK, STRONG)

    seeds = groups.qualified(entrants(6), played, [[0, 3, 4], [1, 2, 5]], 1)

    # Entrant 1 won all its games; entrant 0, the winner of the first group, drew a pairing.
    assert seeds == [1, 0]


def test_winners_with_equal_scores_are_seeded_by_their_groups():
    again = _group(((0, 4), WON), ((0, 3), WON), ((3, 4), WON))

    seeds = groups.qualified(entrants(6), _side_by_side(again, STRONG), [[0, 3, 4], [1, 2, 5]], 1)

    assert seeds == [0, 1]


def test_winners_of_groups_of_different_sizes_compare_by_the_mean_of_a_game():
    larger = [
        [result((0, 5), *WON), result((3, 4), *WON), result((1, 2), *WON)],
        [result((0, 4), *WON), result((3, 5), *DRAWN)],
        [result((0, 3), *DRAWN), result((4, 5), *WON)],
    ]

    seeds = groups.qualified(entrants(6), larger, [[0, 3, 4, 5], [1, 2]], 1)

    # Entrant 0 has 2½ of 3 pairings, more points than entrant 1 has of its one, but a lower mean.
    assert seeds == [1, 0]


def test_winners_are_seeded_before_better_seconds():
    played = _side_by_side(
        _group(((0, 4), DRAWN), ((0, 3), DRAWN), ((3, 4), DRAWN)),
        _group(((1, 5), WON), ((1, 2), DRAWN), ((2, 5), WON)),
    )

    seeds = groups.qualified(entrants(6), played, [[0, 3, 4], [1, 2, 5]], 2)

    # Entrant 2, second with three points of four, comes after entrant 0, who drew all it played.
    assert seeds[:2] == [1, 0]
    assert set(seeds[2:]) == {2, 3}
