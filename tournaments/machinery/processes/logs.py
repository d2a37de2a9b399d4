"""The format of log lines, and the ids that they carry.

A line is plain text or a JSON object, as KAURI_LOG_FORMAT says. Everything that is logged inside
structlog's `bound_contextvars` carries its ids: the match and attempt that a worker plays, the
request that is answered. One entry is one line, whatever text of strangers is in it; the lines of
a traceback follow it, set off by a bar.
"""

from typing import Any

from structlog import contextvars, processors, stdlib
from structlog.typing import EventDict, Processor

from engine.printing import escaped


def formatter(form: str) -> stdlib.ProcessorFormatter:
    """Return a formatter that turns log records into entries of `form`, "line" or "json".

    What a caller gives as `extra` are fields of their own in JSON; a line says it in its text.
    """
    noted: list[Processor] = [contextvars.merge_contextvars, processors.format_exc_info, _named]
    if form == "json":
        noted.insert(0, stdlib.ExtraAdder())
    return stdlib.ProcessorFormatter(foreign_pre_chain=noted, processors=_FORMS[form])


def _named(_logger: object, method: str, entry: EventDict) -> EventDict:
    """Set the level to Python's name for it, and rename "exception" to "traceback"."""
    entry["level"] = method.upper()
    if "exception" in entry:
        entry["traceback"] = entry.pop("exception")
    return entry


def _line(_logger: object, _method: str, entry: EventDict) -> str:
    """`12:00:00 INFO [attempt=1 match=7] handed back`, and a traceback behind bars."""
    clock, level, message = (entry.pop(name) for name in ("time", "level", "event"))
    # Only at line feeds: everything else that ends a line somewhere is shown as an escape.
    trace = entry.pop("traceback").split("\n") if "traceback" in entry else []
    ids = " ".join(f"{name}={escaped(str(value))}" for name, value in sorted(entry.items()))
    about = f"[{ids}] " if ids else ""
    line = f"{clock} {level} {about}{escaped(message)}"
    return "\n".join([line, *(f"  | {escaped(step)}" for step in trace)])


_FORMS: dict[str, list[Processor]] = {
    "line": [
        processors.TimeStamper(fmt="%H:%M:%S", utc=False, key="time"),
        stdlib.ProcessorFormatter.remove_processors_meta,
        _line,
    ],
    "json": [
        processors.TimeStamper(fmt="iso", key="time"),
        stdlib.add_logger_name,
        processors.CallsiteParameterAdder([processors.CallsiteParameter.PROCESS]),
        processors.EventRenamer("message"),
        stdlib.ProcessorFormatter.remove_processors_meta,
        processors.JSONRenderer(default=str),
    ],
}


def configuration(*, form: str, level: str, requests: bool) -> dict[str, Any]:
    """Return Django's LOGGING for `form`, from `level` on; `requests` logs each request too."""
    # Their own tasks would add two lines every few seconds.
    quiet = {name: {"level": "WARNING"} for name in ("celery", "kombu", "uvicorn")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {form: {"()": formatter, "form": form}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            **(quiet if level == "INFO" else {}),
            # Django's own handlers would log everything twice, in another format.
            "django": {"handlers": [], "level": "INFO" if level == "DEBUG" else level},
            "django.server": {"handlers": [], "propagate": True},
            "tournaments.requests": {"level": "INFO" if requests else "WARNING"},
        },
    }
