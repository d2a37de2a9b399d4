"""Providers of OpenID Connect, from four settings that are lists of one length."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify

from tournaments.machinery.setup.variables import SettingError
from tournaments.machinery.web.openid import is_safe

_LISTS = tuple(f"KAURI_OPENID_{part}" for part in ("NAMES", "SERVERS", "CLIENTS", "SECRETS"))
_LONGEST_NAME = 40


def providers(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the app of each provider for allauth. Raises SettingError."""
    lists = [values[name] for name in _LISTS]
    if len(set(map(len, lists))) > 1:
        raise SettingError(f"{', '.join(_LISTS)} need equally many values, with commas between")
    apps = [_app(*parts) for parts in zip(*lists, strict=True)]
    for key in ("provider_id", "name", "client_id"):
        if len({app[key] for app in apps}) < len(apps):
            raise SettingError("two OpenID providers need two names, two servers and two clients")
    return apps


def _app(name: str, server: str, client: str, secret: str) -> dict[str, Any]:
    if not _is_server(server):
        raise SettingError(f"KAURI_OPENID_SERVERS has {server!r}; allowed is https://host/path")
    if len(name) > _LONGEST_NAME:
        raise SettingError(f"KAURI_OPENID_NAMES: a name has at most {_LONGEST_NAME} characters")
    # A subject is one person at one server, so accounts must follow the server, not the name.
    place = server.partition("://")[2].translate(str.maketrans("/.:", "---"))
    return {
        "provider_id": slugify(place),
        "name": name,
        "client_id": client,
        "secret": secret,
        "settings": {"server_url": server.rstrip("/")},
    }


def _is_server(address: str) -> bool:
    try:
        return is_safe(address)
    except ValueError:
        return False
