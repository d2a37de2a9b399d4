"""The form that searches a leaderboard."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.queries.ratings.leaderboards import Search


class LeaderboardForm(forms.Form):
    """A search for lines of a leaderboard, all of it in the query string."""

    bot = forms.CharField(
        label=_("Bot"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": _("how it begins")}),
    )
    author = forms.CharField(
        label=_("Author"),
        max_length=150,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": _("the whole name")}),
    )
    house = forms.ChoiceField(
        label=_("House bots"),
        choices=[
            ("", _("with the others")),
            ("only", _("only these")),
            ("without", _("left out")),
        ],
        required=False,
    )
    every = forms.BooleanField(label=_("Replaced versions too"), required=False)

    def search(self) -> Search:
        """The search; all lines where the form is invalid."""
        return Search(**self.cleaned_data) if self.is_valid() else Search()
