"""Bots and uploads: what a player brings is checked, packed, frozen and queued for validation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from agents import archive
from agents.archive import ArchiveError
from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Bot, Match, Player, Version, names
from tournaments.queries import allowances, bots, shipped
from tournaments.services import dice, incidents

MAX_UNCHECKED = 5
"""Versions of one player that may wait for their validation at a time."""

VALIDATION_TIME_CONTROL = "bullet"

TAKEN = {"new"}
"""Addresses under bots/ that are pages of their own."""

_LOOKS_OF_THE_HOUSE = {names.look(slugify(one.name)) for one in shipped.HOUSE_BOTS}


@dataclass(frozen=True)
class CodeFile:
    """Code as it came: the name of its file and its bytes."""

    filename: str
    data: bytes


def introduce(
    *,
    owner: Player,
    name: str,
    description: str,
    open_to_all: bool,
    on_ladders: bool = True,
    code: CodeFile,
    now: datetime,
) -> Version:
    """A new bot with its first version, or neither of them.

    The same once more, as by a second click, is the version that it was. Raises Invalid for a
    name or code that cannot be used.
    """
    try:
        with transaction.atomic():
            bot = create_bot(
                owner=owner,
                name=name,
                description=description,
                open_to_all=open_to_all,
                on_ladders=on_ladders,
                now=now,
            )
            version, _new = upload(
                bot=bot, player=owner, filename=code.filename, data=code.data, now=now
            )
    except Invalid:
        same = Version.objects.filter(bot__owner=owner, bot__name=name, number=1).first()
        if same is None or same.sha256 != _pack(code.filename, code.data).sha256:
            raise
        return same
    return version


def create_bot(
    *,
    owner: Player,
    name: str,
    description: str = "",
    open_to_all: bool = True,
    on_ladders: bool = True,
    now: datetime,
) -> Bot:
    """A new bot without a version. Raises Invalid for a name that is taken, or looks like one."""
    slug = slugify(name)
    look = names.look(slug)
    taken = Invalid("bot-name-taken", "name", name=name)
    if slug in TAKEN:
        raise Invalid("bot-name-reserved", "name", name=name)
    if Bot.objects.filter(look=look).exists():
        raise taken
    if owner.username != shipped.HOUSE_PLAYER and look in _LOOKS_OF_THE_HOUSE:
        raise Invalid("bot-name-of-the-house", "name", name=name)
    try:
        with transaction.atomic():
            return Bot.objects.create(
                owner=owner,
                name=name,
                slug=slug,
                description=description,
                open_to_all=open_to_all,
                on_ladders=on_ladders,
                created_at=now,
            )
    except IntegrityError:
        raise taken from None


def upload(
    *,
    bot: Bot,
    player: Player,
    filename: str,
    data: bytes,
    now: datetime,
    held_back: bool = False,
) -> tuple[Version, bool]:
    """Freeze uploaded code as a version and queue its validation.

    One that is `held_back` takes the place of its predecessor only when a trial shows that it is
    better; the first version of a bot has none, and is not. Returns the version and whether it is
    new: the same code again is the version that it was.
    Raises NotAllowed for somebody else's bot, Invalid (field `archive`) for what is no bot.
    """
    if bot.owner_id != player.pk:
        raise NotAllowed("owner-uploads", owner=bot.owner, bot=bot)
    if bot.banned_at:
        raise NotAllowed("bot-banned", bot=bot, reason=bot.ban_reason)
    packed = _pack(filename, data)
    with transaction.atomic():
        # By player, not by bot: uploads to many bots at once are counted one after the other.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        known = bot.versions.filter(sha256=packed.sha256).first()
        if known:
            return known, False
        _refuse_floods(player)
        stored = archive.compress(packed.data)
        _refuse_hoards(player, more=len(stored))
        version = _freeze(bot, packed, stored, now)
        if held_back and version.number > 1:
            version.hold_back()
        queue_check(version, now=now)
    return version, True


def ship(*, bot: Bot, data: bytes, games: Sequence[str], now: datetime) -> Version:
    """Freeze a bot.py that comes with the platform, and accept it for `games` without a check.

    The platform's own tests have played it; a check would hold up a first start.
    """
    packed = _pack("bot.py", data)
    version = bot.versions.filter(sha256=packed.sha256).first() or _freeze(
        bot, packed, archive.compress(packed.data), now
    )
    version.games = list(games)
    version.save(update_fields=["games"])
    version.accept()
    return version


def recheck(*, version: Version, player: Player, now: datetime) -> None:
    """Validate again a version that the platform could not check; else nothing.

    Raises NotAllowed for anybody but its owner and staff.
    """
    if version.bot.owner_id != player.pk and not player.is_staff:
        raise NotAllowed("owner-checks-again", owner=version.bot.owner, version=version)
    with transaction.atomic():
        if version.check_again():
            queue_check(version, now=now)


def retry_checks(*, now: datetime) -> int:
    """Check again the versions that the platform could not check, after growing pauses; how many.

    After the last pause it is left to their owners, who are told.
    """
    unchecked = Version.objects.filter(status=Version.Status.UNCHECKED).select_related("bot__owner")
    return incidents.each(
        unchecked, lambda version: _retry_check(version, now), failed="check-failed", now=now
    )


@transaction.atomic
def _retry_check(version: Version, now: datetime) -> bool:
    due = bots.next_check_at(version)
    if due is None or due > now or not version.check_again():
        return False
    queue_check(version, now=now)
    return True


def queue_check(version: Version, *, now: datetime) -> Match:
    """Queue the match that validates a version; its games come when the bot has been loaded."""
    match = Match.objects.create(
        checks=version,
        number=version.checks.count() + 1,
        time_control=VALIDATION_TIME_CONTROL,
        seed=dice.fresh(),
        queued_at=now,
        not_before=now,
    )
    dispatch.wake(dispatch.VALIDATE)
    return match


def _pack(filename: str, data: bytes) -> archive.Archive:
    try:
        return archive.pack(filename, data)
    except ArchiveError as error:
        raise Invalid(error.code, "archive", **error.sentence.params) from error


def _refuse_floods(player: Player) -> None:
    waiting = allowances.unchecked_versions(player).count()
    if waiting >= MAX_UNCHECKED:
        raise Invalid("too-many-unchecked", "archive", waiting=waiting, most=MAX_UNCHECKED)


def _refuse_hoards(player: Player, *, more: int) -> None:
    held, most = allowances.stored_bytes(player) + more, settings.PLAYER_STORAGE_BYTES
    if held > most:
        raise Invalid("storage-full", "archive", held=held, most=most)


def _freeze(bot: Bot, packed: archive.Archive, stored: bytes, now: datetime) -> Version:
    newest = bot.versions.aggregate(newest=Max("number"))["newest"] or 0
    version = Version(
        bot=bot,
        number=newest + 1,
        sha256=packed.sha256,
        size=len(packed.data),
        stored_size=len(stored),
        created_at=now,
    )
    field = version.archive
    name = version.archive.name = field.field.generate_filename(version, "")
    # The row first: from here on nobody takes the archive for one that no version has.
    version.save()
    if not field.storage.exists(name) or field.storage.size(name) != len(stored):
        # What a crash left half written is written again.
        field.storage.delete(name)
        field.storage.save(name, ContentFile(stored))
    return version
