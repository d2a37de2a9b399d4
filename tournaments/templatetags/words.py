"""What every template may use to say something in the reader's language, beside Django's tags."""

from django import template

from agents.words import speech

register = template.Library()


@register.filter
def said(text: object) -> str:
    """A text of the program's own that stands somewhere as English, in the reader's language."""
    return speech.said(str(text))
