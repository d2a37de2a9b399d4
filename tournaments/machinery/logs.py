"""How log lines look, and what they are about.

A line is for people or a JSON object, as KAURI_LOG_FORMAT says. Whatever is logged inside `about`
carries its ids: the match and attempt that a worker plays, the request that is answered. One entry
is one line, whatever strangers wrote into it; the lines of a traceback follow it, set off by a bar.
"""

import contextlib
import json
import logging
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

_ids: ContextVar[Mapping[str, object]] = ContextVar("log ids", default=MappingProxyType({}))


@contextlib.contextmanager
def about(**ids: object) -> Iterator[None]:
    """Every line that is logged inside carries these ids, beside those of an enclosing `about`."""
    token = _ids.set({**_ids.get(), **ids})
    try:
        yield
    finally:
        _ids.reset(token)


def escaped(text: str) -> str:
    """The text on one line: line breaks, escapes and other control characters become visible."""
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "backslashreplace").decode()
        for one in text
    )


class Ids(logging.Filter):
    """Notes on every record what it is about, at the moment at which it is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.ids = dict(_ids.get())
        return True


class LineFormatter(logging.Formatter):
    """`12:00:00 INFO [match=7 attempt=1] handed back`, and a traceback behind bars."""

    def format(self, record: logging.LogRecord) -> str:
        ids = " ".join(f"{name}={escaped(str(value))}" for name, value in _of(record).items())
        about_what = f"[{ids}] " if ids else ""
        clock = self.formatTime(record, "%H:%M:%S")
        line = f"{clock} {record.levelname} {about_what}{escaped(record.getMessage())}"
        return "\n".join([line, *(f"  | {escaped(one)}" for one in self._trace(record))])

    def _trace(self, record: logging.LogRecord) -> list[str]:
        # Only at line feeds: everything else that ends a line somewhere is shown as an escape.
        return self.formatException(record.exc_info).split("\n") if record.exc_info else []


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the ids, and a traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **_of(record),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)


def _of(record: logging.LogRecord) -> dict[str, object]:
    ids: dict[str, object] = getattr(record, "ids", {})
    return ids


def configuration(*, form: str, level: str, requests: bool) -> dict[str, Any]:
    """Django's LOGGING for `form` ("line" or "json"), from `level` on; `requests`: also each."""
    formatter = {"line": LineFormatter, "json": JsonFormatter}[form]
    # Each of their own tasks would be two lines every few seconds.
    quiet = {name: {"level": "WARNING"} for name in ("celery", "kombu", "gunicorn")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"ids": {"()": Ids}},
        "formatters": {form: {"()": formatter}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": form, "filters": ["ids"]}
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            **(quiet if level == "INFO" else {}),
            # Django's own handlers would say things twice, in a form of their own.
            "django": {"handlers": [], "level": "INFO" if level == "DEBUG" else level},
            "django.server": {"handlers": [], "propagate": True},
            "tournaments.requests": {"level": "INFO" if requests else "WARNING"},
        },
    }
