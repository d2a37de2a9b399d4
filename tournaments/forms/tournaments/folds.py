"""Parts of the form for a new tournament that most organisers leave as they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext

from agents.words.speech import said, say
from tournaments.forms.tournaments.create import TournamentForm


@dataclass(frozen=True)
class Fold:
    """Some fields under one title, collapsed by default."""

    id: str
    title: str
    help_text: str
    fields: Sequence[BoundField]

    @property
    def is_open(self) -> bool:
        """Whether one of its fields has an error or is not the default."""
        return any(field.errors or _changed(field) for field in self.fields)


def folds(form: TournamentForm) -> Iterator[Fold]:
    """All of them, in the page's order."""
    game = form.first_game.name
    yield Fold(
        "options",
        say("Rules of {game}", game=said(game)),
        gettext("Results are rated if these options match a variant with a leaderboard."),
        list(form.option_fields()),
    )
    yield Fold(
        "games",
        gettext("Games and openings"),
        "",
        _named(form, "games_per_pairing", "opening_actions"),
    )
    yield Fold(
        "access",
        gettext("Registration, access and organisers"),
        gettext("The times count only if players enter bots."),
        _named(
            form,
            "registration_opens_at",
            "registration_closes_at",
            "access",
            "is_open",
            "invited",
            "co_organisers",
        ),
    )


def of_format(form: TournamentForm) -> Iterator[Fold]:
    """Those that change with the chosen format."""
    options = list(form.format_fields())
    if options:
        yield Fold(
            "format-options", say("Options of {format}", format=said(form.chosen.name)), "", options
        )
    usual = say(
        "The first tie-break decides, then the second, and so on. The default is {usual}. "
        "Tie-breaks do not apply where the bracket decides the places, as in a knockout.",
        usual=form.usual_tie_breaks,
    )
    yield Fold(
        "tie-breaks", gettext("Tie-breaks for equal points"), usual, list(form.tie_break_fields())
    )


def _named(form: TournamentForm, *names: str) -> list[BoundField]:
    return [form[name] for name in names if name in form.fields]


def _changed(field: BoundField) -> bool:
    return _plain(field.value()) != _plain(field.field.initial)


def _plain(value: Any) -> str:
    """A value as a browser sends it; nothing chosen is empty."""
    if value in (None, "", [], ()):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
