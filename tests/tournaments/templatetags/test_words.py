"""Variants are named in words, in pages' own language."""

import pytest
from django.utils.translation import override

import engine
from tournaments.models import Variant
from tournaments.templatetags.words import in_words

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
