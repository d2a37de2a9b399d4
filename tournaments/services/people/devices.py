"""Browsers in which a player has logged in before: wrong passwords of others do not keep them out.

A signed cookie names the player. It depends on the password, and a new password invalidates it.
"""

import secrets
from typing import Any

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Player

COOKIE = "kauri-device"

SECONDS = 365 * 24 * 3600
"""How long a browser is recognised after the last log-in."""

_MOST_PLAYERS = 5
_SALT = "tournaments.devices"


def known(cookie: str, *, username: str) -> str:
    """Return the name of this cookie's browser if the player has logged in there; else empty."""
    device = _read(cookie)
    player = Player.objects.filter(username__iexact=username).first()
    if player is None or not device:
        return ""
    proof = device["players"].get(str(player.pk), "")
    return device["name"] if constant_time_compare(proof, _proof(player)) else ""


def with_player(cookie: str, player: Player) -> str:
    """Return a browser's cookie after the log-in of a player; others who logged in stay in it."""
    device = _read(cookie) or {"name": secrets.token_hex(8), "players": {}}
    others = [item for item in device["players"].items() if item[0] != str(player.pk)]
    players = dict([*others[1 - _MOST_PLAYERS :], (str(player.pk), _proof(player))])
    return signing.dumps(device | {"players": players}, salt=_SALT)


def _read(cookie: str) -> dict[str, Any]:
    try:
        device: dict[str, Any] = signing.loads(cookie, salt=_SALT, max_age=SECONDS)
    except signing.BadSignature:
        return {}
    return device


def _proof(player: Player) -> str:
    return salted_hmac(_SALT, player.get_session_auth_hash(), algorithm="sha256").hexdigest()
