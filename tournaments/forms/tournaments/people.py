"""The form for the players that an organiser invites, and for co-organisers."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import PlayersField


class PeopleForm(forms.Form):
    """The user names of all invited players and of all co-organisers."""

    invited = PlayersField(
        label=_("Invited players"), help_text=_("User names, separated by spaces.")
    )
    co_organisers = PlayersField(
        label=_("Co-organisers"),
        help_text=_(
            "User names. They may do everything that you may, except choose co-organisers."
        ),
    )
