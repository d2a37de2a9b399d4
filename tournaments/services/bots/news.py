"""Notifies authors how the check of an upload ended."""

from datetime import datetime

from tournaments.models import Version
from tournaments.services.notices import notices
from tournaments.services.notices.notices import Kind
from tournaments.words import Sentence


def tell_of_check(version: Version, text: Sentence, *, now: datetime) -> None:
    """Notify the owner of a version that was checked, unless it is of a house bot."""
    if not version.bot.is_house:
        link = version.get_absolute_url()
        notices.tell(version.bot.owner, text, kind=Kind.CHECK, link=link, now=now)
