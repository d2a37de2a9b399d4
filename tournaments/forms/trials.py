"""The form that starts a trial."""

from typing import Any

from django import forms

from agents.clock import PRESETS
from tournaments.models import Player, Variant, Version
from tournaments.queries import bots, trials
from tournaments.services import trials as services
from tournaments.services.trials import ELO1, PAIRS

SIZE = ("elo1", "most_pairs")


class TrialSizeForm(forms.Form):
    """How fine the difference is that has to be seen, and in how many pairs."""

    elo1 = forms.FloatField(
        label="A difference that is worth it, in Elo",
        initial=30,
        min_value=ELO1[0],
        max_value=ELO1[1],
        help_text="The smaller it is, the more games it takes to tell.",
    )
    most_pairs = forms.IntegerField(
        label="Pairs of games, at most", initial=400, min_value=PAIRS[0], max_value=PAIRS[1]
    )

    def outlook(self) -> trials.TrialOutlook | None:
        """How likely a verdict is; None where what was typed makes no trial."""
        size = {name: self.fields[name].initial for name in SIZE}
        if self.is_bound:
            self.is_valid()
            size = {name: self.cleaned_data.get(name) for name in SIZE}
        return None if None in size.values() else services.outlook(**size)


class TrialForm(TrialSizeForm):
    """Against which version, in what, and of what size."""

    field_order = ["incumbent", "variant", "time_control", *SIZE, "replaces"]

    incumbent = forms.ModelChoiceField(
        Version.objects.none(), label="Against", empty_label=None, help_text="A version of yours."
    )
    variant = forms.ModelChoiceField(Variant.objects.none(), label="Variant", empty_label=None)
    time_control = forms.ChoiceField(
        label="Time control", choices=[(name, name.capitalize()) for name in PRESETS]
    )
    replaces = forms.BooleanField(
        label="Replace the predecessor only when it passes",
        required=False,
        help_text="Until then the version is held back, and its predecessor plays on.",
    )

    def __init__(self, *args: Any, challenger: Version, player: Player) -> None:
        super().__init__(*args)
        incumbents = trials.incumbents(challenger, player)
        self.fields["incumbent"].queryset = incumbents
        self.fields["variant"].queryset = trials.variants(challenger)
        self.initial["incumbent"] = _predecessor(challenger)
        self.initial["replaces"] = challenger.held_back


def _predecessor(challenger: Version) -> Version | None:
    """The version that plays in its place now, or the one before it."""
    playing = [bots.playing(challenger.bot, game_id=game_id) for game_id in challenger.games]
    found = [version for version in playing if version not in (None, challenger)]
    earlier = challenger.bot.versions.accepted().filter(number__lt=challenger.number)
    return found[0] if found else earlier.order_by("-number").first()
