"""Filters and tags of the pages: how ratings, points, seats, times and boards are written."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.paginator import Page
from django.template.defaultfilters import capfirst, date
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext

import engine
from agents.words import speech
from agents.words.speech import said, say
from engine import OptionSpec, State, svg
from engine.canvas import SeatLook
from tournaments.mathematics import charts
from tournaments.mathematics.charts import Interval, Intervals
from tournaments.models import Bot, Match, Seat, Tournament, Trial, Variant, Version
from tournaments.queries.bots import overview
from tournaments.queries.games import films
from tournaments.queries.ratings.of_bots import BotStanding

register = template.Library()

PROGRESS_POINTS = 30
"""The most points of an entrant's progress line, which is only as wide as a word."""

LAST_VALUES = 10
"""How many values of such a line a screen reader reads out, the last ones."""

MINUS = "\N{MINUS SIGN}"
VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
TONES: dict[str, str] = {
    Version.Status.CHECKING: "wait",
    Version.Status.ACCEPTED: "good",
    Version.Status.REFUSED: "bad",
    Version.Status.UNCHECKED: "bad",
    Tournament.Status.SCHEDULED: "wait",
    Tournament.Status.RUNNING: "good",
    Tournament.Status.PAUSED: "bad",
    Match.Status.QUEUED: "wait",
    Match.Status.VOID: "bad",
    Trial.Status.BETTER: "good",
    Trial.Status.NOT_BETTER: "bad",
}


@register.simple_tag
def author(bot: Bot, key: str = "", css: str = "") -> str:
    """Return the author of a bot with a link; for a deleted bot only a neutral name.

    `key` names the link, so that it keeps the focus where a page replaces its parts. `css` is its
    class.
    """
    if bot.deleted_at:
        return bot.author
    name = format_html(' id="author-{}"', key) if key else ""
    address = bot.owner.get_absolute_url()
    return format_html('<a class="{}"{} href="{}">{}</a>', css, name, address, bot.author)


@register.filter
def elo(value: float) -> str:
    """Format a rating in Elo with one decimal: 1512.3."""
    return rounded(value, 1)


@register.filter
def percent(value: float) -> str:
    """Format a share in per cent with one decimal: 53.4%; 0% and 100% only if they are exact."""
    shown = min(max(100 * value, 0.1), 99.9) if 0 < value < 1 else 100 * value
    return say("{number}%", number=speech.number(shown, ".1f"))


@register.filter
def tone(value: float) -> str:
    """Return the CSS class that colours a number by its sign."""
    return "good" if value > 0 else "bad" if value < 0 else "soft"


@register.filter
def points(value: Fraction) -> str:
    """Format points as people write them: 0, ½, 1½, 12."""
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    if rest not in VULGAR:
        return speech.number(float(value), ".2f")
    return f"{whole or ''}{VULGAR[rest]}"


@register.filter
def seconds(value: float) -> str:
    """Format a duration that a bot used: 12 ms, 2.31 s, 1 min 5 s."""
    if value < 1:
        return say("{number} ms", number=speech.number(value * 1000, ".0f"))
    if value < 60:
        return say("{number} s", number=speech.number(value, ".2f"))
    minutes, rest = divmod(round(value), 60)
    return say("{minutes} min {rest} s", minutes=minutes, rest=rest)


@register.filter
def ago(moment: datetime) -> SafeString:
    """Format a time relative to now, with the exact one in its tooltip."""
    local = localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        date(local, gettext("j F Y, H:i:s")),
        naturaltime(moment),
    )


@register.filter
def when(moment: datetime) -> SafeString:
    """Format a time in the visitor's zone: 21 Nov 2026, 14:05."""
    return _stated(moment, gettext("j M Y, H:i"))


def _stated(moment: datetime, form: str) -> SafeString:
    local = localtime(moment)
    stated = local.isoformat(timespec="seconds")
    return format_html('<time datetime="{}">{}</time>', stated, date(local, form))


@register.filter
def when_after(moment: datetime, before: datetime) -> SafeString:
    """Format the end of a period that began at `before`, without the date on the same day."""
    same_day = localtime(moment).date() == localtime(before).date()
    return _stated(moment, "H:i" if same_day else gettext("j M Y, H:i"))


@register.filter
def seat_mark(seat: Seat) -> SafeString:
    """Return the mark of a seat in its colours, as on the board of its game."""
    return _marks(films.seat_looks(seat.game.variant)[seat.number])


@register.filter
def seat_colour(seat: Seat) -> str:
    """Return the name of a seat's colour: blue; red and yellow."""
    return said(films.seat_looks(seat.game.variant)[seat.number].colour)


@register.filter
def by_side(seats: Sequence[Seat]) -> list[list[Seat]]:
    """Return the seats of each side; partners share a side."""
    sides: dict[int, list[Seat]] = {}
    for seat in seats:
        side = films.seat_sides(seat.game.variant)[seat.number]
        sides.setdefault(side, []).append(seat)
    return list(sides.values())


@register.simple_tag
def seat_of(variant: Variant, number: int) -> SafeString:
    """Return the mark and the colour of a seat of a variant, regardless of its bot."""
    look = films.seat_looks(variant)[number]
    return format_html("{}{}", _marks(look), capfirst(said(look.colour)))


@cache
def _marks(look: SeatLook) -> SafeString:
    dots = format_html_join("", '<span class="seat tone-{}"></span>', ((k,) for k in look.kinds))
    return format_html('<span class="seat-marks" aria-hidden="true">{}</span>', dots)


