"""The configuration of a tournament, and the checks whether it can be played."""

import contextlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import translation

import engine
from agents.terms.clock import PRESETS
from engine import openings
from tournaments.errors import Invalid
from tournaments.mathematics import formats, tiebreaks
from tournaments.models import Player, Tournament, Variant, Version
from tournaments.words import Sentence

MAX_GAMES = 10_000
"""The most games that one tournament may have."""

MAX_OPEN = 20
"""The most tournaments that one player may have scheduled, running or paused."""

MAX_OPENINGS = 2_000
"""The most openings that are drawn for a tournament, with up to 20,000 random games for each."""

YEARS = 100
"""How many years from now a tournament's times may be, so that any time zone can show them."""

MAX_WAITING = 50_000
"""The most games that may wait in all of one player's tournaments."""


def entitled(title: Sentence) -> dict[str, Any]:
    """Return name and title of a tournament that the site begins: its name is in English."""
    with translation.override(settings.LANGUAGE_CODE):
        return {"name": str(title), "title": title}


_BREAKING = ("Cc", "Cf", "Zl", "Zp")


TIMES = ("starts_at", "registration_opens_at", "registration_closes_at")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """What an organiser chooses. The default is a single round-robin.

    `title` is the name's sentence where the site begins the tournament; see `entitled`.
    `opening_actions` None means the usual number in games without chance, and none in others.
    Remote bots may take part if `is_open`.
    """

    name: str
    title: Sentence = field(default_factory=Sentence)
    game: engine.Game
    is_open: bool = False
    time_control: str
    starts_at: datetime
    games_per_pairing: int
    format: str = "round-robin"
    format_options: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()
    opening_actions: int | None = None
    access: str = Tournament.Access.OPEN
    registration_opens_at: datetime | None = None
    registration_closes_at: datetime | None = None
    co_organisers: Sequence[Player] = ()
    invited: Sequence[Player] = ()

    @classmethod
    def of(cls, tournament: Tournament) -> "Configuration":
        """Return a tournament's configuration without its people, to check it or to copy it.

        Raises Invalid for a game, or an option of it, that the engine no longer has.
        """
        own = {name: getattr(tournament, name) for name in COLUMNS}
        return cls(game=_game(tournament), is_open=tournament.variant.is_open, **own)

    @classmethod
    def plan_of(cls, tournament: Tournament) -> formats.Plan:
        """Return the plan of a tournament with its entrants so far. Raises Invalid for too few."""
        return cls.of(tournament).preview(entrants=tournament.entries.count())

    def columns(self) -> dict[str, Any]:
        """Return the columns of a tournament's row that store it."""
        return {name: getattr(self, name) for name in COLUMNS} | {
            "variant": Variant.objects.of(self.game, is_open=self.is_open),
            "format_options": dict(self.format_options),
            "tie_breaks": list(self.tie_breaks),
            "opening_actions": self.openings(),
        }

    @property
    def sides(self) -> int:
        """The number of entrants in one game."""
        return len(set(self.game.sides()))

    @property
    def has_registration(self) -> bool:
        """Whether entrants can come until registration closes."""
        return self.registration_opens_at is not None

    def openings(self) -> int:
        """Return how many random actions precede each block but the first of the same entrants."""
        if self.opening_actions is not None:
            return self.opening_actions
        return 0 if self.game.info.has_chance else openings.ACTIONS

    def preview(self, *, entrants: int) -> formats.Plan:
        """Return how many rounds and games there will be. Raises Invalid, naming the field."""
        chosen = self._chosen_format()
        setup = formats.Setup(
            formats.unrated(entrants), self.sides, self.format_options, self.games_per_pairing
        )
        with _named():
            chosen.check(setup)
        return chosen.preview(setup)

    def check(self, versions: Sequence[Version], *, organiser: Player) -> None:
        """Raise Invalid for the first thing that is wrong, naming the field.

        With a registration, the number of entrants is checked only at the start.
        """
        self.check_choices()
        check_entrants(versions, game=self.game, organiser=organiser, is_open=self.is_open)
        if not self.has_registration:
            self.check_size(entrants=len(set(versions)))

    def check_times(self, *, now: datetime) -> None:
        """Raise Invalid for a time that is too far from `now`."""
        for name in TIMES:
            moment = getattr(self, name)
            if moment is not None and abs(moment - now) > timedelta(days=365 * YEARS):
                raise Invalid("time-too-far", name, years=YEARS)

    def check_choices(self) -> None:
        """Raise Invalid for the first choice that is wrong, regardless of the entrants."""
        if any(unicodedata.category(letter) in _BREAKING for letter in self.name):
            raise Invalid("name-breaks", "name")
        check_time_control(self.time_control)
        self._check_games()
        self._check_openings()
        self._check_format()
        self._check_registration()

    def check_size(self, *, entrants: int) -> None:
        """Raise Invalid for too few or too many entrants or games."""
        if entrants < 2:
            raise Invalid("one-entrant", "entrants")
        plan = self.preview(entrants=entrants)
        if plan.games > MAX_GAMES:
            raise Invalid("too-many-games", "games_per_pairing", games=plan.games, most=MAX_GAMES)
        if (drawn := self._drawn(plan)) > MAX_OPENINGS:
            raise Invalid("too-many-openings", "games_per_pairing", drawn=drawn, most=MAX_OPENINGS)

    def _chosen_format(self) -> formats.TournamentFormat:
        with _named():
            return formats.get(self.format)

    def _check_games(self) -> None:
        if self.games_per_pairing < 1 or self.games_per_pairing % self.sides:
            raise Invalid("uneven-games", "games_per_pairing", sides=self.sides)
        if self.games_per_pairing > MAX_GAMES:
            raise Invalid("pairing-too-long", "games_per_pairing", most=MAX_GAMES)

    def _check_openings(self) -> None:
        if not 0 <= self.openings() <= openings.MOST:
            raise Invalid("opening-length", "opening_actions", most=openings.MOST)
        if self.openings() and self.game.info.has_chance:
            raise Invalid("opening-with-dice", "opening_actions", game=self.game.name)

    def _check_format(self) -> None:
        allowed = list(tiebreaks.TIE_BREAKS)
        for code in self.tie_breaks:
            if code not in allowed:
                raise Invalid("unknown-tie-break", "tie_breaks", tie_break=code, allowed=allowed)
        chosen = self._chosen_format()
        with _named():
            chosen.check_sides(self.sides)
            chosen.complete(self.format_options)

    def _check_registration(self) -> None:
        opens, closes = self.registration_opens_at, self.registration_closes_at
        if (opens is None) != (closes is None):
            raise Invalid("half-a-registration", "registration_closes_at")
        if opens is None or closes is None:
            return
        if closes <= opens:
            raise Invalid("registration-closes-first", "registration_closes_at")
        if self.starts_at < closes:
            raise Invalid("starts-too-early", "starts_at")

    def _drawn(self, plan: formats.Plan) -> int:
        """Return how many openings are drawn: one a block but the first of the same entrants."""
        if not self.openings():
            return 0
        cycles: int = formats.get(self.format).complete(self.format_options).get("cycles", 1)
        return plan.games // self.sides - plan.pairings // cycles


