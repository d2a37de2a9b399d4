"""What owners may do with their bots and versions: hide, show, publish and delete them.

Results always stay. The rating rules depend on the owner of a bot, so the row of a deleted bot
keeps its owner, and pages show a neutral name.
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

CHANGEABLE = ("description", "open_to_all", "on_ladders", "on_open_ladders")
"""The fields of a bot that its owner may change; the name is not one of them."""


@transaction.atomic
def hide(row: Owned, *, player: Player, now: datetime, reason: str = "") -> bool:
    """Stop listing it and letting it be entered; it plays on where it is. False if it is hidden.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    with listing.changing(_of(row, player, StaffAction.Kind.HIDE, reason, now)):
        return row.hide(now=now)


@transaction.atomic
def show(row: Owned, *, player: Player, now: datetime, reason: str = "") -> bool:
    """List it again, and let it be entered; False if it is not hidden, or is deleted.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    with listing.changing(_of(row, player, StaffAction.Kind.SHOW, reason, now)):
        return row.show()


def change(bot: Bot, *, player: Player, values: Mapping[str, Any]) -> None:
    """Change the fields in `CHANGEABLE`. Raises NotAllowed for anybody but the bot's owner."""
    if player.pk != bot.owner_id:
        raise NotAllowed("owner-changes", author=bot.author, bot=bot)
    changed = {name: values[name] for name in CHANGEABLE if name in values}
    Bot.objects.filter(pk=bot.pk).update(**changed)


def publish(
    version: Version, *, public: bool, player: Player, token: ApiToken | None = None
) -> bool:
    """Let everybody read its code, or only its owner and staff; False if that is so already.

    Code published with a `token` becomes private again when the token is ended. Raises NotAllowed
    for anybody but its owner: staff do not publish the code of others.
    """
    if player.pk != version.bot.owner_id:
        raise NotAllowed("owner-publishes", author=version.bot.author, version=version)
    if version.is_remote:
        raise NotAllowed("archive-remote", version=version)
    return version.publish(public=public, token=token)


@transaction.atomic
def delete_version(version: Version, *, player: Player, now: datetime, reason: str = "") -> bool:
    """Delete its code and logs, and take it out of all play; False if it is deleted already.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    with listing.changing(_of(version, player, StaffAction.Kind.DELETE, reason, now)):
        return _delete([version], player, now) > 0


@transaction.atomic
def delete_bot(bot: Bot, *, player: Player, now: datetime, reason: str = "") -> bool:
    """Delete a bot with all its versions; its results stay under a neutral name. False if done.

    Raises NotAllowed for anybody but its owner and staff, Invalid for staff without a reason.
    """
    _of(bot, player, StaffAction.Kind.DELETE, reason, now)
    before, address = bot.name, bot.get_absolute_url()
    with listing.changing(bot):
        if not bot.become_neutral(now=now):
            return False
        renaming.rename(bot, before=before, address=address)
        _delete(list(bot.versions.kept().select_related("bot__owner")), player, now)
    return True


def _delete(versions: Sequence[Version], player: Player, now: datetime) -> int:
    """Delete these versions of a bot and end their play; return how many were not deleted yet."""
    deleted = [version for version in versions if version.delete_code(now=now)]
    trials.stop_all(deleted, now=now)
    for entry in _entries(deleted):
        _leave(entry, player, now)
    for version in deleted:
        _call_off(version, now)
    dispatch.wake(dispatch.FORGET)
    dispatch.wake(dispatch.ADVANCE)
    return len(deleted)


def _entries(versions: Sequence[Version]) -> QuerySet[Entry]:
    """Return the active entries of these versions in tournaments that are not over."""
    rows = Entry.objects.active().filter(
        version__in=versions, tournament__status__in=Tournament.OPEN
    )
    return rows.select_related("version__bot__owner", "tournament__variant")


def _leave(entry: Entry, player: Player, now: datetime) -> None:
    """Withdraw an entry, unless the bot's newest remaining version can take its place."""
    tournament, version = entry.tournament, entry.version
    heir = overview.entering(version.bot, variant=tournament.variant.key)
    has_begun = tournament.status != Tournament.Status.SCHEDULED
    is_entered = tournament.entries.filter(version=heir).exists()
    if heir and entry.newest and not (has_begun or is_entered):
        entry.play_with(heir)
    else:
        reason = Sentence("version-was-deleted", version=version)
        withdrawals.take_out(entry, reason=reason, now=now, by=player)


def _call_off(version: Version, now: datetime) -> None:
    """Void its matches and checks that wait or are being played; reported games stay."""
    open_ = Match.objects.open()
    mine = open_.filter(Q(games__seats__version=version) | Q(checks=version))
    tournament_of = dict(mine.values_list("pk", "tournament"))
    reason = Sentence("version-was-deleted", version=version)
    Match.objects.filter(pk__in=tournament_of).call_off(reason=reason, now=now)
    TournamentTable.changed(tournament_of.values())


def _of(row: Owned, player: Player, kind: str, reason: str, now: datetime) -> Bot:
    """Return the bot itself, or the version's; note what staff do. Raises NotAllowed, Invalid."""
    bot: Bot = row.bot
    if player.pk == bot.owner_id:
        return bot
    if not player.is_staff:
        raise NotAllowed("owner-decides", author=bot.author, what=row)
    trail.note(kind, row, by=player, reason=reason, now=now)
    return bot