@register.filter
def badge(row: Version | Tournament | Match | Trial) -> SafeString:
    """Return the state of a row in one or two words."""
    tone = TONES.get(row.status, "")
    # Django's `get_status_display` translates all states to find one; pages have dozens of badges.
    label = dict(row.Status.choices).get(row.status, row.status)
    return format_html('<span class="badge {}">{}</span>', tone, label)


@register.filter
def current_version(bot: Bot) -> Version | None:
    """Return the version of a bot to show: the newest accepted one, or else the newest."""
    return overview.newest_accepted(bot) or next(iter(bot.versions.all()), None)


@register.filter
def result(seat: Seat) -> SafeString:
    """Return the result of a finished game for a seat."""
    if seat.returns is None:
        return SafeString("")
    won, lost = seat.returns > 0, seat.returns < 0
    word = gettext("won") if won else gettext("lost") if lost else gettext("drawn")
    return format_html('<span class="{}">{}</span>', tone(seat.returns), word)


@register.filter
def game_names(entries: Sequence[str]) -> str:
    """Return the names of the games that a bot plays: Kalah and Pachisi (mode=two)."""
    names = {info.id: said(info.name) for info in engine.games()}
    return speech.together(_entry_name(one, names) for one in entries)


def _entry_name(entry: str, names: Mapping[str, str]) -> str:
    game_id, bracket, options = entry.partition("(")
    name = names.get(game_id, game_id)
    return f"{name} ({options.replace(',', ', ')}" if bracket else name


@register.filter
def option_text(value: object) -> str:
    """Return the value of a game's option as it is written in a variant."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@register.filter
def under(path: str, address: str) -> bool:
    """Whether a page's path lies below an address."""
    return path.startswith(address)


@register.filter
def allowed(option: OptionSpec) -> str:
    """Return the allowed values of a game's option: 1 to 12, or a list of words."""
    if option.kind == "int":
        return say("{least} to {most}", least=option.allowed[0], most=option.allowed[1])
    return ", ".join(option_text(value) for value in option.allowed)


@register.filter
def board(state: State, ids: str = "k") -> SafeString:
    """Draw a position; `ids` keeps several boards of a page apart."""
    return mark_safe(svg.draw(state, ids=ids, translate=say))  # noqa: S308 - the engine escapes all


@register.simple_tag
def interval_bar(interval: Interval, scale: Intervals) -> SafeString:
    """Draw an interval as a bar with a dot at its value, on the common scale of its table."""
    grid = " ".join(f"M{tick} 0V20" for tick in scale.ticks)
    return format_html(
        '<svg class="interval-bar" viewBox="0 0 {} 20" aria-hidden="true">'
        '<path class="grid" d="{}"/><path d="M{} 10H{}"/><circle cx="{}" cy="10" r="4"/></svg>',
        scale.width, grid, interval.low, interval.high, interval.value,
    )  # fmt: skip


@register.inclusion_tag("includes/corridor.html")
def ratio_chart(values: Sequence[float], lower: float, upper: float) -> dict[str, object]:
    """Draw a running log-likelihood ratio between the bounds of its test."""
    chart = charts.corridor(values, lower=lower, upper=upper, width=480, height=160, margin=10)
    return {"chart": chart, "pairs": len(values), "last": values[-1] if values else 0.0,
            "lower": lower, "upper": upper}  # fmt: skip


@register.filter
def signed(value: float, digits: int = 2) -> str:
    """Format a number with its sign and this many decimals: +0.12, or ±0.00 for zero."""
    text = speech.number(abs(value), f".{digits}f")
    if not text.strip("0.,"):
        return f"±{text}"
    return f"{'+' if value > 0 else MINUS}{text}"


@register.filter
def rounded(value: float, digits: int = 2) -> str:
    """Format a number with this many decimals and a real minus sign; infinity as ∞."""
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    return speech.number(value, f".{digits}f").replace("-", MINUS)


@register.inclusion_tag("includes/chart.html")
def rating_chart(standing: BotStanding) -> dict[str, object]:
    """Draw the course of a bot's rating on a leaderboard, version by version, with axes."""
    plot = charts.rating_plot(standing.courses, band=standing.band, width=460, height=200)
    return {"chart": plot, "label": standing.rating.variant}


@register.simple_tag
def here(asked: Mapping[str, object], key: str, value: object, anchor: str) -> str:
    """Return the address of the same page with another value for one key of its query."""
    return f"?{urlencode({**asked, key: value})}#{anchor}"


@register.inclusion_tag("includes/pages.html")
def pages(
    page: Page[Any], asked: Mapping[str, object], key: str, anchor: str, label: str
) -> dict[str, object]:
    """Link to the previous and the next page of a list, where a page has several lists.

    `asked` is the rest of the query, `key` the name of this list's page number in it.
    """

    def at(number: int) -> str:
        return here(asked, key, number, anchor)

    return {
        "page": page,
        "label": label,
        "previous": at(page.previous_page_number()) if page.has_previous() else "",
        "next": at(page.next_page_number()) if page.has_next() else "",
    }


@register.inclusion_tag("includes/progress.html")
def progress_line(values: Sequence[Fraction], most: float) -> dict[str, object]:
    """Draw the points after each round as a small line; all lines of a table share a scale."""
    return {
        "chart": charts.line(
            [0.0, *map(float, values)],
            width=90,
            height=28,
            margin=3,
            low=0.0,
            high=most,
            most=PROGRESS_POINTS,
        ),
        "values": values[-LAST_VALUES:],
        "left_out": max(0, len(values) - LAST_VALUES),
    }
