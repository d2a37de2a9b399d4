"""One environment variable: how its text is read, and what is said of a text that cannot be."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

Network = IPv4Network | IPv6Network

_PREFIX = re.compile(r"(/[A-Za-z0-9_-]+)+")
_RATE = re.compile(r"[1-9]\d{0,8}/(minute|hour|day)", re.ASCII)


class SettingError(ValueError):
    """An environment variable that cannot be used; the message says why and what is allowed."""


@dataclass(frozen=True)
class Variable:
    """One environment variable: its kind (a parser below), default and help."""

    name: str
    kind: str
    default: Any
    help: str
    allowed: tuple[str, ...] = ()
    least: int = 0
    most: int = 1_000_000_000

    def parse(self, text: str) -> Any:
        """Return the value of `text`. Raises SettingError."""
        parsers: dict[str, Callable[[str], Any]] = {
            "text": str,
            "flag": self._flag,
            "number": self._number,
            "list": lambda value: [part.strip() for part in value.split(",") if part.strip()],
            "choice": self._choice,
            "networks": self._networks,
            "prefix": self._prefix,
            "zone": self._zone,
            "rate": self._rate,
        }
        return parsers[self.kind](text)

    def _flag(self, text: str) -> bool:
        if text not in {"0", "1"}:
            raise self._error(text, "are 1 (yes) and 0 (no)")
        return text == "1"

    def _number(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
        if not self.least <= number <= self.most:
            raise self._error(text, f"is a whole number from {self.least} to {self.most}")
        return number

    def _networks(self, text: str) -> list[Network]:
        try:
            return [ip_network(part.strip()) for part in text.split(",")]
        except ValueError as error:
            raise SettingError(
                f"{self.name}: {error}; allowed are networks like 192.0.2.0/24, with commas"
            ) from error

    def _prefix(self, text: str) -> str:
        if not _PREFIX.fullmatch(text):
            raise self._error(text, "are paths such as /kauri, without a slash at the end")
        return text

    def _zone(self, text: str) -> ZoneInfo:
        if text not in available_timezones():
            raise self._error(text, "are names of the IANA database, such as Europe/Berlin")
        return ZoneInfo(text)

    def _rate(self, text: str) -> str:
        if not _RATE.fullmatch(text):
            raise self._error(
                text, "is a number from 1 on with /minute, /hour or /day, like 30/hour"
            )
        return text

    def _choice(self, text: str) -> str:
        if text not in self.allowed:
            raise self._error(text, f"are {', '.join(self.allowed)}")
        return text

    def _error(self, text: str, allowed: str) -> SettingError:
        return SettingError(f"{self.name} is {text[:50]!r}; allowed {allowed}")
