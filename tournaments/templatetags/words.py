"""Filters and tags for texts in the reader's language, in addition to Django's own."""

import functools

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

import engine
from agents.words import speech
from tournaments.models import Variant
from tournaments.words import endings
from tournaments.words.conditions import options_stated
from tournaments.words.films import TEXTS

register = template.Library()


@register.filter
def said(text: object) -> str:
    """Translate an English text of the program into the reader's language."""
    return speech.said(str(text))


@register.filter
def in_words(variant: Variant) -> str:
    """Return a variant's name; for one without, its game and the options that are not as usual."""
    if variant.name:
        return str(variant)
    info = next((info for info in engine.games() if info.id == variant.game_id), None)
    chosen = variant.unusual_options()
    if info is None or not chosen:
        return str(variant)
    return variant.marked(f"{speech.said(info.name)}: {options_stated(chosen)}")


@register.simple_tag
def prefix() -> str:
    """Return what the paths of this site begin with; empty at the root of its host."""
    text: str = settings.PATH_PREFIX
    return text


@register.simple_tag
def told_of_films() -> list[tuple[str, str]]:
    """Return the English texts of films with their translations, unless they are the same."""
    games = ((info.name, speech.said(info.name)) for info in engine.games())
    pairs = [*games, *((text, speech.say(text)) for text in TEXTS)]
    return [(english, words) for english, words in pairs if english != words]


@register.simple_tag
def told_of_games() -> dict[str, str]:
    """Return the templates of what is done in games, and of how they end, by their codes."""
    return {code: speech.say(english) for code, english in endings.templates().items()}


@register.simple_tag
def words_of_scripts() -> SafeString:
    """Return what scripts say in the reader's language, for the page to carry."""
    return _words(get_language() or "")


@functools.cache
def _words(_language: str) -> SafeString:
    """Made once in each language: they would take a tenth of the time of a page."""
    text = render_to_string("includes/words.html")
    return mark_safe(text)  # noqa: S308 - a template has written it
