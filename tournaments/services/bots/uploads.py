"""Creates bots, and packs, freezes and queues the code that players upload."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from anyascii import anyascii
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from agents.bots import archive
from agents.bots.archive import ArchiveError
from tournaments.errors import Invalid, NotAllowed, StorageUnavailable
from tournaments.models import Bot, Player, Version, names, stored_files
from tournaments.models.players import HOUSE_PLAYER
from tournaments.queries import shipped
from tournaments.queries.people import allowances
from tournaments.services.bots import checks

MAX_UNCHECKED = 5
"""The most versions of one player that may wait for their check at a time."""

TAKEN = {"new"}
"""Names that no bot may have, since bots/ has pages at these addresses."""

_LOOKS_OF_THE_HOUSE = {names.look_of_words(one.name) for one in shipped.HOUSE_BOTS}


@dataclass(frozen=True)
class CodeFile:
    """Uploaded code: the name of its file and its bytes."""

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
    """Create a bot with its first version, or neither of them; return the version.

    A repetition, such as a second click, returns the same version. Raises Invalid for a name or
    code that cannot be used, and StorageUnavailable as `upload` does.
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
            version, _new = upload(bot=bot, player=owner, code=code, now=now)
    except Invalid:
        versions = Version.objects.filter(bot__owner=owner, bot__name=names.normal(name))
        same = versions.filter(number=1).first()
        if same is None or same.sha256 != _pack(code).sha256:
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
    is_remote: bool = False,
    now: datetime,
) -> Bot:
    """Create a bot without a version; a remote bot stays one.

    Raises Invalid for a name that is taken, looks like one or mixes scripts, and for more bots
    than allowed.
    """
    name = names.normal(name)
    slug, look = slugify(anyascii(name)), names.look_of_words(name)
    taken = Invalid("bot-name-taken", "name", name=name)
    if slug in TAKEN or names.is_neutral(slug):
        raise Invalid("bot-name-reserved", "name", name=name)
    if names.is_mixed(name):
        raise Invalid("bot-name-mixed", "name")
    if Bot.objects.filter(look=look).exists():
        raise taken
    is_house = owner.username == HOUSE_PLAYER
    if not is_house and _LOOKS_OF_THE_HOUSE & {look, names.look(slug)}:
        raise Invalid("bot-name-of-the-house", "name", name=name)
    try:
        with transaction.atomic():
            # Requests of a player are serialised, so that they do not pass the limit together.
            Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
            if not is_house and allowances.kept_bots(owner).count() >= settings.PLAYER_BOTS:
                raise Invalid("too-many-bots", "name", most=settings.PLAYER_BOTS)
            return Bot.objects.create(
                owner=owner,
                name=name,
                slug=_free_slug(slug),
                description=description,
                open_to_all=open_to_all,
                on_ladders=on_ladders,
                is_remote=is_remote,
                created_at=now,
            )
    except IntegrityError:
        raise taken from None


def _free_slug(stem: str) -> str:
    """The slug of a name, with a number where it is empty or another bot has it.

    Bots named in two scripts may have the same slug: "Лина" and "Lina".
    """
    stem = stem[:32].strip("-")
    slugs = [stem] if stem else []
    while not slugs or Bot.objects.filter(slug=slugs[-1]).exists():
        slugs.append(f"{stem or 'bot'}-{len(slugs) + 1}")
    return slugs[-1]


def upload(
    *,
    bot: Bot,
    player: Player,
    code: CodeFile,
    now: datetime,
    held_back: bool = False,
    notes: str = "",
) -> tuple[Version, bool]:
    """Freeze uploaded code as a version and queue its validation.

    A version that is `held_back` replaces its predecessor only when a trial shows that it is
    better; the first version of a bot is never held back. `notes` say what is new. Returns the
    version and whether it is new: uploading the same code again returns the same version.
    Raises NotAllowed for another player's bot, Invalid (field `archive`) for code that cannot be
    used, and StorageUnavailable if the archive cannot be stored: then there is no version either.
    """
    check_takes_versions(bot, player)
    if bot.is_remote:
        raise Invalid("bot-is-remote", "archive", bot=bot)
    packed = _pack(code)
    with transaction.atomic():
        # Lock the player, not the bot: the limits hold across parallel uploads to several bots.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        existing = bot.versions.filter(sha256=packed.sha256).first()
        if existing and existing.deleted_at:
            raise Invalid("code-was-deleted", "archive", version=existing)
        if existing:
            return existing, False
        _refuse_floods(player)
        stored = archive.compress(packed.data)
        _refuse_hoards(player, more=len(stored))
        version = _freeze(bot, packed, stored, now, notes=notes)
        if held_back and version.number > 1:
            version.hold_back()
        checks.queue(version, now=now)
    return version, True


def check_takes_versions(bot: Bot, player: Player) -> None:
    """Raise NotAllowed for another player's bot, and for one that is banned or deleted."""
    if bot.owner_id != player.pk:
        raise NotAllowed("owner-uploads", owner=bot.owner, bot=bot)
    if bot.banned_at:
        raise NotAllowed("bot-banned", bot=bot, reason=bot.ban_reason)
    if bot.deleted_at:
        raise NotAllowed("bot-deleted", bot=bot)


def ship(*, bot: Bot, data: bytes, games: Sequence[str], now: datetime) -> Version:
    """Freeze a bot.py that comes with the platform, and accept it for `games` without a check.

    The platform's own tests have played it; a check would hold up a first start.
    """
    packed = _pack(CodeFile("bot.py", data))
    version = bot.versions.filter(sha256=packed.sha256).first() or _freeze(
        bot, packed, archive.compress(packed.data), now
    )
    version.games = list(games)
    version.save(update_fields=["games"])
    version.accept()
    return version


def _pack(code: CodeFile) -> archive.Archive:
    try:
        return archive.pack(code.filename, code.data, most=settings.LIMITS.upload_bytes)
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


def next_number(bot: Bot) -> int:
    """The number of the next version of a bot."""
    return (bot.versions.aggregate(newest=Max("number"))["newest"] or 0) + 1


def _freeze(
    bot: Bot, packed: archive.Archive, stored: bytes, now: datetime, *, notes: str = ""
) -> Version:
    version = Version(
        bot=bot,
        number=next_number(bot),
        sha256=packed.sha256,
        size=len(packed.data),
        stored_size=len(stored),
        notes=notes,
        created_at=now,
    )
    version.archive.name = version.archive.field.generate_filename(version, "")
    # The row first: from then on the archive is not removed as an orphan.
    version.save()
    try:
        stored_files.store(version.archive, BytesIO(stored), size=len(stored))
    except OSError as error:
        raise StorageUnavailable("archive-unwritten", version=version, why=error) from error
    return version
