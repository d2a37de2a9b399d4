"""What a bot says it plays: games, or some of their variants."""

import pytest

import engine
from agents.bots import checks
from agents.terms import repertoire

NARROW = ("kalah(seeds=4)", "pachisi(mode=two)", "ashte-kashte(seats=2)", "ashte-kashte(seats=3)")


@pytest.mark.parametrize(
    ("variant", "played"),
    [
        ("kalah(seeds=4)", True),
        ("kalah(seeds=4,sowing=cross)", True),
        ("kalah", False),
        ("pachisi(mode=two,turn_limit=100)", True),
        ("pachisi", False),
        ("ashte-kashte(seats=3)", True),
        ("ashte-kashte(seats=4)", False),
        ("einstein", False),
        ("chess", False),
    ],
)
def test_an_entry_with_options_stands_for_all_variants_that_have_them(variant, played):
    assert repertoire.plays(NARROW, variant) is played


def test_an_id_stands_for_all_variants_of_its_game():
    played = [one for one in checks.MODES if repertoire.plays(["pachisi"], one)]

    assert played == [one for one in checks.MODES if one.startswith("pachisi")]


def test_an_option_that_is_spelt_out_narrows_even_where_it_is_the_default():
    default = engine.load_game("kalah").options["seeds"]

    (entry,) = repertoire.read([f" kalah ( seeds={default} ) "])

    assert entry == f"kalah(seeds={default})"
    assert repertoire.plays([entry], "kalah")
    assert not repertoire.plays([entry], "kalah(seeds=5)")


def test_an_entry_counts_once():
    assert repertoire.read(["kalah", "kalah ", "kalah"]) == ("kalah",)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("chess", "no game 'chess': the games are"),
        ("kalah(stones=4)", "kalah has no option 'stones': its options are"),
        ("kalah(seeds=99)", "option seeds=99 is not allowed: it must be a whole number from"),
        ("kalah(seeds=4", "write a variant as kalah or kalah(option=value,...)"),
    ],
)
def test_an_unknown_name_is_an_error_with_what_is_allowed(entry, said):
    with pytest.raises(engine.EngineError) as error:
        repertoire.read([entry])

    assert said in str(error.value)


def test_it_tells_what_is_played_of_a_game_where_that_is_not_all():
    assert repertoire.narrowed([*NARROW, "kalah"], "kalah") == []
    assert repertoire.narrowed(NARROW, "ashte-kashte") == list(NARROW[2:])
    assert repertoire.game_ids(NARROW) == ["kalah", "pachisi", "ashte-kashte"]
