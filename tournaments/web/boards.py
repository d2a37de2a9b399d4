"""Who a request is at the boards of casual games: a player, and a token in the session."""

import secrets

from django.http import HttpRequest

from tournaments.queries.casual.people import Person

_KEY = "casual"


def person(request: HttpRequest) -> Person:
    """Whoever asks; a visitor without a token only looks on."""
    player = request.user if request.user.is_authenticated else None
    return Person(player, str(request.session.get(_KEY, "")))


def known_person(request: HttpRequest) -> Person:
    """Whoever does something at a board, known by a token from now on."""
    if not request.session.get(_KEY):
        request.session[_KEY] = secrets.token_hex(16)
    return person(request)
