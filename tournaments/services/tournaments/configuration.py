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

    def preview(self, *, entrants: int) -> formats.Plan:
        """How many rounds and games that makes. Raises Invalid, naming the field."""
        chosen = self._chosen_format()
        setup = formats.Setup(
            formats.unrated(entrants), self.sides, self.format_options, self.games_per_pairing
        )
        with _named():
            chosen.check(setup)
        return chosen.preview(setup)

    def check(self, versions: Sequence[Version], *, organiser: Player) -> None:
        """Raises Invalid for the first thing that is wrong, naming the field.

        With a registration there may be no entrants yet; how many there are is then for the start
        to check.
        """
        self.check_choices()
        check_entrants(versions, game=self.game, organiser=organiser)
        if not self.has_registration:
            check_size(self, entrants=len(set(versions)))

    def _chosen_format(self) -> formats.TournamentFormat:
        with _named():
            return formats.get(self.format)

    def check_times(self, *, now: datetime) -> None:
        """Raises Invalid for a time that is too far from `now`."""
        for name in ("starts_at", "registration_opens_at", "registration_closes_at"):
            moment = getattr(self, name)
            if moment is not None and abs(moment - now) > timedelta(days=365 * YEARS):
                raise Invalid(name, f"Choose a time within {YEARS} years from now.")

    def check_choices(self) -> None:
        """Raises Invalid for the first choice that is wrong, whoever takes part."""
        if any(unicodedata.category(letter) in _BREAKING for letter in self.name):
            raise Invalid("name", "A name is one line, without what controls or turns text.")
        if self.time_control not in PRESETS:
            allowed = ", ".join(PRESETS)
            raise Invalid("time_control", f"Unknown time control; allowed are {allowed}.")
        if self.games_per_pairing < 1 or self.games_per_pairing % self.sides:
            raise Invalid(
                "games_per_pairing",
                f"Games per pairing must be a multiple of {self.sides}, "
                "so that everyone plays from every seat equally often.",
            )
        if self.games_per_pairing > MAX_GAMES:
            raise Invalid(
                "games_per_pairing", f"A tournament may have {MAX_GAMES:,} games at the most."
            )
        if not 0 <= self.openings() <= openings.MOST:
            raise Invalid("opening_actions", f"An opening has 0 to {openings.MOST} actions.")
        if self.openings() and self.game.info.has_chance:
            raise Invalid(
                "opening_actions",
                f"{self.game.name} is played with dice, and each game has its own: "
                "choose 0 opening actions.",
            )
        unknown = [code for code in self.tie_breaks if code not in tiebreaks.TIE_BREAKS]
        if unknown:
            allowed = ", ".join(tiebreaks.TIE_BREAKS)
            raise Invalid("tie_breaks", f"No tie-break {unknown[0]}; allowed are {allowed}.")
        chosen = self._chosen_format()
        with _named():
            chosen.check_sides(self.sides)
            chosen.complete(self.format_options)
        self._check_registration()

    def _check_registration(self) -> None:
        opens, closes = self.registration_opens_at, self.registration_closes_at
        if (opens is None) != (closes is None):
            raise Invalid("registration_closes_at", "Say both when registration opens and closes.")
        if opens is None or closes is None:
            return
        if closes <= opens:
            raise Invalid("registration_closes_at", "Registration must close after it has opened.")
        if self.starts_at < closes:
            raise Invalid("starts_at", "The tournament starts when registration has closed.")


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
        raise Invalid(None, f"It cannot be played here any more: {error}.") from error


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
        raise Invalid(field_name, str(error)) from error


def check_size(terms: Terms, *, entrants: int) -> None:
    """Raises Invalid for too few or too many entrants or games."""
    if entrants < 2:
        raise Invalid("entrants", "Choose at least two entrants: one alone has nobody to play.")
    preview = terms.preview(entrants=entrants)
    if preview.games > MAX_GAMES:
        raise Invalid(
            "games_per_pairing",
            f"That makes {preview.games:,} games; at most {MAX_GAMES:,} are allowed.",
        )
    if (drawn := _openings(terms, preview)) > MAX_OPENINGS:
        raise Invalid(
            "games_per_pairing",
            f"That makes {drawn:,} openings; at most {MAX_OPENINGS:,} are drawn for a tournament. "
            "Choose fewer games per pairing, or no opening actions.",
        )


def _openings(terms: Terms, preview: formats.Plan) -> int:
    """How many are drawn: one for every block of the same entrants but the first."""
    if not terms.openings():
        return 0
    cycles = int(formats.get(terms.format).complete(terms.format_options).get("cycles", 1))
    return preview.games // terms.sides - preview.pairings // cycles


def check_entrants(versions: Sequence[Version], *, game: engine.Game, organiser: Player) -> None:
    """Raises Invalid for the first version that may not play."""
    for version in versions:
        if version.bot.banned_at:
            raise Invalid("entrants", f"{version.bot} is banned, so it cannot play.")
        if version.paused_at:
            raise Invalid("entrants", f"{version} is paused: {version.pause_reason}")
        if version.status != Version.Status.ACCEPTED:
            raise Invalid("entrants", f"{version} has not been accepted, so it cannot play.")
        if version.held_back:
            raise Invalid("entrants", f"{version} is held back until a trial shows it is better.")
        if game.id not in version.games:
            raise Invalid("entrants", f"{version} does not play {game.name}.")
        if not version.bot.open_to_all and version.bot.owner_id != organiser.pk:
            raise Invalid("entrants", f"Only {version.bot.owner} may enter {version.bot}.")
