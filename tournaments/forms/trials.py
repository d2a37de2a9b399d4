"""The form that starts a trial."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player, Variant, Version
from tournaments.queries.bots import overview
from tournaments.queries.bots.trials import TrialOutlook, incumbents, variants
from tournaments.services.bots.trials import ELO1, PAIRS, outlook
from tournaments.words.conditions import TIME_CONTROLS

SIZE = ("elo1", "most_pairs")


class TrialSizeForm(forms.Form):
    """The smallest difference to find, and the maximum number of pairs."""

    elo1 = forms.FloatField(
        label=_("Smallest difference worth finding, in Elo"),
        initial=30,
        min_value=ELO1[0],
        max_value=ELO1[1],
        help_text=_("A smaller difference takes more games to find."),
    )
    most_pairs = forms.IntegerField(
        label=_("Maximum number of pairs"), initial=400, min_value=PAIRS[0], max_value=PAIRS[1]
    )

    def outlook(self) -> TrialOutlook | None:
        """The probabilities of verdicts; None where the input is invalid."""
        size = {name: self.fields[name].initial for name in SIZE}
        if self.is_bound:
            self.is_valid()
            size = {name: self.cleaned_data.get(name) for name in SIZE}
        return None if None in size.values() else outlook(**size)


class TrialForm(TrialSizeForm):
    """The opponent, the variant, the time control and the size of a trial."""

    field_order = ["incumbent", "variant", "time_control", *SIZE, "replaces"]

    incumbent = forms.ModelChoiceField(
        Version.objects.none(),
        label=_("Against"),
        empty_label=None,
        help_text=_("One of your versions."),
    )
    variant = forms.ModelChoiceField(Variant.objects.none(), label=_("Variant"), empty_label=None)
    time_control = forms.ChoiceField(label=_("Time control"), choices=list(TIME_CONTROLS.items()))
    replaces = forms.BooleanField(
        label=_("Replace the predecessor only if this version passes"),
        required=False,
        help_text=_("Until then this version is held back, and its predecessor keeps playing."),
    )

    def __init__(self, *args: Any, challenger: Version, player: Player) -> None:
        super().__init__(*args)
        against = cast("forms.ModelChoiceField[Version]", self.fields["incumbent"])
        against.queryset = incumbents(challenger, player)
        offered = cast("forms.ModelChoiceField[Variant]", self.fields["variant"])
        offered.queryset = variants(challenger)
        self.initial["incumbent"] = _predecessor(challenger)
        self.initial["replaces"] = challenger.held_back


def _predecessor(challenger: Version) -> Version | None:
    """The version that plays instead of it now, or the one before it."""
    playing = [overview.playing(challenger.bot, variant=entry) for entry in challenger.games]
    earlier_playing = [version for version in playing if version not in (None, challenger)]
    earlier = challenger.bot.versions.accepted().filter(number__lt=challenger.number)
    return earlier_playing[0] if earlier_playing else earlier.order_by("-number").first()
