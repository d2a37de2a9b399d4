"""Fields of the form for a tournament: options of games and formats, versions, players, codes."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, QuerySet
from django.utils.translation import gettext_lazy as _

import engine
from agents.words.speech import number, said, say
from tournaments.models import Player, Version
from tournaments.services.tournaments.people import MOST
from tournaments.words.conditions import label, value_stated

MAX_ID = BigIntegerField.MAX_BIGINT

MOST_CHOSEN = 900
"""The most entrants that a form may choose: Django reads at most 1,000 fields."""


class Checkbox(forms.CheckboxInput):
    """A checkbox that says `true` or, left empty, `false`, as the engine spells them.

    The value where nothing was sent can be set, for boxes that were not on the page.
    """

    absent = "false"

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: value in {True, "true"})

    def format_value(self, _value: Any) -> str:
        return "true"

    def value_from_datadict(self, data: Any, _files: Any, name: str) -> Any:
        return data.get(name, self.absent)


class OptionField(forms.Field):
    """An option of a game or a format. The engine reads it and, if it cannot, says what it may be.

    An option of a format that is left out has its default (`required` False).
    """

    def __init__(self, spec: engine.OptionSpec, value: Any, *, required: bool = True) -> None:
        self.spec = spec
        help_text = said(spec.help)
        if spec.kind == "int":
            least, most = map(number, spec.allowed)
            help_text += " " + say("From {least} to {most}.", least=least, most=most)
        super().__init__(
            label=said(label(spec.name)),
            help_text=help_text,
            initial=value,
            widget=_widget(spec),
            required=required,
        )

    def to_python(self, value: str | None) -> Any:
        if not (value or self.required):
            return self.spec.default
        try:
            return engine.read_option(self.spec, (value or "").strip())
        except engine.OptionError as error:
            raise ValidationError(str(error)) from error


def _widget(spec: engine.OptionSpec) -> forms.Widget:
    if spec.kind == "int":
        return forms.NumberInput(attrs={"min": spec.allowed[0], "max": spec.allowed[1]})
    if spec.kind == "bool":
        return Checkbox()
    return forms.Select(choices=[(value, value_stated(value)) for value in spec.allowed])


class EntrantsField(forms.Field):
    """Versions by their ids. The service judges who may enter which."""

    widget = forms.SelectMultiple

    default_error_messages = {
        "invalid_choice": _("There is no version with the id %(value)s."),
        "invalid_pk_value": _("“%(pk)s” is not the id of a version."),
    }

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Sequence[str] | None) -> QuerySet[Version]:
        chosen = value or ()
        if len(chosen) > MOST_CHOSEN:
            raise ValidationError(
                say(
                    "Choose at most {most} entrants, not {chosen}.",
                    most=MOST_CHOSEN,
                    chosen=len(chosen),
                )
            )
        for pk in chosen:
            if not pk.isdecimal():
                raise ValidationError(self.error_messages["invalid_pk_value"], params={"pk": pk})
        return self._versions(chosen)

    def _versions(self, chosen: Sequence[str]) -> QuerySet[Version]:
        # SQLite raises for numbers that no column holds, however int() would read them.
        ids = [pk for pk in chosen if len(pk) <= len(str(MAX_ID)) and int(pk) <= MAX_ID]
        versions = Version.objects.filter(pk__in=ids).select_related("bot__owner")
        missing = set(chosen) - {str(version.pk) for version in versions}
        if missing:
            value = min(missing, key=chosen.index)
            raise ValidationError(self.error_messages["invalid_choice"], params={"value": value})
        return versions


class VersionIdField(forms.Field):
    """One version by its id, or none."""

    widget = forms.Select

    def to_python(self, value: str | None) -> Version | None:
        return EntrantsField().clean([value])[0] if value else None


class PlayersField(forms.CharField):
    """Players by their user names, separated by spaces, commas or lines."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false"})
        super().__init__(required=False, max_length=10_000, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else " ".join(map(str, value))

    def clean(self, value: str | None) -> list[Player]:
        names = list(dict.fromkeys(re.split(r"[\s,;]+", super().clean(value))))
        named = [name for name in names if name]
        if len(named) > MOST:
            raise ValidationError(
                say("Name at most {most} players, not {wanted}.", most=MOST, wanted=len(named))
            )
        players = {player.username: player for player in Player.objects.filter(username__in=named)}
        missing = [f"“{name}”" for name in named if name not in players]
        if missing:
            raise ValidationError(
                say("There is no player {missing}.", missing=" or ".join(missing))
            )
        return [players[name] for name in named]
