"""How a player is notified of what, and their webhook."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from agents.words.speech import say
from tournaments.models import NoticeChoice, Player, Webhook
from tournaments.queries.people import hearing


class ChoicesForm(forms.Form):
    """A table: a row for each kind of notice, a column for each way; and the language of mail."""

    language = forms.ChoiceField(
        label=_("Language of mail and of the feed"), choices=lambda: settings.LANGUAGES
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rows = hearing.choices(player)
        for row in self._rows:
            for way in NoticeChoice.WAYS:
                box = forms.BooleanField(required=False, initial=getattr(row, way))
                self.fields[f"{row.kind}-{way}"] = box
        self.fields["language"].initial = player.language or get_language()

    def table(self) -> Iterator[tuple[str, str, list[tuple[str, BoundField]]]]:
        """Each kind with its words and its boxes, each with the name of its way."""
        for row in self._rows:
            boxes = [(way, self[f"{row.kind}-{way}"]) for way in NoticeChoice.WAYS]
            yield row.kind, row.get_kind_display(), boxes

    @property
    def choices(self) -> dict[str, dict[str, bool]]:
        """The choices, by kind and way."""
        chosen = self.cleaned_data
        return {
            row.kind: {way: chosen[f"{row.kind}-{way}"] for way in NoticeChoice.WAYS}
            for row in self._rows
        }


class WebhookForm(forms.Form):
    """The address of a player's own program."""

    url = forms.CharField(
        label=_("Address"),
        max_length=Webhook.url.field.max_length,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
        help_text=_("It begins with https:// and is on the public internet."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.WEBHOOK_HOSTS:
            self.fields["url"].help_text = say(
                "It begins with https:// and is on the public internet, or is one of: {hosts}",
                hosts=", ".join(settings.WEBHOOK_HOSTS),
            )
