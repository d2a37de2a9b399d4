"""The part of the form for a tournament that makes it a series."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Series
from tournaments.services.tournaments.series import SeriesPlan


class RepeatForm(forms.Form):
    """How often a tournament recurs, and what counts in its series; empty for one tournament."""

    every = forms.TypedChoiceField(
        label=_("Repeat it"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("no, play it once")), *Series.Every.choices],
        help_text=_(
            "A series holds a new tournament at the same local time, also in summer time. "
            "Players enter a bot once for all of its tournaments."
        ),
    )
    times = forms.IntegerField(
        label=_("Number of dates"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Leave this empty for a series without an end."),
    )
    scoring = forms.ChoiceField(
        label=_("Standings of the series"),
        required=False,
        choices=Series.Scoring.choices,
        help_text=_(
            "The first eight places of a tournament get 10, 8, 6, 5, 4, 3, 2 and 1 points."
        ),
    )
    division_size = forms.IntegerField(
        label=_("Bots in a division"),
        required=False,
        min_value=2,
        max_value=500,
        help_text=_("Leave this empty for one tournament for all."),
    )
    movers = forms.IntegerField(
        label=_("Bots promoted from each division"),
        required=False,
        min_value=0,
        max_value=50,
        help_text=_("As many are relegated. With nothing here, it is one."),
    )

    def plan(self, zone: str) -> SeriesPlan:
        """The plan of the series, at local times of this zone."""
        data = self.cleaned_data
        movers = data["movers"]
        return SeriesPlan(
            zone=zone,
            every=data["every"] or Series.Every.WEEK,
            times=data["times"],
            scoring=data["scoring"] or Series.Scoring.PLACES,
            division_size=data["division_size"],
            movers=1 if movers is None else movers,
        )


def initial(series: Series) -> dict[str, Any]:
    """The initial values that show a series."""
    return {name: getattr(series, name) for name in RepeatForm.base_fields}
