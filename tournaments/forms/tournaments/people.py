"""The form for whom an organiser invites, and who organises too."""

from django import forms

from tournaments.forms.fields import PlayersField


class PeopleForm(forms.Form):
    """User names: who is named is in, who is not is out."""

    invited = PlayersField(label="Invited players", help_text="User names, with spaces between.")
    co_organisers = PlayersField(
        label="Co-organisers",
        help_text="User names. They may do all that you may, except choose co-organisers.",
    )