_ELSEWHERE = {"game", "is_open", "co_organisers", "invited"}

COLUMNS = {one.name for one in fields(Configuration)} - _ELSEWHERE
"""The fields that a tournament stores in a column of the same name."""


def check_time_control(name: str) -> None:
    """Raise Invalid for an unknown time control."""
    if name not in PRESETS:
        raise Invalid("unknown-time-control", "time_control", allowed=list(PRESETS))


def _game(tournament: Tournament) -> engine.Game:
    try:
        return tournament.variant.load()
    except engine.EngineError as error:
        raise Invalid("game-is-gone", why=error) from error


@contextlib.contextmanager
def _named() -> Iterator[None]:
    """Turn a format's refusal into one that names the field of the form."""
    try:
        yield
    except formats.FormatError as error:
        ours = {"sides": "format", "entrants": "entrants", "format": "format"}
        field_name = ours.get(error.field, f"format_{error.field}")
        raise Invalid("format-refused", field_name, rule=error.code, why=error) from error


def check_entrants(
    versions: Sequence[Version], *, game: engine.Game, organiser: Player, is_open: bool
) -> None:
    """Raise Invalid for the first version that may not play."""
    for version in versions:
        if version.is_remote and not is_open:
            raise Invalid("remote-needs-open", "entrants", bot=version.bot)
        if version.bot.banned_at:
            raise Invalid("bot-banned-cannot-play", "entrants", bot=version.bot)
        if version.banned_at:
            reason = version.ban_reason
            raise Invalid("version-banned", "entrants", version=version, reason=reason)
        if version.hidden_at or version.bot.hidden_at:
            raise Invalid("version-hidden", "entrants", version=version)
        if version.paused_at:
            raise Invalid("version-paused", "entrants", version=version, why=version.pause_reason)
        if version.is_refused:
            raise Invalid("version-not-accepted", "entrants", version=version)
        if version.held_back:
            raise Invalid("version-held-back", "entrants", version=version)
        version.check_plays(game.variant, field="entrants")
        bot = version.bot
        if not bot.open_to_all and bot.owner_id != organiser.pk:
            raise Invalid("owner-enters", "entrants", owner=bot.owner, bot=bot)
