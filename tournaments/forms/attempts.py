"""How often one may try to log in.

Failures are counted in the cache: by account and address, so that nobody can shut an account for
its owner; by address, against those who try many accounts; and by account, far more generously,
against those who come from many addresses.
"""

import hashlib
from datetime import timedelta

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from tournaments.machinery.counts import one_more

WINDOW = timedelta(minutes=15)
SECONDS = WINDOW.total_seconds()

ALLOWED = {"account and address": 5, "address": 50, "account": 200}
"""Failures within the window, counted from the first."""


class Attempts:
    """The failures of one account from one address."""

    def __init__(self, request: HttpRequest | None, username: str) -> None:
        # By the proxy's word where there is one, and never by the visitor's: see NUM_PROXIES.
        address = BaseThrottle().get_ident(request) if request else ""
        account = username.casefold()
        self._keys = {
            "account and address": _key(account, address),
            "address": _key("address", address),
            "account": _key("account", account),
        }

    def begin(self) -> None:
        """Count one more failure, until it is known to be none.

        Counted before the password is looked at, no two attempts at once can pass as one. Raises
        ValidationError, with the code `throttled`, when there were too many: then nothing more
        is counted, so that who is refused shuts nobody else out.
        """
        for what, allowed in ALLOWED.items():
            if one_more(self._keys[what], seconds=SECONDS) > allowed:
                minutes = int(SECONDS // 60)
                raise ValidationError(
                    "Too many failed attempts to log in. "
                    f"Wait for {minutes} minutes, then try again.",
                    code="throttled",
                )

    def forget(self) -> None:
        """Who knew the password begins anew; the failures of others stay."""
        cache.delete(self._keys["account and address"])
        for what in ("address", "account"):
            one_more(self._keys[what], seconds=SECONDS, step=-1)


def _key(*parts: str) -> str:
    """A key that any cache takes, whatever was typed."""
    return "login:" + hashlib.sha256("\0".join(parts).encode()).hexdigest()
