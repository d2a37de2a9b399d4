"""The form for the players that an organiser invites, and for co-organisers."""

from django import forms

from tournaments.forms.fields import PlayersField


class PeopleForm(forms.Form):
    """The user names of all invited players and of all co-organisers."""

    invited = PlayersField(label="Invited players", help_text="User names, separated by spaces.")
    co_organisers = PlayersField(
        label="Co-organisers",
        help_text="User names. They may do everything that you may, except choose co-organisers.",
    )
