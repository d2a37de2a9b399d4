"""The forms of clubs."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents import house
from agents.bots import archive
from agents.bots.archive import ArchiveError
from tournaments.models import Club, ClubMember, ClubStep, Variant
from tournaments.models.clubs import MOST_GAMES
from tournaments.queries import shipped
from tournaments.queries.ratings import leaderboards


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


class ClubStepForm(forms.ModelForm[ClubStep]):
    """A step of the workshop that a teacher writes."""

    class Meta:
        model = ClubStep
        fields = ["title", "text", "variant", "opponent", "wins", "games", "start"]
        labels = {
            "title": _("Title"),
            "text": _("Text"),
            "variant": _("Game"),
            "opponent": _("Opponent"),
            "wins": _("Games to win"),
            "games": _("Games in all"),
            "start": _("Code to start with"),
        }
        help_texts = {
            "text": _("In Markdown: paragraphs, lists, links, tables and code, no pictures."),
            "opponent": _("A house bot that plays the game and needs no numpy."),
            "start": _("It must run as it is: what is missing says so in a comment."),
        }
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "text": forms.Textarea(attrs={"rows": 10}),
            "opponent": forms.Select(),
            "start": forms.Textarea(
                attrs={"rows": 16, "class": "code", "spellcheck": "false", "autocomplete": "off"}
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        variant, opponent = self.fields["variant"], self.fields["opponent"]
        assert isinstance(variant, forms.ModelChoiceField)
        variant.queryset = leaderboards.leaderboards()
        variant.empty_label = None
        opponent.widget.choices = [
            (name, shipped.HOUSE_NAMES[name]) for name in house.NAMES if not house.needs_numpy(name)
        ]

    def clean_start(self) -> str:
        start: str = self.cleaned_data["start"].replace("\r\n", "\n") + "\n"
        try:
            archive.pack_files({archive.MAIN: start.encode()})
        except ArchiveError as error:
            raise forms.ValidationError(str(error)) from error
        return start

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        variant, opponent = sent.get("variant"), sent.get("opponent")
        if isinstance(variant, Variant) and opponent and not _plays(opponent, variant):
            self.add_error("opponent", gettext("This bot does not play the game."))
        if sent.get("wins", 0) > sent.get("games", MOST_GAMES):
            self.add_error("wins", gettext("Nobody can win more games than there are."))
        return sent


def _plays(opponent: str, variant: Variant) -> bool:
    fitting = opponent in house.NAMES and not house.needs_numpy(opponent)
    return fitting and variant.game_id in house.games_of(opponent)
