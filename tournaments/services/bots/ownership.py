"""What owners may do with their bots and versions: hide, show, publish and delete them.

Results stay whatever is done. The rating rule asks who owned a bot, so its row and its owner stay
as well, and everybody else reads a neutral name.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments import dispatch
from tournaments.errors import NotAllowed
from tournaments.models import (
    ApiToken,
    Bot,
    Entry,
    Match,
    Player,
    StaffAction,
    Tournament,
    TournamentTable,
    Version,
)
from tournaments.queries.bots import overview
from tournaments.services import trail
from tournaments.services.bots import renaming, trials
from tournaments.services.ratings import listing
from tournaments.services.tournaments import withdrawals
from tournaments.words import Sentence

Owned = Bot | Version

CHANGEABLE = ("description", "open_to_all", "on_ladders")
"""What an owner may change of a bot; its name stays."""


@transaction.atomic
def hide(row: Owned, *, player: Player, now: datetime, reason: str = "") -> bool:
    """List and enter it nowhere; False if it is hidden. Where it is entered it goes on.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    bot = _of(row, player, StaffAction.Kind.HIDE, reason, now)
    listing.lock([bot.pk])
    hidden = row.hide(now=now)
    listing.settle_bot(bot)
    return hidden


@transaction.atomic
def show(row: Owned, *, player: Player, now: datetime, reason: str = "") -> bool:
    """List it again, and let it be entered; False if it is not hidden, or is deleted.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    bot = _of(row, player, StaffAction.Kind.SHOW, reason, now)
    listing.lock([bot.pk])
    shown = row.show()
    listing.settle_bot(bot)
    return shown


def change(bot: Bot, *, player: Player, given: Mapping[str, Any]) -> None:
    """Change its description, or who may enter it. Raises NotAllowed for anybody but its owner."""
    if player.pk != bot.owner_id:
        raise NotAllowed("owner-changes", author=bot.author, bot=bot)
    changed = {name: given[name] for name in CHANGEABLE if name in given}
    Bot.objects.filter(pk=bot.pk).update(**changed)


def publish(
    version: Version, *, public: bool, player: Player, token: ApiToken | None = None
) -> bool:
    """Let everybody read its code, or only its owner and staff; False if it is so.

    What a `token` publishes is private again when it is ended. Raises NotAllowed for anybody but
    its owner: staff publish nobody's code.
    """
    if player.pk != version.bot.owner_id:
        raise NotAllowed("owner-publishes", author=version.bot.author, version=version)
    return version.publish(public=public, token=token)


@transaction.atomic
def delete_version(version: Version, *, player: Player, now: datetime, reason: str = "") -> bool:
    """Delete its code and logs, and take it out of all play; False if that is done.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    bot = _of(version, player, StaffAction.Kind.DELETE, reason, now)
    listing.lock([bot.pk])
    return _delete([version], bot, player, now) > 0


@transaction.atomic
def delete_bot(bot: Bot, *, player: Player, now: datetime, reason: str = "") -> bool:
    """Delete a bot with all its versions; its results stay under a neutral name. False if done.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    _of(bot, player, StaffAction.Kind.DELETE, reason, now)
    listing.lock([bot.pk])
    before, address = bot.name, bot.get_absolute_url()
    if not bot.become_neutral(now=now):
        return False
    renaming.rename(bot, before=before, address=address)
    _delete(list(bot.versions.kept().select_related("bot__owner")), bot, player, now)
    return True


def _delete(versions: Sequence[Version], bot: Bot, player: Player, now: datetime) -> int:
    """Mark these versions of a bot as deleted and take them out of all play; how many are new."""
    deleted = [version for version in versions if version.delete_code(now=now)]
    trials.stop_all(deleted, now=now)
    for entry in _entries(deleted):
        _leave(entry, player, now)
    for version in deleted:
        _call_off(version, now)
    listing.settle_bot(bot)
    dispatch.wake(dispatch.FORGET)
    dispatch.wake(dispatch.ADVANCE)
    return len(deleted)


def _entries(versions: Sequence[Version]) -> QuerySet[Entry]:
    """The parts of versions in tournaments that are not over."""
    rows = Entry.objects.active().filter(
        version__in=versions, tournament__status__in=Tournament.OPEN
    )
    return rows.select_related("version__bot__owner", "tournament__variant")


def _leave(entry: Entry, player: Player, now: datetime) -> None:
    """Withdraw it, unless its bot was entered with the newest version and has another one."""
    tournament, version = entry.tournament, entry.version
    heir = overview.entering(version.bot, variant=tournament.variant.key)
    has_begun = tournament.status != Tournament.Status.SCHEDULED
    if heir and entry.newest and not (has_begun or _is_entered(heir, tournament)):
        entry.version, entry.provisional = heir, not heir.is_accepted
        entry.save(update_fields=["version", "provisional"])
        TournamentTable.changed([tournament.pk])
    else:
        reason = Sentence("version-was-deleted", version=version)
        withdrawals.take_out(entry, reason=reason, now=now, by=player)


def _is_entered(version: Version, tournament: Tournament) -> bool:
    return tournament.entries.filter(version=version).exists()


def _call_off(version: Version, now: datetime) -> None:
    """Void its matches and checks that wait or are being played; reported games stay."""
    open_ = Match.objects.open()
    mine = open_.filter(Q(games__seats__version=version) | Q(checks=version))
    found = dict(mine.values_list("pk", "tournament"))
    reason = Sentence("version-was-deleted", version=version)
    Match.objects.filter(pk__in=found).call_off(reason=reason, now=now)
    TournamentTable.changed(found.values())


def _of(row: Owned, player: Player, kind: str, reason: str, now: datetime) -> Bot:
    """The bot that it is, or is of; what staff do is noted. Raises NotAllowed, Invalid."""
    bot = row.bot if isinstance(row, Version) else row
    if player.pk == bot.owner_id:
        return bot
    if not player.is_staff:
        raise NotAllowed("owner-decides", author=bot.author, what=row)
    trail.note(kind, row, by=player, reason=reason, now=now)
    return bot
