"""Games, options and variants by name; the engine's public face as a whole."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import engine
from engine.gametype import Trait
from tests.engine.walks import VARIANTS

ROOT = Path(engine.__file__).parents[1]


def fresh(code):
    """Run code in an interpreter of its own and return what it prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_games_tell_their_options_without_being_loaded():
    kalah, einstein, pachisi, ashte_kashte, alquerque = engine.games()
    assert (kalah.id, kalah.has_chance, kalah.seats) == ("kalah", False, (2,))
    assert (einstein.id, einstein.has_chance, einstein.seats) == ("einstein", True, (2,))
    assert (pachisi.id, pachisi.has_chance, pachisi.seats) == ("pachisi", True, (2, 4))
    assert (ashte_kashte.has_chance, ashte_kashte.seats) == (True, (2, 3, 4))
    assert (alquerque.id, alquerque.has_chance, alquerque.seats) == ("alquerque", False, (2, 4))
    assert [spec.name for spec in kalah.options] == [
        "pits",
        "seeds",
        "sowing",
        "empty_capture",
        "quiet_limit",
    ]


def test_importing_the_engine_loads_no_game_and_loading_one_loads_no_other():
    code = (
        "import sys, engine; engine.games(); print('engine.games.kalah.rules' in sys.modules);"
        "engine.load_game('kalah'); print('engine.games.kalah.rules' in sys.modules);"
        "print('engine.games.einstein.rules' in sys.modules)"
    )
    assert fresh(code).split() == ["False", "True", "False"]


def test_games_are_listed_by_their_pages():
    assert [f"{info.page}-{info.id}.md" for info in engine.games()] == sorted(
        path.name for path in (ROOT / "docs").glob("3?-*.md")
    )


def test_the_folder_of_the_games_never_takes_the_place_of_the_function():
    code = (
        "import engine.games.kalah.rules, engine; from engine.games.einstein import rules;"
        "print(*(info.id for info in engine.games()))"
    )
    assert fresh(code).split()[:2] == ["kalah", "einstein"]


@pytest.mark.parametrize("game_id", ["ashte_kashte", "", ".", "kalah.rules", "../kalah", 5, None])
def test_what_is_no_id_is_no_game(game_id):
    with pytest.raises(engine.UnknownGame, match="the games are kalah, einstein, pachisi, ashte"):
        engine.load_game(game_id)


def test_the_engine_imports_nothing_heavy():
    heavy = fresh(
        "import sys, engine; engine.load_game('einstein');"
        "print(*{'hashlib', 'random', 'json', 'dataclasses', 'inspect'} & set(sys.modules))"
    )
    assert heavy.split() == []


def test_defaults_are_those_of_the_rules_pages():
    assert engine.load_game("kalah").options == {
        "pits": 6,
        "seeds": 3,
        "sowing": "counterclockwise",
        "empty_capture": False,
        "quiet_limit": 200,
    }
    assert engine.load_game("einstein").options == {"setup": "random", "mirror": False}
    assert engine.load_game("pachisi").options == {
        "mode": "single",
        "track": 40,
        "dice": 1,
        "capture": "penalty",
        "barriers": False,
        "passing": False,
        "playout": False,
        "turn_limit": 5000,
    }
    assert engine.load_game("ashte-kashte").options == {
        "seats": 4,
        "passing": False,
        "playout": False,
        "turn_limit": 5000,
    }
    assert engine.load_game("alquerque").options == {
        "mode": "single",
        "layout": "triangles",
        "ending": "slow",
        "capture": "penalty",
        "quiet_limit": 100,
    }


@pytest.mark.parametrize("info", engine.games(), ids=lambda info: info.id)
def test_every_value_that_an_option_allows_can_be_loaded(info):
    for spec in info.options:
        for value in spec.allowed:
            wanted = {spec.name: value}
            if spec.requires and value != spec.default:
                wanted[spec.requires[0]] = spec.requires[1][0]
            assert engine.load_game(info.id, **wanted).options[spec.name] == value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seeds": 0}, "option seeds=0 is not allowed: it must be a whole number from 1 to 12"),
        ({"seeds": 13}, "option seeds=13 is not allowed"),
        ({"seeds": "4"}, "option seeds='4' is not allowed"),
        ({"seeds": True}, "option seeds=True is not allowed"),
        ({"seeds": 4.0}, "option seeds=4.0 is not allowed"),
        ({"quiet_limit": 100_001}, "a whole number from 1 to 100000"),
        ({"sowing": "both"}, "option sowing='both' is not allowed: it must be counterclockwise or"),
        ({"empty_capture": 1}, "option empty_capture=1 is not allowed: it must be false or true"),
        ({"stones": 4}, "kalah has no option 'stones': its options are pits, seeds, sowing,"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_allowed(options, message):
    with pytest.raises(engine.OptionError) as refused:
        engine.load_game("kalah", **options)
    assert message in str(refused.value)


def test_an_unknown_game_is_named_with_those_there_are():
    for load in (engine.load_game, engine.parse_variant):
        with pytest.raises(engine.UnknownGame, match="no game 'chess': the games are kalah, einst"):
            load("chess")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("kalah", "kalah"),
        ("kalah(seeds=3)", "kalah"),
        ("kalah(seeds=4)", "kalah(seeds=4)"),
        (" kalah( sowing = cross , seeds = 4 ) ", "kalah(seeds=4,sowing=cross)"),
        ("kalah(empty_capture=true)", "kalah(empty_capture=true)"),
        ("kalah(empty_capture=false)", "kalah"),
        ("einstein(mirror=true,setup=random)", "einstein(mirror=true)"),
    ],
)
def test_a_variant_has_one_spelling(text, canonical):
    assert engine.parse_variant(text).variant == canonical


