"""The form that picks two versions of a leaderboard."""

from django import forms
from django.utils.translation import gettext_lazy as _

from agents.words.speech import say
from tournaments.models import Version
from tournaments.queries.ratings import comparison


class VersionNameField(forms.CharField):
    """A version by its name and number; the page suggests names."""

    widget = forms.TextInput(attrs={"list": "comparable", "autocomplete": "off"})

    def clean(self, value: str | None) -> Version:
        """The version; raises ValidationError where there is none of that name."""
        text = super().clean(value)
        version = comparison.named(text)
        if version is None:
            raise forms.ValidationError(
                say(
                    "There is no version “{text}”. Write a name and a number, such as “Greedy v2”.",
                    text=text,
                )
            )
        return version


class CompareForm(forms.Form):
    """Two versions of a leaderboard."""

    one = VersionNameField(
        label=_("First version"), max_length=60, help_text=_("Name and number, such as Greedy v2.")
    )
    other = VersionNameField(label=_("Second version"), max_length=60)
