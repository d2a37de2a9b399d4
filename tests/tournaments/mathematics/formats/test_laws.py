"""What holds for every format."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import drawn, entrants, play
from tournaments.mathematics import formats
from tournaments.mathematics.formats import Entrant

PLAYABLE = [(name, sides) for name, one in formats.FORMATS.items() for sides in one.sides]

every_format = pytest.mark.parametrize(("name", "sides"), PLAYABLE)
some_seeds = st.integers(0, 10_000)


def _withdrawals(data, count):
    return {
        number: data.draw(st.sets(st.integers(0, count - 1), max_size=1)) for number in range(4)
    }


@every_format
@settings(max_examples=4, deadline=None)
@given(seed=some_seeds, data=st.data())
def test_a_tournament_taken_up_again_anywhere_goes_on_as_it_would_have(name, sides, seed, data):
    format_, leaving = formats.get(name), _withdrawals(data, 12)
    played = play(format_, 12, sides=sides, seed=seed, leaving=leaving)

    gone = set()
    for cut, round_ in enumerate(played):
        gone |= leaving.get(cut, set())
        pairs = format_.next_round(
            formats.Setup(entrants(12, gone=gone), sides=sides, seed=seed), list(played[:cut])
        )
        assert [drawn(pair, seed) for pair in pairs] == round_


@every_format
@settings(max_examples=4, deadline=None)
@given(seed=some_seeds, rng=st.randoms(use_true_random=False))
def test_the_order_of_the_list_of_entrants_does_not_matter(name, sides, seed, rng):
    format_, played = formats.get(name), play(formats.get(name), 12, sides=sides, seed=seed)
    shuffled = entrants(12)
    rng.shuffle(shuffled)

    cut = rng.randrange(len(played))
    pairs = format_.next_round(formats.Setup(shuffled, sides=sides, seed=seed), played[:cut])
    assert [drawn(pair, seed) for pair in pairs] == played[cut]


SEEDED = [pair for pair in PLAYABLE if pair[0] not in {"round-robin", "gauntlet"}]


@pytest.mark.parametrize(("name", "sides"), SEEDED)
@settings(max_examples=4, deadline=None)
@given(seed=some_seeds)
def test_other_numbers_for_the_same_entrants_give_the_same_pairings(name, sides, seed):
    format_, names = formats.get(name), list(range(12))
    random.Random(seed).shuffle(names)
    renamed = sorted(
        (Entrant(names[one.number], one.rating) for one in entrants(12)),
        key=lambda one: one.number,
    )

    pairs = format_.next_round(formats.Setup(entrants(12), sides=sides, seed=seed), [])
    others = format_.next_round(formats.Setup(renamed, sides=sides, seed=seed), [])

    assert others == [tuple(names[one] for one in pair) for pair in pairs]


@every_format
def test_no_points_are_lost_or_made(name, sides):
    count = 10 if sides == 5 else 12
    played = play(formats.get(name), count, sides=sides)

    points = formats.get(name).points(formats.Setup(entrants(count)), played)

    pairings = [one for round_ in played for one in round_ if one.games]
    # In a Swiss system a pairing is worth as much as one game; that many entrants need no byes.
    worth = [Fraction(sides, 2) if name == "swiss" else sum(one.scores) for one in pairings]
    assert sum(points.values()) == sum(worth)


EAGER = [(name, sides) for name, sides in PLAYABLE if formats.get(name).eager]


@pytest.mark.parametrize(("name", "sides"), EAGER)
def test_an_eager_format_needs_no_results(name, sides):
    format_ = formats.get(name)
    played = play(format_, 12, sides=sides)

    rounds = [
        format_.next_round(formats.Setup(entrants(12), sides=sides), [[]] * cut)
        for cut in range(len(played))
    ]

    assert rounds == [[one.entrants for one in round_] for round_ in played]


@pytest.mark.parametrize("name", formats.FORMATS)
def test_the_defaults_are_allowed_and_told(name):
    format_ = formats.get(name)

    assert format_.complete({}) == {spec.name: spec.default for spec in format_.options}
    assert format_.name
    assert format_.summary.endswith(".")
    assert all(spec.help.endswith(".") for spec in format_.options)


@pytest.mark.parametrize("name", formats.FORMATS)
def test_with_its_defaults_a_format_plays_any_small_number_of_entrants_that_it_takes(name):
    format_ = formats.get(name)

    for count in range(format_.fewest, 9):
        format_.check(formats.Setup(entrants(count)))
        assert play(format_, count)


def test_a_refusal_has_a_code_a_field_and_what_its_sentence_is_made_of():
    with pytest.raises(formats.FormatError) as refusal:
        formats.get("knockout").check(formats.Setup(formats.unrated(1)))

    error = refusal.value
    assert (error.code, error.field) == ("number-of-entrants", "entrants")
    assert error.parameters == {
        "format_name": "Knockout", "sides": 2, "least": 2, "most": 256, "count": 1,
    }  # fmt: skip
    assert str(error) == "Knockout takes 2 to 256 entrants where 2 sides meet; there are 1."


@pytest.mark.parametrize("text", ["{0}", "%s %d", "<b>", "\0", "🎲"])
def test_a_refusal_shows_what_was_asked_for_as_it_is(text):
    with pytest.raises(formats.FormatError) as unknown:
        formats.get("swiss").complete({text: 1})
    with pytest.raises(formats.FormatError) as wrong:
        formats.get("swiss").complete({"rounds": text})

    assert f"has no option {text};" in str(unknown.value)
    assert str(wrong.value).endswith(f", not {text}.")
