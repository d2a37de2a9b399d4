"""Variants are named in words, in pages' own language."""

import pytest
from django.utils.translation import override

import engine
from tournaments.models import Variant
from tournaments.templatetags.words import in_words, words_of_scripts

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("pachisi(mode=two)", "Pachisi: mode two"),
        ("pachisi(mode=two,turn_limit=100)", "Pachisi: mode two, turn limit 100"),
    ],
)
def test_a_variant_without_a_name_says_which_options_are_not_as_usual(key, name):
    assert in_words(Variant.objects.of(engine.parse_variant(key))) == name


def test_options_are_said_in_german():
    variant = Variant.objects.of(engine.parse_variant("kalah(pits=5,seeds=2)"))

    with override("de"):
        assert "pits" not in in_words(variant)


def test_scripts_speak_the_language_of_each_reader():
    texts = {}
    for language in ("en", "de", "en"):
        with override(language):
            texts[language] = words_of_scripts()

    assert "This match is over." in texts["en"]
    assert "This match is over." not in texts["de"]
    assert 'data-word="over"' in texts["de"]
