"""Checks of the settings, and of this machine with them, for `manage.py check`.

Each finding has an id, the thing it is about, and what to do. `check --deploy` also reports what is
not safe. `manage.py doctor` reports both.
"""

import os
import stat
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.conf import settings
from django.core import checks
from django.template.defaultfilters import pluralize

import engine
from tournaments.machinery.web import fairness

TAG = "kauri"

SHORTEST_SECRET = 32
SHORTEST_TOKEN = 16

_LOCAL = {"localhost", "127.0.0.1", "[::1]"}
_BEYOND_BOTS = 512 * 1024 * 1024
"""Bytes of memory that the site, the workers themselves and the system need."""


def _is_public() -> bool:
    """Whether the site has a name that other machines know."""
    return bool(set(settings.ENVIRONMENT["KAURI_HOSTS"]) - _LOCAL)


def _finding(
    kind: type[checks.Error | checks.Warning],
    number: int,
    text: str,
    hint: str,
    obj: str = "settings",
) -> checks.CheckMessage:
    return kind(text, hint=hint, obj=obj, id=f"kauri.{kind.__name__[0]}{number:03}")


_error, _warning = partial(_finding, checks.Error), partial(_finding, checks.Warning)


def _grave(number: int, text: str, hint: str) -> checks.CheckMessage:
    """Return an error on a public site, and a warning on one for this machine alone."""
    return (_error if _is_public() else _warning)(number, text, hint)


@checks.register(TAG, deploy=True)
def what_visitors_meet(**_asked: Any) -> Iterator[checks.CheckMessage]:
    """Check what visitors see: debug pages, the site's names, TLS and mail."""
    environment = settings.ENVIRONMENT
    if environment["KAURI_DEBUG"]:
        text = "KAURI_DEBUG=1 shows the inside of the site to visitors."
        yield _grave(1, text, "Unset KAURI_DEBUG.")
    if "*" in environment["KAURI_HOSTS"]:
        hint = "Name the hosts of the site, like KAURI_HOSTS=kauri.example.org."
        yield _error(2, "KAURI_HOSTS=* answers to any name.", hint)
    if _is_public() and not environment["KAURI_HTTPS"]:
        text = "The site has a public name, and passwords may travel without TLS."
        hint = "Put a proxy with TLS in front and set KAURI_HTTPS=1: see docs/50-running-it.md."
        yield _warning(3, text, hint)
    if not _is_public() and environment["KAURI_ADDRESS"] not in {"127.0.0.1", "::1"}:
        text = f"It listens on {environment['KAURI_ADDRESS']}, and answers only to localhost."
        yield _warning(4, text, "Name the site's host in KAURI_HOSTS.")
    if _is_public() and not environment["KAURI_EMAIL_HOST"]:
        text = "The site sends no mail, so nobody can reset a forgotten password."
        hint = "Name your mail server in KAURI_EMAIL_HOST: see docs/51-settings.md."
        yield _warning(12, text, hint)


@checks.register(TAG, deploy=True)
def what_guards_it(**_asked: Any) -> Iterator[checks.CheckMessage]:
    """Check the sandbox of the bots, and the secrets."""
    environment = settings.ENVIRONMENT
    if environment["KAURI_ISOLATION"] == "none":
        text = "KAURI_ISOLATION=none runs bots without a sandbox."
        yield _grave(5, text, "Unset it, unless you trust the code of every bot.")
    if 0 < len(environment["KAURI_METRICS_TOKEN"]) < SHORTEST_TOKEN:
        hint = f"Take at least {SHORTEST_TOKEN} random characters."
        yield _warning(6, "KAURI_METRICS_TOKEN can be guessed.", hint)
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        hint = 'Make one: python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
        yield _error(7, "It is so short that it can be guessed.", hint, "secret key")
    path = settings.VAR / "secret-key"
    if not environment["KAURI_SECRET_KEY"] and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        text = f"Others on this machine may read {path}."
        yield _warning(8, text, f"chmod go= {path}", "secret key")


@checks.register(TAG)
def what_slows_it(**_asked: Any) -> Iterator[checks.CheckMessage]:
    """Check the build of the engine, and whether this machine can play all its matches at once."""
    spare = max(1, settings.CORES - 1)
    if engine.build() != "compiled":
        text = f"{engine.__version__}, interpreted: right, but slow"
        hint = "Run tools/build-engine with the Python that runs Kauri."
        yield _warning(9, text, hint, "engine")
    if spare < settings.SLOTS:
        text = f"{matches_at_once()}: bots will wait for each other on the clock."
        yield _warning(10, text, f"Set KAURI_SLOTS={spare}, or unset it.", "slots")
    if _memory() < _memory_wanted():
        yield _warning(11, memory(), "Lower KAURI_SLOTS or the bots' memory.", "memory")


@checks.register(TAG, deploy=True)
def what_makes_clocks_unfair(**_asked: Any) -> Iterator[checks.CheckMessage]:
    """Check for what slows one bot more than another, or the same bot at some times."""
    for found in fairness.findings():
        yield _warning(found.number, found.text, found.hint, "fairness")


def matches_at_once() -> str:
    """Return how many matches are played here at once, and on how many cores."""
    slots, cores = settings.SLOTS, settings.CORES
    return f"{slots} match{pluralize(slots, 'es')} at once on {cores} core{pluralize(cores)}"


def memory() -> str:
    """Return how much memory this machine has, and how much its matches may need."""
    wanted = _memory_wanted() / 1e9
    return f"{_memory() / 1e9:.1f} GB; matches of four bots may want {wanted:.1f} GB"


def _memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _memory_wanted() -> int:
    return settings.SLOTS * 4 * settings.LIMITS.memory_bytes + _BEYOND_BOTS
