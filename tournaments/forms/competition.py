"""The form for a new tournament: what is played, by whom, how often, how fast, and when."""

import uuid
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, QuerySet
from django.template.defaultfilters import pluralize
from django.utils import timezone
from django.utils.functional import cached_property

import engine
from agents.clock import PRESETS, TimeControl
from tournaments.models import Player, Rating, Variant, Version
from tournaments.queries import bots, competition

MAX_ID = BigIntegerField.MAX_BIGINT

LONGEST_WAIT = timedelta(days=365)
"""How far ahead a tournament may be scheduled."""


def describe(control: TimeControl) -> str:
    """A time control in one sentence."""
    cap = "" if control.per_action is None else f"; at most {control.per_action:g} s for one action"
    return (
        f"{control.bank:g} s for the whole game and {control.increment:g} s more "
        f"after each action{cap}."
    )


def games_stated(*, entrants: int, games_per_pairing: int) -> str:
    """How many games a round-robin makes, as a sentence."""
    if entrants < 2 or games_per_pairing < 1:
        return "Everyone meets everyone. Choose at least two entrants."
    pairings = entrants * (entrants - 1) // 2
    games = pairings * games_per_pairing
    return (
        f"{entrants} entrants, {pairings:,} pairing{pluralize(pairings)} of "
        f"{games_per_pairing:,} game{pluralize(games_per_pairing)}: "
        f"{games:,} game{pluralize(games)}."
    )


