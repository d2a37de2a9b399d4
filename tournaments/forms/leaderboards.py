"""The form that searches a leaderboard."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.queries.ratings.leaderboards import Search


class LeaderboardForm(forms.Form):
    """A search for lines of a leaderboard, all of it in the query string."""

    bot = forms.CharField(
        label="Bot",
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("how it begins")}),
    )
    author = forms.CharField(
        label="Author",
        max_length=150,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("the whole name")}),
    )
    house = forms.ChoiceField(
        label="House bots",
        choices=[
            ("", gettext_lazy("with the others")),
            ("only", gettext_lazy("only these")),
            ("without", gettext_lazy("left out")),
        ],
        required=False,
    )
    every = forms.BooleanField(label="Replaced versions too", required=False)

    def search(self) -> Search:
        """The search; all lines where the form is invalid."""
        return Search(**self.cleaned_data) if self.is_valid() else Search()
