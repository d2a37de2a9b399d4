"""Texts that are made once and shared."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from tournaments.machinery.caches import shared

NOW = datetime.fromtimestamp(1_000_000 * shared.BRIEF_SECONDS, UTC)


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def test_a_brief_text_is_made_again_when_it_is_too_old():
    texts = iter(["first", "second"])

    found = [
        shared.brief("name", NOW + timedelta(seconds=after), lambda: next(texts))
        for after in (0, shared.BRIEF_SECONDS - 1, shared.BRIEF_SECONDS)
    ]

    assert found == ["first", "first", "second"]


def test_two_names_have_texts_of_their_own():
    assert shared.brief("one", NOW, lambda: "a") == "a"
    assert shared.brief("other", NOW, lambda: "b") == "b"