@pytest.mark.parametrize(
    "text",
    [
        "kalah(",
        "kalah()",
        "kalah(seeds)",
        "kalah(seeds=4",
        "kalah(seeds=four)",
        "kalah(seeds=4,seeds=4)",
        "kalah(seeds=-4)",
        "kalah(seeds=4,)",
        "kalah(empty_capture=1)",
        "kalah(seeds=\u0664)",
        "kalah(seeds=4)x",
    ],
)
def test_a_text_that_spells_no_variant_is_refused(text):
    with pytest.raises(engine.OptionError):
        engine.parse_variant(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_written_as_the_call_that_makes_it(variant):
    game = engine.parse_variant(variant)
    again = eval(repr(game), {"engine": engine})
    assert (again.variant, again.options) == (game.variant, game.options)


@pytest.mark.parametrize("value", ["52", 52.0, 44, True])
def test_a_choice_among_numbers_takes_these_numbers_only(value):
    with pytest.raises(engine.OptionError, match="it must be 40 or 52 or 68"):
        engine.load_game("pachisi", track=value)


def test_option_texts_become_typed_values():
    assert engine.option_from_text("pachisi", "track=52") == ("track", 52)
    assert engine.option_from_text("pachisi", "track=44") == ("track", "44")
    assert engine.option_from_text("kalah", "seeds=4") == ("seeds", 4)
    assert engine.option_from_text("einstein", "mirror=true") == ("mirror", True)
    with pytest.raises(engine.OptionError, match="write an option as name=value"):
        engine.option_from_text("kalah", "seeds")


def test_the_type_of_a_game_speaks_openspiels_names():
    kalah, chosen = engine.load_game("kalah"), engine.load_game("einstein", setup="chosen")
    assert kalah.get_type().dynamics == Trait("SEQUENTIAL")
    assert kalah.get_type().reward_model == Trait("TERMINAL")
    assert kalah.get_type().utility == Trait("ZERO_SUM")
    assert kalah.get_type().chance_mode == Trait("DETERMINISTIC")
    assert kalah.get_type().information == Trait("PERFECT_INFORMATION")
    assert chosen.get_type().chance_mode == Trait("EXPLICIT_STOCHASTIC")
    assert chosen.get_type().information == Trait("IMPERFECT_INFORMATION")


def test_kinds_equal_by_name_and_nothing_else():
    class Enum:
        name = "SEQUENTIAL"

    assert Trait("SEQUENTIAL") == Enum()
    assert (Trait("SEQUENTIAL") != Enum()) is False
    assert Trait("SEQUENTIAL") != Trait("SIMULTANEOUS")
    assert Trait("SEQUENTIAL") != "SEQUENTIAL"
    assert hash(Trait("SEQUENTIAL")) == hash(Trait("SEQUENTIAL"))
    assert repr(Trait("SEQUENTIAL")) == "SEQUENTIAL"


def test_utilities_are_those_of_a_zero_sum_game():
    game = engine.load_game("kalah")
    utilities = (game.min_utility(), game.max_utility(), game.utility_sum())
    assert utilities == (-1.0, 1.0, 0.0)
    assert game.num_players() == 2


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert engine.__version__ == project["project"]["version"]


def test_every_error_is_an_engine_error():
    for error in (
        engine.UnknownGame,
        engine.OptionError,
        engine.InvalidNotation,
        engine.IllegalAction,
        engine.InvalidDocument,
    ):
        assert issubclass(error, engine.EngineError)


def test_every_public_name_exists_and_is_documented():
    for name in engine.__all__:
        thing = getattr(engine, name)
        assert not callable(thing) or documentation(thing)


def documentation(thing):
    """What the source says of a class or function: a compiled one has lost it."""
    source = ROOT / f"{thing.__module__.replace('.', '/')}.py"
    (found,) = [
        node
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if getattr(node, "name", None) == thing.__name__
    ]
    return ast.get_docstring(found)
