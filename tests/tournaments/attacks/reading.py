"""What an answer of the site tells: each hostile text stands in it literally, and no secret."""

import csv
import gzip
import html
import io
import json
import os
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import icalendar
from django.conf import settings
from django.core.cache import cache

from tests.tournaments.attacks.hostile import CANARY, CORE, MARK


class Tags(HTMLParser):
    """Notes what a text made of a page."""

    def __init__(self):
        super().__init__()
        self.wrong = []
        self.alarm = "alert(1)"

    def handle_starttag(self, tag, attrs):
        # A block of data may hold any text, but nothing that could end it.
        self.alarm = "<" if dict(attrs).get("type") == "application/json" else "alert(1)"
        if "onx" in dict(attrs):
            self.wrong.append(tag)

    def handle_data(self, data):
        if self.lasttag == "script" and self.alarm in data and self.rawdata:
            self.wrong.append("script")


def strings(value):
    """Every text in a JSON document."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return "\n".join(strings(one) for one in value)
    return str(value)


def _cells(told):
    cells = [cell for row in csv.reader(io.StringIO(told)) for cell in row]
    assert not [one for one in cells if re.match(r"[=+@\t\r]|-(?![\d.]+$)", one)]
    return "\n".join(cells)


def _seen(told):
    tags = Tags()
    tags.feed(told)
    assert tags.wrong == []
    assert "<script>alert" not in told
    return html.unescape(told)


def _unquoted(told):
    return re.sub(r"\\(.)", r"\1", told)


def _of_calendar(told):
    events = icalendar.Calendar.from_ical(told).walk("VEVENT")
    return "\n".join(str(value) for event in events for value in event.values())


READ = {
    "application/atom+xml": lambda told: "\n".join(ElementTree.fromstring(told).itertext()),
    "text/calendar": _of_calendar,
    "text/html": _seen,
    "application/json": lambda told: strings(json.loads(told)),
    "application/problem+json": lambda told: strings(json.loads(told)),
    "application/jsonl": lambda told: strings([json.loads(one) for one in told.split("\n") if one]),
    "text/csv": _cells,
    **dict.fromkeys(("application/x-chess-pgn", "text/markdown", "text/plain"), _unquoted),
}


def read(answer):
    """The texts that were met in an answer; each stands there literally, and no secret with it."""
    assert answer.status_code < 500
    assert answer.status_code != 429
    assert not [value for value in answer.headers.values() if re.search(r"[\r\n]", value)]
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if kind == "application/zip" or not kind:
        return set()
    data = answer.getvalue()
    if kind == "application/gzip":
        kind, data = "application/jsonl", gzip.decompress(data)
    told = READ[kind](data.decode())
    # Some sentences quote a text as Python does, the administration as JSON does.
    return literal(re.sub(r"\\(['\"])", r"\1", told))


def literal(told):
    """The names of the texts in what was told; fails where one is not as it was written."""
    assert settings.SECRET_KEY not in told
    assert os.environ["KAURI_TEST_CANARY"] == CANARY
    assert CANARY not in told
    ends = [one.end() for one in re.finditer(MARK, told)]
    assert {told[end - len(CORE) : end] for end in ends} <= {CORE}
    return set(re.findall(f"{re.escape(CORE)} ([a-z]+)(?![a-z…])", told))


def visit(client, address, method="get", **given):
    """The texts that were met; nothing is worse than refused."""
    cache.clear()  # nobody reads so much in a minute
    answer = getattr(client, method)(address, follow=True, **given)
    try:
        return read(answer)
    except AssertionError as wrong:
        raise AssertionError(f"{method} {address} {given}: {wrong}") from wrong
