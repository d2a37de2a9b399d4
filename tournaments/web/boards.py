"""The person behind a request at casual games: a player, and a token in the session."""

import secrets

from django.http import HttpRequest

from tournaments.queries.casual.people import Person

_KEY = "casual"


def person(request: HttpRequest) -> Person:
    """Return the person behind a request; a visitor without a token can only watch."""
    player = request.user if request.user.is_authenticated else None
    return Person(player, str(request.session.get(_KEY, "")))


def known_person(request: HttpRequest) -> Person:
    """Return the person behind a request, with a new token in the session if it has none."""
    if not request.session.get(_KEY):
        request.session[_KEY] = secrets.token_hex(16)
    return person(request)
