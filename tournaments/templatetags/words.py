"""What every template may use to say something in the reader's language, beside Django's tags."""

from django import template

import engine
from agents.words import speech
from tournaments.words.retold import OF_FILMS, SHAPES, retold

register = template.Library()


@register.filter
def said(text: object) -> str:
    """A text of the program's own that stands somewhere as English, in the reader's language."""
    return speech.said(str(text))


register.filter(retold)


@register.simple_tag
def told_of_films() -> list[tuple[str, str]]:
    """What films say in English, each with the reader's words for it; nothing where it stays."""
    games = ((info.name, speech.said(info.name)) for info in engine.games())
    pairs = [*games, *((form, speech.say(form)) for form in OF_FILMS)]
    return [(english, words) for english, words in pairs if english != words]


@register.simple_tag
def shapes_of_fields() -> dict[str, str]:
    """What may stand in the fields of these forms, as regular expressions by their names."""
    return SHAPES
