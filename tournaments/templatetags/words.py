"""Filters and tags for texts in the reader's language, in addition to Django's own."""

from django import template

import engine
from agents.words import speech
from tournaments.words.retold import OF_FILMS, SHAPES, retold

register = template.Library()


@register.filter
def said(text: object) -> str:
    """Translate an English text of the program into the reader's language."""
    return speech.said(str(text))


register.filter(retold)


@register.simple_tag
def told_of_films() -> list[tuple[str, str]]:
    """Return the English texts of films with their translations, unless they are the same."""
    games = ((info.name, speech.said(info.name)) for info in engine.games())
    pairs = [*games, *((form, speech.say(form)) for form in OF_FILMS)]
    return [(english, words) for english, words in pairs if english != words]


@register.simple_tag
def shapes_of_fields() -> dict[str, str]:
    """Return the regular expressions that fields of forms must match, by name."""
    return SHAPES
