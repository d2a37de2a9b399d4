"""The catalogue says what its parameters hold, whatever that is."""

import inspect

import pytest

from agents import words

SENTENCES = [
    one
    for module in (getattr(words, name) for name in words.__all__)
    for _name, one in inspect.getmembers(module, inspect.isfunction)
]
NUMBERS = {"int": 7, "int | None": 7, "float": 7.5}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.__name__)
def test_every_sentence_shows_all_of_its_parameters_as_they_are(sentence):
    kinds = {name: one.annotation for name, one in inspect.signature(sentence).parameters.items()}
    texts = {name: f"{{0}} %s <{name}>" for name, kind in kinds.items() if kind not in NUMBERS}
    given = {
        name: [texts[name]] if kind == "Sequence[str]" else NUMBERS.get(kind, texts.get(name))
        for name, kind in kinds.items()
    }

    said = sentence(**given)

    assert said.strip() == said
    assert all(text in said for text in texts.values())
