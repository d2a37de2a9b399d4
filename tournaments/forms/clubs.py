"""The forms of clubs."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, ClubMember


class ClubForm(forms.ModelForm[Club]):
    """A new club."""

    class Meta:
        model = Club
        fields = ["name", "description"]
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "description": forms.Textarea(attrs={"rows": 3})
        }
        labels = {"name": _("Name"), "description": _("Description")}
        help_texts = {"name": _("For example a course or a chess club.")}


class ClubEditForm(ClubForm):
    """The settings of a club that organisers may change."""

    class Meta(ClubForm.Meta):
        fields = ["name", "description", "names", "uploads_close_at"]
        labels = {
            **ClubForm.Meta.labels,
            "uploads_close_at": _("Deadline for uploads"),
            "names": _("Show members by"),
        }
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "description": forms.Textarea(attrs={"rows": 3}),
            "uploads_close_at": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
        }
        help_texts = {
            "uploads_close_at": _(
                "In tournaments of the club, a bot plays with its newest version "
                "from before this time. Leave it empty for no deadline."
            )
        }


class JoinForm(forms.Form):
    """The code for joining a club."""

    code = forms.CharField(
        label=_("Code"), max_length=40, help_text=_("An organiser of the club has it.")
    )


class DisplayNameForm(forms.ModelForm[ClubMember]):
    """A member's name in a club."""

    class Meta:
        model = ClubMember
        fields = ["display_name"]
        labels = {"display_name": _("Your name in this club")}
        help_texts = {"display_name": _("Members see it where the club shows such names.")}
