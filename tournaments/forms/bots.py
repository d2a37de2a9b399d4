"""The forms of bots and uploads."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents import samples
from agents.bots.archive import MAIN, UPLOAD_BYTES
from tournaments.models import Bot
from tournaments.services.bots.uploads import CodeFile

EXAMPLE = samples.read("greedy").decode()
"""The working bot that the paste box starts with."""


class BotForm(forms.ModelForm[Bot]):
    class Meta:
        model = Bot
        fields = ["name", "description", "open_to_all", "on_ladders"]
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}
        labels = {
            "name": _("Name"),
            "description": _("Description"),
            "open_to_all": _("Anyone may enter it"),
            "on_ladders": _("It plays on ladders"),
            "on_open_ladders": _("It plays on open ladders, too"),
        }
        help_texts = {
            "name": _(
                "Up to 40 characters: letters of one script, digits, spaces, dots, underscores "
                "and hyphens. "
                "You cannot change it later."
            ),
            "description": _("Tell other people how your bot plays."),
            "on_ladders": _("Its newest version plays on the ladders of all its games."),
            "on_open_ladders": _("Remote bots play there, so nobody controls the conditions."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "name" in self.fields:
            # A browser would cut a longer name that is pasted, and say nothing.
            del self.fields["name"].widget.attrs["maxlength"]
        if self.instance.is_remote:
            # It has no other ladders.
            self.fields.pop("on_open_ladders", None)

    def validate_unique(self) -> None:
        """Leave this to the service, which can tell a second click from a taken name."""


class BotEditForm(BotForm):
    class Meta(BotForm.Meta):
        fields = ["description", "open_to_all", "on_ladders", "on_open_ladders"]


class FirstUploadForm(forms.Form):
    """Code as a file or pasted; a file wins, since the box is prefilled."""

    one_is_enough = True

    file = forms.FileField(
        label=_("A file"),
        required=False,
        allow_empty_file=True,
        help_text=format_lazy(
            _(
                "bot.py, or a zip with bot.py at its root, up to {most} MiB. "
                "If you choose a file, the code below is ignored."
            ),
            most=UPLOAD_BYTES // 2**20,
        ),
        widget=forms.FileInput(attrs={"accept": ".py,.zip"}),
    )
    code = forms.CharField(
        label=_("Or paste the code"),
        required=False,
        strip=False,
        initial=EXAMPLE,
        help_text=_("This bot works. Upload it as it is, and improve it later."),
        widget=forms.Textarea(
            attrs={
                "rows": 22,
                "class": "code",
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
            }
        ),
    )

    def clean_code(self) -> str:
        # Browsers send lines with CR LF; the same code must be the same version from anywhere.
        code: str = self.cleaned_data["code"]
        return code.replace("\r\n", "\n")

    def clean(self) -> None:
        sent = self.cleaned_data
        if sent.get("file") is None and not sent.get("code", "").strip():
            raise forms.ValidationError(gettext("Choose a file or paste your bot's code."))

    def upload(self) -> CodeFile:
        """The upload, read only up to the limit on its size."""
        file = self.cleaned_data["file"]
        if file is None:
            return CodeFile(MAIN, self.cleaned_data["code"].encode())
        return CodeFile(file.name, file.read(UPLOAD_BYTES + 1))


class UploadForm(FirstUploadForm):
    """Code of a further version, which may have to pass a trial first."""

    notes = forms.CharField(
        label=_("What is new"),
        required=False,
        max_length=1000,
        help_text=_("Shown beside this version on the bot's page."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    held_back = forms.BooleanField(
        label=_("Replace the current version only if this one is better"),
        required=False,
        help_text=_(
            "It plays in no tournament until it passes a trial against the current version. "
            "You start the trial on its page."
        ),
    )