def options_stated(options: Mapping[str, Any]) -> str:
    """The options of a variant with their values, as one line."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{_label(name).lower()} {words[value] if isinstance(value, bool) else value}"
        for name, value in options.items()
    )


class Checkbox(forms.CheckboxInput):
    """A checkbox that says `true` or, left empty, `false`, as the engine spells them."""

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: value in {True, "true"})

    def format_value(self, _value: Any) -> str:
        return "true"

    def value_from_datadict(self, data: Any, _files: Any, name: str) -> str:
        return data.get(name, "false")


class OptionField(forms.Field):
    """An option of a game. The engine reads it and, where it cannot, says what is allowed."""

    def __init__(self, spec: engine.OptionSpec, value: Any) -> None:
        self.spec = spec
        help_text = spec.help
        if spec.kind == "int":
            help_text += f" From {spec.allowed[0]:,} to {spec.allowed[1]:,}."
        super().__init__(
            label=_label(spec.name),
            help_text=help_text,
            initial=value,
            widget=_widget(spec),
        )

    def to_python(self, value: str | None) -> Any:
        try:
            return engine.read_option(self.spec, (value or "").strip())
        except engine.OptionError as error:
            raise ValidationError(str(error)) from error


def _widget(spec: engine.OptionSpec) -> forms.Widget:
    if spec.kind == "int":
        return forms.NumberInput(attrs={"min": spec.allowed[0], "max": spec.allowed[1]})
    if spec.kind == "bool":
        return Checkbox()
    return forms.Select(choices=[(value, value) for value in spec.allowed])


class EntrantsField(forms.ModelMultipleChoiceField):
    """Versions by their ids; who may enter which is for the service to judge."""

    default_error_messages = {
        "required": "Choose at least two entrants: one alone has nobody to play.",
        "invalid_choice": "There is no version with the id %(value)s.",
        "invalid_pk_value": "“%(pk)s” is no id of a version.",
    }

    def __init__(self) -> None:
        super().__init__(Version.objects.select_related("bot__owner"))

    def clean(self, value: Sequence[str] | None) -> QuerySet[Version]:
        # SQLite raises for numbers that no column holds, however int() would read them.
        for pk in value or ():
            if not pk.isdecimal():
                raise ValidationError(self.error_messages["invalid_pk_value"], params={"pk": pk})
            if len(pk) > len(str(MAX_ID)) or int(pk) > MAX_ID:
                raise ValidationError(self.error_messages["invalid_choice"], params={"value": pk})
        return super().clean(value)


@dataclass(frozen=True)
class Entrant:
    """A version that may be chosen, as the form shows it."""

    version: Version
    rating: Rating | None
    is_own: bool
    is_chosen: bool


class TournamentForm(forms.Form):
    """A new tournament in the variant's game; the options begin with the variant's."""

    START_NOW, START_LATER = "now", "later"

    name = forms.CharField(
        max_length=80, error_messages={"required": "Give the tournament a name."}
    )
    entrants = EntrantsField()
    games_per_pairing = forms.IntegerField(
        initial=2,
        widget=forms.NumberInput(attrs={"min": 2, "step": 2}),
        help_text="An even number, so that everyone plays from every seat equally often.",
    )
    time_control = forms.ChoiceField(
        initial="blitz",
        choices=[(name, f"{name.capitalize()}: {describe(PRESETS[name])}") for name in PRESETS],
        widget=forms.RadioSelect,
        help_text="The time that each bot has in each game.",
    )
    start = forms.ChoiceField(
        initial=START_NOW,
        choices=[(START_NOW, "Now"), (START_LATER, "At a set time")],
        widget=forms.RadioSelect,
    )
    starts_at = forms.DateTimeField(
        label="Set time",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={
            "required": "Say when it is to start, or start it now.",
            "invalid": "Write the date and the time like 2027-01-31 18:00.",
        },
    )
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    zone = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, *args: Any, player: Player, game: engine.Game, now: datetime, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.player, self.first_game, self.now = player, game, now
        self.game: engine.Game | None = None
        for spec in game.info.options:
            self.fields[_field(spec)] = OptionField(spec, game.options[spec.name])
        self.zone = self._zone()
        self.fields["zone"].initial = self.zone.key
        self.fields["starts_at"].help_text = f"Date and time in {self.zone.key}."

    def full_clean(self) -> None:
        # In the zone that the page named, whatever cookie has come since.
        with timezone.override(self._zone()):
            super().full_clean()

    def clean_starts_at(self) -> datetime:
        moment = self.cleaned_data["starts_at"]
        if moment <= self.now:
            raise ValidationError("That time is past. Choose a later one, or start now.")
        if moment > self.now + LONGEST_WAIT:
            raise ValidationError(f"Choose a time within {LONGEST_WAIT.days} days from now.")
        return moment

    def clean(self) -> None:
        if self.cleaned_data.get("start") == self.START_NOW:
            self.errors.pop("starts_at", None)
            self.cleaned_data["starts_at"] = self.now
        if "submission" in self.errors:
            self.add_error(None, "The number of this form was damaged. Load the page again.")
        self.game = self._load_game()

    def arguments(self) -> dict[str, Any]:
        """What the service takes to create the tournament."""
        data = self.cleaned_data
        return {
            "organiser": self.player,
            "name": data["name"],
            "game": self.game,
            "versions": list(data["entrants"]),
            "games_per_pairing": data["games_per_pairing"],
            "time_control": data["time_control"],
            "starts_at": data["starts_at"],
            "submission": data["submission"],
            "now": self.now,
        }

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The options of the game, in the engine's order."""
        return (self[_field(spec)] for spec in self.first_game.info.options)

    @cached_property
    def variant(self) -> Variant | None:
        """The variant that the form begins with, where it has been played before."""
        game = self.first_game
        rows = Variant.objects.filter(key=game.variant, rules_version=game.rules_version)
        return rows.first()

    def choices_of_entrants(self) -> list[Entrant]:
        """The versions to choose from, the player's own first."""
        chosen = {str(pk) for pk in self["entrants"].value() or []}
        versions = bots.enterable(player=self.player, game_id=self.first_game.id)
        versions += self._superseded(versions)
        ratings = competition.ratings_of(variant=self.variant, versions=versions)
        rows = [
            Entrant(
                version,
                ratings.get(version.pk),
                version.bot.owner_id == self.player.pk,
                str(version.pk) in chosen,
            )
            for version in versions
        ]
        return sorted(rows, key=lambda row: not row.is_own)

    def _superseded(self, newest: list[Version]) -> list[Version]:
        """Chosen versions of the same bots that have a newer one since the page was sent."""
        chosen = self.cleaned_data.get("entrants", ()) if self.is_bound else ()
        by_bot = {version.bot_id: version for version in newest}
        return [one for one in chosen if one.bot_id in by_bot and one != by_bot[one.bot_id]]

    def _load_game(self) -> engine.Game | None:
        """The game with all options, each tried on top of those before it.

        So the engine's refusal stands at the option that does not go with the others.
        """
        accepted: dict[str, Any] = {}
        specs = [s for s in self.first_game.info.options if _field(s) in self.cleaned_data]
        for spec in sorted(specs, key=lambda spec: spec.requires is not None):
            tried = accepted | {spec.name: self.cleaned_data[_field(spec)]}
            try:
                engine.load_game(self.first_game.id, **tried)
            except engine.OptionError as error:
                self.add_error(_field(spec), str(error))
            else:
                accepted = tried
        return engine.load_game(self.first_game.id, **accepted)

    def _zone(self) -> zoneinfo.ZoneInfo:
        try:
            return zoneinfo.ZoneInfo(self.data.get("zone", ""))
        except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
            return timezone.get_current_timezone()


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _field(spec: engine.OptionSpec) -> str:
    return f"option_{spec.name}"
