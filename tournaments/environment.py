"""What an operator may set by environment variables: every name, its default and its meaning.

Parsing is strict: an unknown KAURI_ name or a value that cannot be read stops the start with a
sentence that says what was wrong and what is allowed.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


class SettingError(ValueError):
    """An environment variable that cannot be used; the message says why and what is allowed."""


@dataclass(frozen=True)
class Variable:
    """One environment variable: its kind (text, flag, number, list, choice), default and help."""

    name: str
    kind: str
    default: Any
    help: str
    allowed: tuple[str, ...] = ()
    least: int = 0

    def parse(self, text: str) -> Any:
        """The value that `text` stands for. Raises SettingError."""
        parsers: dict[str, Callable[[str], Any]] = {
            "text": str,
            "flag": self._flag,
            "number": self._number,
            "list": lambda value: [part.strip() for part in value.split(",") if part.strip()],
            "choice": self._choice,
        }
        return parsers[self.kind](text)

    def _flag(self, text: str) -> bool:
        if text not in {"0", "1"}:
            raise SettingError(f"{self.name} is {text!r}; allowed are 1 (yes) and 0 (no)")
        return text == "1"

    def _number(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < self.least:
            raise SettingError(
                f"{self.name} is {text!r}; allowed is a whole number from {self.least}"
            )
        return int(text)

    def _choice(self, text: str) -> str:
        if text not in self.allowed:
            raise SettingError(f"{self.name} is {text!r}; allowed are {', '.join(self.allowed)}")
        return text


VARIABLES = (
    Variable("DATABASE_URL", "text", "", "PostgreSQL to use; empty: SQLite under KAURI_VAR"),
    Variable("REDIS_URL", "text", "", "broker and cache; empty: files under KAURI_VAR"),
    Variable("KAURI_VAR", "text", "var", "folder for the database, uploads, key and messages"),
    Variable("KAURI_SECRET_KEY", "text", "", "empty: made once and kept in KAURI_VAR/secret-key"),
    Variable("KAURI_DEBUG", "flag", False, "1 shows error details to visitors: never in public"),
    Variable("KAURI_HOSTS", "list", ["localhost", "127.0.0.1", "[::1]"], "host names of the site"),
    Variable("KAURI_HTTPS", "flag", False, "1 when it is served by TLS: secure cookies, HSTS"),
    Variable("KAURI_ADDRESS", "text", "127.0.0.1", "address that `manage.py run` listens on"),
    Variable("KAURI_PORT", "number", 8000, "port that `manage.py run` listens on"),
    Variable("KAURI_SLOTS", "number", 0, "matches at once on a host; 0: its cores less one"),
    Variable(
        "KAURI_ISOLATION",
        "choice",
        "bubblewrap",
        "none runs bots without a sandbox: only for code that you trust, and every page says so",
        allowed=("bubblewrap", "none"),
    ),
    Variable("KAURI_LEASE_SECONDS", "number", 60, "a silent worker loses its match after", least=3),
    Variable("KAURI_TICK_SECONDS", "number", 5, "how often due work is looked for", least=1),
    Variable("KAURI_RUNTIME_DIR", "text", "", "where sandboxes keep their read-only interpreter"),
    Variable("KAURI_LOG_LEVEL", "choice", "INFO", "how much is logged",
             allowed=("DEBUG", "INFO", "WARNING", "ERROR")),
    Variable("KAURI_LOG_FORMAT", "choice", "line", "log lines for people, or JSON objects",
             allowed=("line", "json")),
    Variable("KAURI_LOG_REQUESTS", "flag", False, "1 logs every request to the site"),
)  # fmt: skip


def read(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The value of every variable, by name. Raises SettingError for what cannot be used."""
    known = {variable.name for variable in VARIABLES}
    unknown = sorted(name for name in environ if name.startswith("KAURI_") and name not in known)
    if unknown:
        raise SettingError(f"unknown setting {unknown[0]}; allowed are {', '.join(sorted(known))}")
    return {
        variable.name: _value(variable, environ.get(variable.name, "")) for variable in VARIABLES
    }


def _value(variable: Variable, text: str) -> Any:
    return variable.parse(text) if text else variable.default
