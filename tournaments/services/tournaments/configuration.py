"""What a tournament is played by, and whether it can be."""

import contextlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import engine
from agents.clock import PRESETS
from engine import openings
from tournaments.errors import Invalid
from tournaments.mathematics import formats, tiebreaks
from tournaments.models import Player, Tournament, Version

MAX_GAMES = 10_000
"""Games that one tournament may have."""

MAX_OPEN = 20
"""Tournaments that one player may have scheduled, running or paused."""

MAX_OPENINGS = 2_000
"""Openings that are drawn for one tournament, with up to 20,000 random games for each."""

YEARS = 100
"""How far from now the times of a tournament may be, so that every time zone can tell them."""

MAX_WAITING = 50_000
"""Games that may wait in all of one player's tournaments."""


_BREAKING = ("Cc", "Cf", "Zl", "Zp")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What an organiser chooses. What is left out is a single round-robin that starts at once.

    `opening_actions` None: as many as usual where nothing is thrown, else none.
    """

    name: str
    game: engine.Game
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

    @property
    def sides(self) -> int:
        """How many entrants meet in one game."""
        return len(set(self.game.sides()))

    @property
    def has_registration(self) -> bool:
        """Whether entrants can come until registration closes."""
        return self.registration_opens_at is not None

    def openings(self) -> int:
        """The random actions before every block but the first of the same entrants."""
        if self.opening_actions is not None:
            return self.opening_actions
        return usual_opening(self.game)

    def preview(self, *, entrants: int) -> formats.Preview:
        """How many rounds and games that makes. Raises Invalid, naming the field."""
        chosen = self._chosen_format()
        with _named():
            chosen.check(entrants=entrants, sides=self.sides, options=self.format_options)
        return chosen.preview(
            entrants=entrants,
            sides=self.sides,
            options=self.format_options,
            games_per_pairing=self.games_per_pairing,
        )

    def check(self, versions: Sequence[Version], *, organiser: Player) -> None:
        """Raises Invalid for the first thing that is wrong, naming the field.

        With a registration there may be no entrants yet; how many there are is then for the start
        to check.
        """
        self.check_choices()
        check_entrants(versions, game=self.game, organiser=organiser)
        if not self.has_registration:
            check_size(self, entrants=len(set(versions)))

    def _chosen_format(self) -> formats.Format:
        with _named():
            return formats.get(self.format)

    def check_times(self, *, now: datetime) -> None:
        """Raises Invalid for a time that is too far from `now`."""
        for name in ("starts_at", "registration_opens_at", "registration_closes_at"):
            moment = getattr(self, name)
            if moment is not None and abs(moment - now) > timedelta(days=365 * YEARS):
                raise Invalid("time-too-far", name, years=YEARS)

    def check_choices(self) -> None:
        """Raises Invalid for the first choice that is wrong, whoever takes part."""
        if any(unicodedata.category(letter) in _BREAKING for letter in self.name):
            raise Invalid("name-breaks", "name")
        if self.time_control not in PRESETS:
            raise Invalid("unknown-time-control", "time_control", allowed=list(PRESETS))
        if self.games_per_pairing < 1 or self.games_per_pairing % self.sides:
            raise Invalid("uneven-games", "games_per_pairing", sides=self.sides)
        if self.games_per_pairing > MAX_GAMES:
            raise Invalid("pairing-too-long", "games_per_pairing", most=MAX_GAMES)
        if not 0 <= self.openings() <= openings.MOST:
            raise Invalid("opening-length", "opening_actions", most=openings.MOST)
        if self.openings() and self.game.info.has_chance:
            raise Invalid("opening-with-dice", "opening_actions", game=self.game.name)
        unknown = [code for code in self.tie_breaks if code not in tiebreaks.TIE_BREAKS]
        if unknown:
            allowed = list(tiebreaks.TIE_BREAKS)
            raise Invalid("unknown-tie-break", "tie_breaks", tie_break=unknown[0], allowed=allowed)
        chosen = self._chosen_format()
        with _named():
            chosen.check_sides(self.sides)
            chosen.complete(self.format_options)
        self._check_registration()

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


def terms_of(tournament: Tournament) -> Terms:
    """The terms that a tournament was made by: to check it, or to make another like it.

    Raises Invalid for a game, or an option of it, that the engine has no more.
    """
    return Terms(
        name=tournament.name,
        game=_game(tournament),
        time_control=tournament.time_control,
        starts_at=tournament.starts_at,
        games_per_pairing=tournament.games_per_pairing,
        format=tournament.format,
        format_options=tournament.format_options,
        tie_breaks=tournament.tie_breaks,
        opening_actions=tournament.opening_actions,
        access=tournament.access,
        registration_opens_at=tournament.registration_opens_at,
        registration_closes_at=tournament.registration_closes_at,
    )


def _game(tournament: Tournament) -> engine.Game:
    try:
        return tournament.variant.load()
    except engine.EngineError as error:
        raise Invalid("game-is-gone", why=error) from error


def usual_opening(game: engine.Game) -> int:
    """The random actions of openings where nobody says otherwise: none where dice are thrown."""
    return 0 if game.info.has_chance else openings.ACTIONS


@contextlib.contextmanager
def _named() -> Iterator[None]:
    """Turn a format's refusal into one that names the field of the form."""
    try:
        yield
    except formats.FormatError as error:
        ours = {"sides": "format", "entrants": "entrants", "format": "format"}
        field_name = ours.get(error.field, f"format_{error.field}")
        raise Invalid("format-refused", field_name, why=error) from error


def check_size(terms: Terms, *, entrants: int) -> None:
    """Raises Invalid for too few or too many entrants or games."""
    if entrants < 2:
        raise Invalid("one-entrant", "entrants")
    preview = terms.preview(entrants=entrants)
    if preview.games > MAX_GAMES:
        raise Invalid("too-many-games", "games_per_pairing", games=preview.games, most=MAX_GAMES)
    if (drawn := _openings(terms, preview)) > MAX_OPENINGS:
        raise Invalid("too-many-openings", "games_per_pairing", drawn=drawn, most=MAX_OPENINGS)


def _openings(terms: Terms, preview: formats.Preview) -> int:
    """How many are drawn: one for every block of the same entrants but the first."""
    if not terms.openings():
        return 0
    cycles = formats.get(terms.format).complete(terms.format_options).get("cycles", 1)
    return preview.games // terms.sides - preview.pairings // cycles


def check_entrants(versions: Sequence[Version], *, game: engine.Game, organiser: Player) -> None:
    """Raises Invalid for the first version that may not play."""
    for version in versions:
        if version.bot.banned_at:
            raise Invalid("bot-banned-cannot-play", "entrants", bot=version.bot)
        if version.paused_at:
            raise Invalid("version-paused", "entrants", version=version, why=version.pause_reason)
        if version.status != Version.Status.ACCEPTED:
            raise Invalid("version-not-accepted", "entrants", version=version)
        if version.held_back:
            raise Invalid("version-held-back", "entrants", version=version)
        if game.id not in version.games:
            raise Invalid("version-does-not-play", "entrants", version=version, game=game.name)
        bot = version.bot
        if not bot.open_to_all and bot.owner_id != organiser.pk:
            raise Invalid("owner-enters", "entrants", owner=bot.owner, bot=bot)
