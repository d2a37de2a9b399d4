"""Drafts of the workshop: saved, renamed, deleted, and made a version."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from agents.bots import archive
from agents.bots.archive import ArchiveError
from tournaments.errors import Invalid
from tournaments.models import Bot, Draft, Player, Version
from tournaments.models.drafts import BYTES
from tournaments.services.bots import uploads
from tournaments.services.bots.uploads import CodeFile

MOST = 50
"""The most drafts that a player may have."""


@dataclass(frozen=True, kw_only=True)
class Content:
    """What a draft holds: its name, the variant that it is tried in, and its files."""

    name: str
    variant: str
    files: Mapping[str, str]


@transaction.atomic
def create(content: Content, *, player: Player, now: datetime) -> Draft:
    """Save a new draft. Raises Invalid for what no bot may hold, and for too many drafts."""
    size = _checked_size(content.files)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.drafts.count() >= MOST:
        raise Invalid("too-many-drafts", "name", most=MOST)
    return player.drafts.create(**_columns(content), size=size, updated_at=now)


def save(draft: int, content: Content, *, player: Player, counter: int, now: datetime) -> int:
    """Save a draft that has been saved `counter` times, and return how often it has been now.

    Raises Invalid for what no bot may hold, and if the draft was changed or deleted meanwhile.
    """
    size = _checked_size(content.files)
    unchanged = player.drafts.filter(pk=draft, counter=counter)
    if not unchanged.update(
        **_columns(content), size=size, updated_at=now, counter=F("counter") + 1
    ):
        raise Invalid("draft-changed", "draft")
    return counter + 1


def rename(draft: Draft, *, name: str) -> None:
    """Give a draft another name. A tab in which it is open has to read it again."""
    Draft.objects.filter(pk=draft.pk).update(name=name, counter=F("counter") + 1)


def upload(draft: Draft, *, bot: Bot | None, name: str, player: Player, now: datetime) -> Version:
    """Make a draft a version of a bot, or of a new bot with this name.

    Raises what `uploads.introduce` and `uploads.upload` raise.
    """
    code = CodeFile("draft.zip", _packed(draft.files).data)
    if bot is None:
        return uploads.introduce(
            owner=player, name=name, description="", open_to_all=True, code=code, now=now
        )
    version, _is_new = uploads.upload(bot=bot, player=player, code=code, now=now)
    return version


def _columns(content: Content) -> dict[str, object]:
    return {"name": content.name, "variant": content.variant, "files": dict(content.files)}


def _checked_size(files: Mapping[str, str]) -> int:
    size = sum(len(text.encode()) for text in files.values())
    if size > BYTES:
        raise Invalid("draft-too-large", "files", most=BYTES // 1024)
    _packed(files)
    return size


def _packed(files: Mapping[str, str]) -> archive.Archive:
    try:
        return archive.pack_files({name: text.encode() for name, text in files.items()})
    except ArchiveError as error:
        raise Invalid(error.code, "files", **error.sentence.params) from error
