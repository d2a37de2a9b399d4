"""The form for a new tournament."""

import uuid
import zoneinfo
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from agents.terms.clock import PRESETS
from agents.words.speech import said, say
from engine import openings
from tournaments.forms.fields import (
    Checkbox,
    EntrantsField,
    OptionField,
    VersionIdField,
)
from tournaments.forms.options import add_options, chosen_game, option_name
from tournaments.forms.tournaments.entrants import FOUND_BY, EntrantChoice, choices
from tournaments.forms.tournaments.people import PeopleForm
from tournaments.mathematics import formats, tiebreaks
from tournaments.models import Player, Tournament, Variant, Version
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words.conditions import TIME_CONTROLS, describe

LONGEST_WAIT = timedelta(days=365)
"""How far ahead a tournament may be scheduled."""

TIE_BREAKS = 4
"""The number of tie-break fields, unless a cloned tournament has more."""

WITH_CHALLENGER = "gauntlet"
"""The format in which the first entrant has a special part."""


def _moment(**kwargs: Any) -> forms.DateTimeField:
    refusals = {
        "required": _("Choose a start time, or start now."),
        "invalid": _("Write the date and the time like 2027-01-31 18:00."),
    }
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(widget=widget, error_messages=refusals, **kwargs)


class TournamentForm(PeopleForm):
    """A new tournament in the variant's game; the options begin with the variant's.

    Of the formats it has the options of the one that is chosen: see `chosen`.
    """

    START_NOW, START_LATER = "now", "later"
    CHOSEN, REGISTERED = "chosen", "registered"

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        error_messages={"required": _("Give the tournament a name.")},
    )
    format = forms.ChoiceField(
        label=_("Format"),
        required=False,
        initial="round-robin",
        choices=lambda: [(one.id, _described(one)) for one in formats.FORMATS.values()],
        widget=forms.RadioSelect,
    )
    is_open = forms.BooleanField(
        label=_("Remote bots may take part"),
        required=False,
        initial=False,
        widget=Checkbox,
        help_text=_(
            "Such bots play from their authors' machines, so nobody controls the conditions. The "
            "games count on the open leaderboard only."
        ),
    )
    games_per_pairing = forms.IntegerField(label=_("Games per pairing"))
    opening_actions = forms.IntegerField(
        label=_("Opening actions"),
        required=False,
        min_value=0,
        max_value=openings.MOST,
        initial=openings.ACTIONS,
        error_messages=dict.fromkeys(
            ("min_value", "max_value"),
            format_lazy(_("Choose a number from 0 to {most}."), most=openings.MOST),
        ),
        help_text=format_lazy(
            _(
                "From 0 to {most} random actions start every block after the first between "
                "the same entrants. Without them, bots could repeat the same games."
            ),
            most=openings.MOST,
        ),
    )
    time_control = forms.ChoiceField(
        label=_("Time control"),
        initial="blitz",
        choices=lambda: [
            (name, f"{label}: {describe(PRESETS[name])}") for name, label in TIME_CONTROLS.items()
        ],
        widget=forms.RadioSelect,
        help_text=_("How much time each bot has in each game."),
    )
    entry = forms.ChoiceField(
        label=_("Who enters the bots"),
        required=False,
        initial=CHOSEN,
        choices=[
            (CHOSEN, _("I choose them below.")),
            (REGISTERED, _("Players enter bots, too. The tournament then starts at a set time.")),
        ],
        widget=forms.RadioSelect,
    )
    registration_opens_at = _moment(
        label=_("Registration opens"),
        required=False,
        help_text=_("Leave this empty to open it at once."),
    )
    registration_closes_at = _moment(
        label=_("Registration closes"),
        required=False,
        help_text=_("Leave this empty to close it at the start."),
    )
    find = forms.CharField(
        label=_("Find bots by name"),
        required=False,
        max_length=FOUND_BY,
        widget=forms.TextInput(
            attrs={"type": "search", "placeholder": _("A part of a bot's name")}
        ),
    )
    entrants = EntrantsField()
    challenger = VersionIdField(
        label=_("Challenger"),
        required=False,
        help_text=_("It plays everybody else. The others do not play each other."),
    )
    access = forms.ChoiceField(
        label=_("Access"),
        required=False,
        initial=Tournament.Access.OPEN,
        choices=[
            (Tournament.Access.OPEN, _("Open: everybody sees it. All players may register.")),
            (
                Tournament.Access.INVITED,
                _("Invited: everybody sees it. Only invited players may register."),
            ),
            (Tournament.Access.PRIVATE, _("Private: few people see it. Its games are not rated.")),
        ],
        widget=forms.RadioSelect,
        help_text=_("Organisers, invited players and owners of entrants see a private tournament."),
    )
    start = forms.ChoiceField(
        label=_("Start"),
        initial=START_NOW,
        choices=[(START_NOW, _("Now")), (START_LATER, _("At a set time"))],
        widget=forms.RadioSelect,
    )
    starts_at = _moment(label=_("Set time"))
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    zone = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, *args: Any, player: Player, game: engine.Game, now: datetime, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.player, self.first_game, self.now = player, game, now
        self.game: engine.Game | None = None
        self.chosen = self._format()
        self._add_options()
        self._add_tie_breaks()
        self._suit_game()
        name = str(self.time_zone())
        self.fields["zone"].initial = name
        self.fields["starts_at"].help_text = say("Date and time in {zone}.", zone=name)

    def full_clean(self) -> None:
        # In the zone that the page named, whatever cookie has come since.
        with timezone.override(self.time_zone()):
            super().full_clean()

    def clean_starts_at(self) -> datetime:
        moment: datetime = self.cleaned_data["starts_at"]
        if moment <= self.now:
            raise ValidationError(
                gettext("This time has passed. Choose a later one, or start now.")
            )
        if moment > self.now + LONGEST_WAIT:
            raise ValidationError(
                say("Choose a time within {days} days from now.", days=LONGEST_WAIT.days)
            )
        return moment

    def clean(self) -> None:
        if self.cleaned_data.get("start") == self.START_NOW:
            self.errors.pop("starts_at", None)
            self.cleaned_data["starts_at"] = self.now
        if "submission" in self.errors:
            self.add_error(None, gettext("This form is damaged. Reload the page."))
        if self._has_registration() and self.cleaned_data.get("start") == self.START_NOW:
            self.add_error("start", gettext("Players need time to enter. Choose a start time."))
        self.game = chosen_game(self, self.first_game)

    def arguments(self) -> dict[str, Any]:
        """The arguments of the service that creates the tournament."""
        return {
            "config": self.configuration(),
            "organiser": self.player,
            "versions": self.versions(),
            "submission": self.cleaned_data["submission"],
            "now": self.now,
        }

    def configuration(self) -> Configuration:
        """The configuration, as far as the input is valid."""
        data = self.cleaned_data
        opens, closes = self._registration()
        return Configuration(
            name=data.get("name", ""),
            game=self.game or self.first_game,
            is_open=data.get("is_open", False),
            format=self.chosen.id,
            format_options={
                spec.name: data[_of_format(spec)]
                for spec in self.chosen.options
                if _of_format(spec) in data
            },
            tie_breaks=[
                code for code in dict.fromkeys(data.get(name) for name in self._ties) if code
            ],
            games_per_pairing=data.get("games_per_pairing", 0),
            opening_actions=data.get("opening_actions"),
            time_control=data.get("time_control", "blitz"),
            starts_at=data.get("starts_at", self.now),
            access=data.get("access") or Tournament.Access.OPEN,
            registration_opens_at=opens,
            registration_closes_at=closes,
            invited=data.get("invited", ()),
            co_organisers=[
                player for player in data.get("co_organisers", ()) if player != self.player
            ],
        )

    def timeless(self) -> Configuration:
        """The same without a registration, for a forecast."""
        configuration = self.configuration()
        return replace(configuration, registration_opens_at=None, registration_closes_at=None)

    def versions(self) -> list[Version]:
        """The entrants, the challenger first."""
        chosen = list(self.cleaned_data.get("entrants", ()))
        first = self.cleaned_data.get("challenger")
        if first is None or self.chosen.id != WITH_CHALLENGER:
            return chosen
        return [first, *(version for version in chosen if version != first)]

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The options of the game, in the engine's order."""
        return (self[option_name(spec)] for spec in self.first_game.info.options)

    def challenger_field(self) -> forms.BoundField | None:
        """The choice of the challenger, in the format that has one."""
        if self.chosen.id != WITH_CHALLENGER:
            return None
        rows = [(choice.value, choice.version) for choice in self.choices_of_entrants]
        self.fields["challenger"].widget.choices = [("", gettext("The first entrant")), *rows]
        return self["challenger"]

    def format_fields(self) -> Iterator[forms.BoundField]:
        """The options of the chosen format."""
        return (self[_of_format(spec)] for spec in self.chosen.options)

    def tie_break_fields(self) -> Iterator[forms.BoundField]:
        """The choices of tie-breaks, the first decides first."""
        return (self[name] for name in self._ties)

    @property
    def usual_tie_breaks(self) -> str:
        """The tie-breaks by default."""
        swiss = self.chosen.id == Tournament.Format.SWISS
        codes = tiebreaks.USUAL_SWISS if swiss else tiebreaks.USUAL
        return ", ".join(said(tiebreaks.TIE_BREAKS[code].name) for code in codes)

    @cached_property
    def variant(self) -> Variant | None:
        """The initial variant of the form, if it has a row."""
        game = self.first_game
        rows = Variant.objects.filter(key=game.variant, rules_version=game.rules_version)
        return rows.filter(is_open=self.invites_remote).first()

    @property
    def invites_remote(self) -> bool:
        """Whether remote bots may take part, as the form says now."""
        return str(self["is_open"].value()).lower() in {"true", "on"}

    @cached_property
    def choices_of_entrants(self) -> list[EntrantChoice]:
        """The versions to choose from, the player's own first."""
        return choices(
            player=self.player,
            game_id=self.first_game.id,
            is_open=self.invites_remote,
            variant=self.variant,
            chosen={str(pk) for pk in self["entrants"].value() or []},
            words=str(self["find"].value() or ""),
        )

    @property
    def shows_format(self) -> bool:
        """Whether the options of the chosen format were on the page that was sent."""
        return self.data.get("format_shown") == self.chosen.id

    def _format(self) -> formats.TournamentFormat:
        asked = self.data.get("format") if self.is_bound else self.initial.get("format")
        return formats.FORMATS.get(asked or "round-robin", formats.FORMATS["round-robin"])

    def _add_options(self) -> None:
        add_options(self, self.first_game)
        for spec in self.chosen.options:
            field = OptionField(spec, spec.default, required=False)
            if not self.shows_format and isinstance(field.widget, Checkbox):
                field.widget.absent = str(spec.default).lower()
            self.fields[_of_format(spec)] = field

    def _add_tie_breaks(self) -> None:
        source = self.data if self.is_bound else self.initial
        more = sum(str(name).startswith("tie_break_") for name in source)
        self._ties = [f"tie_break_{place}" for place in range(1, _places(more) + 1)]
        ties = tiebreaks.TIE_BREAKS.values()
        codes = [(rule.code, f"{said(rule.name)} ({rule.code})") for rule in ties]
        for place, name in enumerate(self._ties, start=1):
            self.fields[name] = forms.ChoiceField(
                label=say("Tie-break {place}", place=place),
                required=False,
                choices=[("", gettext("none")), *codes],
            )

    def _suit_game(self) -> None:
        sides = len(set(self.first_game.sides()))
        field = self.fields["games_per_pairing"]
        field.initial = sides
        field.widget = forms.NumberInput(attrs={"min": 1})
        field.help_text = say(
            "A multiple of {sides}, so that every bot plays every seat equally often.", sides=sides
        )
        if self.first_game.info.has_chance:
            del self.fields["opening_actions"]

    def _has_registration(self) -> bool:
        return self.cleaned_data.get("entry") == self.REGISTERED

    def _registration(self) -> tuple[datetime | None, datetime | None]:
        if not self._has_registration():
            return None, None
        data = self.cleaned_data
        starts = data.get("starts_at", self.now)
        opens = data.get("registration_opens_at") or self.now
        return opens, data.get("registration_closes_at") or starts

    def time_zone(self) -> zoneinfo.ZoneInfo:
        """The time zone of the times in the form."""
        try:
            return zoneinfo.ZoneInfo(self.data.get("zone", ""))
        except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
            return timezone.get_current_timezone()


def typed(form: TournamentForm) -> dict[str, Any]:
    """The raw input of a bound form, as initial values of one with other fields."""
    options = [_of_format(spec) for spec in form.chosen.options] if form.shows_format else []
    return {
        name: field.widget.value_from_datadict(form.data, form.files, name)
        for name, field in form.fields.items()
        if name in form.data or name.startswith("option_") or name in options
    }


def _described(form: formats.TournamentFormat) -> str:
    # German abbreviates some names: K.-o.
    return f"{said(form.name).rstrip('.')}. {said(form.summary)}"


def _places(named: int) -> int:
    return min(max(TIE_BREAKS, named), len(tiebreaks.TIE_BREAKS))


def _of_format(spec: engine.OptionSpec) -> str:
    return f"format_{spec.name}"
