"""One module has two names, and is loaded once."""

import importlib

import pytest

import engine
from agents import sdk, values
from engine import film


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("kauri.sdk", sdk),
        ("kauri.engine", engine),
        ("kauri.engine.film", film),
        ("kauri.values", values),
    ],
)
def test_a_module_is_the_same_by_both_names_and_keeps_its_own(name, module):
    same = importlib.import_module(name)

    assert same is module
    assert same.__name__ == same.__spec__.name == module.__name__


def test_what_is_not_there_is_missing_by_its_own_name():
    with pytest.raises(ModuleNotFoundError, match=r"agents\.nothing"):
        importlib.import_module("kauri.nothing")
