"""What a tournament will come to, told before it starts: rounds, games, and about how long."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.template.defaultfilters import pluralize

from tournaments.mathematics import formats
from tournaments.queries import queue
from tournaments.services.tournaments.configuration import Terms, check_size

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Outlook:
    """What so many entrants make of the terms; `duration` is None where there is no pace to tell.

    `matches` are the blocks that workers play, `duration` what they take when nothing else waits.
    """

    entrants: int
    sides: int
    seats: int
    games_per_pairing: int
    plan: formats.Plan
    duration: timedelta | None

    @property
    def matches(self) -> int:
        """The blocks that are played: the games of one are played by one worker."""
        return self.plan.games // self.sides


def outlook(terms: Terms, *, entrants: int, now: datetime) -> Outlook:
    """What these terms come to. Raises Invalid, naming the field, for what cannot be played."""
    terms.check_choices()
    check_size(terms, entrants=entrants)
    plan = terms.preview(entrants=entrants)
    each = queue.pace(now=now)
    matches = plan.games // terms.sides
    return Outlook(
        entrants=entrants,
        sides=terms.sides,
        seats=terms.game.num_players(),
        games_per_pairing=terms.games_per_pairing,
        plan=plan,
        duration=None if each is None else each * matches,
    )


def sentences(one: Outlook) -> list[str]:
    """The outlook for people: how many games, what to know of it, and how long it may take."""
    said = [_size(one), one.plan.note, _partners(one), _duration(one)]
    return [sentence for sentence in said if sentence]


def lasting(time: timedelta) -> str:
    """A duration in one rounded unit: about 5 minutes, about 3 hours, about 2 days."""
    if time < _MINUTE:
        return "less than a minute"
    unit, word = (_MINUTE, "minute") if time < 2 * _HOUR else (_HOUR, "hour")
    unit, word = (unit, word) if time < 2 * _DAY else (_DAY, "day")
    count = round(time / unit)
    return f"about {count:,} {word}{pluralize(count)}"


def _size(one: Outlook) -> str:
    plan = one.plan
    games = f"{plan.games:,} game{pluralize(plan.games)}"
    return (
        f"{one.entrants} entrants, {plan.rounds:,} round{pluralize(plan.rounds)}, "
        f"{plan.pairings:,} pairing{pluralize(plan.pairings)} of {one.games_per_pairing:,} games: "
        f"{games if plan.exact else f'at most {games}, without deciders'}."
    )


def _partners(one: Outlook) -> str:
    if one.sides == one.seats:
        return ""
    return f"In each game {one.sides} entrants meet; each plays both partners of its team."


def _duration(one: Outlook) -> str:
    window = queue.PACE_WINDOW // _MINUTE
    if one.duration is None:
        return (
            f"How long that takes cannot be said now: too few matches were played in the last "
            f"{window} minutes."
        )
    return (
        f"At the pace of the last {window} minutes, which other games may have set, that takes "
        f"{lasting(one.duration)} when nothing else waits."
    )
