"""The forms of drafts: what the workshop sends, a draft's name, and its upload."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import engine
from tournaments.forms.fields import MAX_ID
from tournaments.models import Bot, Draft, Player
from tournaments.queries.people import allowances
from tournaments.services.bots.drafts import Content
from tournaments.words import Sentence


class DraftNameForm(forms.ModelForm[Draft]):
    """A draft's name."""

    class Meta:
        model = Draft
        fields = ["name"]
        labels = {"name": _("Name")}


class DraftForm(DraftNameForm):
    """A draft as the workshop sends it; `draft` and `counter` are empty for a new one."""

    draft = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_ID, widget=forms.HiddenInput
    )
    counter = forms.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput
    )
    variant = forms.CharField(max_length=200, widget=forms.HiddenInput)
    code = forms.CharField(strip=False, widget=forms.HiddenInput)

    def clean_variant(self) -> str:
        try:
            return engine.parse_variant(self.cleaned_data["variant"]).variant
        except engine.EngineError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_code(self) -> dict[str, str]:
        """The text of each file by its name, as the database can keep it."""
        try:
            sent = json.loads(self.cleaned_data["code"])
            files = {str(each["name"]): str(each["text"]) for each in sent}
            written = "".join(name + text for name, text in files.items())
            written.encode()
        except (ValueError, TypeError, KeyError, RecursionError):
            raise forms.ValidationError(str(Sentence("draft-not-files"))) from None
        if "\0" in written or len(files) != len(sent):
            raise forms.ValidationError(str(Sentence("draft-not-files")))
        return files

    def content(self) -> Content:
        """What is to be saved."""
        sent = self.cleaned_data
        return Content(name=sent["name"], variant=sent["variant"], files=sent["code"])


class DraftUploadForm(forms.Form):
    """The bot of which a draft becomes a version: one of one's own, or a new one."""

    bot = forms.ModelChoiceField(
        Bot.objects.none(), label=_("Bot"), required=False, empty_label=_("A new bot")
    )
    name = forms.CharField(
        label=_("Name of the new bot"),
        required=False,
        help_text=_("Only for a new bot. You cannot change it later."),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bots.queryset = allowances.kept_bots(player).filter(banned_at=None).order_by("name")

    @property
    def bots(self) -> "forms.ModelChoiceField[Bot]":
        field = self.fields["bot"]
        assert isinstance(field, forms.ModelChoiceField)
        return field

    def clean(self) -> None:
        sent = self.cleaned_data
        if not self.errors and not sent["bot"] and not sent["name"]:
            self.add_error("name", forms.ValidationError(_("Give the new bot a name.")))
