"""The forms of a casual game: first its options, then its seats and clocks."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from agents.terms.clock import PRESETS
from agents.words.speech import number, said, say
from tournaments.forms.accounts import AccountAdapter
from tournaments.forms.options import add_options, chosen_game
from tournaments.models import Player, Variant
from tournaments.models.casual import CLOCKS
from tournaments.queries.bots import overview
from tournaments.queries.casual import opponents
from tournaments.queries.games.films import seat_looks
from tournaments.services.casual.opening import (
    ANYBODY,
    FRIEND,
    HERE,
    ME,
    CasualConfiguration,
    Sitter,
)
from tournaments.words.conditions import describe

PEOPLE = [
    (ME, _("You")),
    (HERE, _("Somebody here, at the same screen")),
    (FRIEND, _("A friend, by a link")),
    (ANYBODY, _("Anybody, by the lobby")),
]

_BOTS = {
    "blitz": _("Blitz"),
    "bullet": _("Bullet, the quickest"),
    "rapid": _("Rapid"),
}


class GuestField(forms.CharField):
    """The name of a person without an account: none, or one that a player could take."""

    def __init__(self) -> None:
        super().__init__(label=_("Your name here"), max_length=30, required=False)

    def clean(self, value: Any) -> str:
        """Check the name as those of players are checked."""
        name = str(super().clean(value))
        return AccountAdapter().clean_username(name) if name else ""


class SitForm(forms.Form):
    """A seat to take, and the name of a person without an account."""

    seat = forms.IntegerField(label=_("Seat"), min_value=0)
    guest = GuestField()


class VariantForm(forms.Form):
    """The options of a game, with those of a given game as initial values."""

    def __init__(self, *args: Any, game: engine.Game) -> None:
        super().__init__(*args)
        self._game = game
        add_options(self, game)

    def clean(self) -> dict[str, Any]:
        """Make the game of the options that were chosen."""
        self.game = chosen_game(self, self._game)
        return self.cleaned_data


class PlayOnForm(forms.Form):
    """The position of a game from which somebody plays on."""

    ply = forms.IntegerField(label=_("Position in the game"), min_value=0, max_value=100_000)


class StartForm(forms.Form):
    """A game by one click: a level, a bot, or a seat for anybody; and the first action."""

    level = forms.ChoiceField(
        choices=[(name, name) for name in opponents.LEVELS],
        required=False,
        widget=forms.HiddenInput,
    )
    bot = forms.SlugField(max_length=100, required=False, widget=forms.HiddenInput)
    first = forms.CharField(max_length=100, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: engine.Game) -> None:
        super().__init__(*args)
        self._game = game

    def clean(self) -> dict[str, Any]:
        """Find the opponent."""
        level, slug = self.cleaned_data.get("level"), self.cleaned_data.get("bot")
        asked = {(str(slug), None)} if slug else set()
        bots = overview.named(asked, variant=self._game.variant)
        self.sitter: Sitter | None = ANYBODY
        if level or slug:
            by_level = opponents.Opponents(self._game).by_level if level else {}
            self.sitter = by_level.get(str(level)) or bots.get((str(slug), None))
        if self.sitter is None:
            raise forms.ValidationError(gettext("No bot of this name plays this game now."))
        return self.cleaned_data

    def wanted(self, variant: Variant) -> CasualConfiguration:
        """The configuration of the game: the person has the first seat, the opponent all others."""
        others = [self.sitter or ANYBODY] * (self._game.num_players() - 1)
        first = self.cleaned_data["first"]
        return CasualConfiguration(variant=variant, seats=[ME, *others], first=first)


class CasualForm(forms.Form):
    """The seats of a game, and the clocks of bots and people; `offered` are the bots for them."""

    def __init__(
        self,
        *args: Any,
        bots: opponents.Opponents,
        player: Player | None,
        bot: str,
        watch: bool,
        now: datetime,
    ) -> None:
        super().__init__(*args)
        self._game = game = bots.game
        self.offered = bots.offered(player, bot, now=now)
        choices = [
            (gettext("People"), PEOPLE),
            (gettext("Bots"), [(version.bot.slug, str(version)) for version in self.offered]),
        ]
        house = bots.default.bot.slug if bots.default else ""
        asked = bot or house or HERE
        first, others = (asked, house or asked) if watch else (ME, asked)
        looks = seat_looks(Variant(key=game.variant))
        for seat in range(game.num_players()):
            self.fields[f"seat_{seat}"] = forms.CharField(
                label=say("Seat {seat}, {colour}", seat=seat + 1, colour=said(looks[seat].colour)),
                max_length=100,
                initial=others if seat else first,
                widget=forms.Select(choices=choices),
            )
        if player is None:
            self.fields["guest"] = GuestField()
        self.fields["clock"] = forms.ChoiceField(
            label=gettext("Clock of people"),
            required=False,
            choices=[("", gettext("None")), *((name, _clock(name)) for name in CLOCKS)],
        )
        self.fields["time_control"] = forms.ChoiceField(
            label=gettext("Time of bots"),
            initial="blitz",
            choices=[
                (name, f"{words}: {describe(PRESETS[name])}") for name, words in _BOTS.items()
            ],
        )

    def clean(self) -> dict[str, Any]:
        """Find the bots of the seats."""
        chosen = {name: value for name, value in self.cleaned_data.items() if "seat_" in name}
        named = {(value, None) for value in chosen.values() if value not in dict(PEOPLE)}
        versions = overview.named(named, variant=self._game.variant)
        for name, value in chosen.items():
            self.cleaned_data[name] = versions.get((value, None), value)
            if value not in dict(PEOPLE) and (value, None) not in versions:
                self.add_error(name, gettext("No bot of this name plays this game now."))
        return self.cleaned_data

    def wanted(self, variant: Variant) -> CasualConfiguration:
        """The configuration of the game, once the form is valid."""
        seats: list[Sitter] = [
            self.cleaned_data[f"seat_{seat}"] for seat in range(self._game.num_players())
        ]
        return CasualConfiguration(
            variant=variant,
            seats=seats,
            time_control=self.cleaned_data["time_control"],
            clock=self.cleaned_data["clock"],
            guest=self.cleaned_data.get("guest", ""),
        )


def _clock(name: str) -> str:
    control = CLOCKS[name]
    return say(
        "{minutes} minutes, and {seconds} s for each action",
        minutes=number(control.bank / 60, "g"),
        seconds=number(control.increment, "g"),
    )
