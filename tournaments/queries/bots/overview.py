"""Queries about bots and versions, for pages and the API."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from itertools import islice

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from agents.terms.faults import Fault
from engine import record
from tournaments.models import Bot, Match, Player, Seat, StaffAction, Variant, Version
from tournaments.models.search import SHORTEST
from tournaments.models.versions import VersionQuerySet
from tournaments.queries import tournament_lists

TRAIL = 20
"""The most actions of staff that a page shows."""


def listed() -> QuerySet[Bot]:
    """The bots that everybody may see by name, with their owners and the versions to be seen."""
    return _with_versions(Bot.objects.listed(), Version.objects.public())


def known_to(player: Player | AnonymousUser) -> QuerySet[Bot]:
    """The bots that a player may look at: the listed ones, and their own hidden ones.

    Staff see all hidden ones as well. Nobody sees deleted bots.
    """
    if player.is_staff:
        return _with_versions(Bot.objects.kept(), Version.objects.kept())
    if not player.is_authenticated:
        return listed()
    mine, own = Q(owner=player), Q(bot__owner=player)
    bots = Bot.objects.kept().filter(Q(hidden_at=None) | mine)
    public = Q(pk__in=Version.objects.public().values("pk"))
    return _with_versions(bots, Version.objects.kept().filter(public | own))


def owned_by(player: Player) -> QuerySet[Bot]:
    """A player's own bots, hidden ones as well, with their versions."""
    return _with_versions(player.bots.kept(), Version.objects.kept())


def _with_versions(bots: QuerySet[Bot], versions: QuerySet[Version]) -> QuerySet[Bot]:
    return bots.select_related("owner").prefetch_related(Prefetch("versions", versions))


def search(words: str) -> QuerySet[Bot]:
    """The bots with every word in their name, owner or description; all bots for no words."""
    bots, all_words = listed(), words.split()
    for word in all_words:
        bots = bots.filter(
            Q(name__holds=word) | Q(owner__username__holds=word) | Q(description__holds=word)
        )
    few = _few_with(max(all_words, key=len)) if all_words else None
    return bots if few is None else bots.filter(pk__in=few)


FEW = 1000
"""Above this many matches, walking the names in order fills a page quickly."""


def _few_with(word: str) -> list[int] | None:
    """The ids of the bots that match a word, by indexes; None where too many match."""
    if len(word) < SHORTEST:
        return None
    own = Bot.objects.filter(Q(name__holds=word) | Q(description__holds=word))
    theirs = Bot.objects.filter(owner__username__holds=word)
    keys = [rows.order_by().values_list("pk", flat=True) for rows in (own, theirs)]
    some = list(keys[0].union(keys[1], all=True)[: FEW + 1])
    return None if len(some) > FEW else some


def newest(*, limit: int) -> QuerySet[Bot]:
    """The newest bots that have an accepted version."""
    accepted = Version.objects.accepted().values("bot")
    return listed().filter(pk__in=accepted).order_by("-created_at", "-pk")[:limit]


def accepted_for(game_id: str) -> Q:
    """Selects the bots with an accepted version that plays a game."""
    return with_version(Version.objects.accepted(), game_id)


def playing_now(game_id: str) -> Q:
    """Selects the bots with a version that may be entered in a game."""
    return with_version(Version.objects.playable(), game_id)


def with_version(rows: QuerySet[Version], game_id: str) -> Q:
    """Selects the bots of which one of these versions plays a game."""
    plays = text_of_games(rows).filter(names_game(game_id))
    # A subquery per bot: the database stops as soon as a page is full.
    return Q(Exists(plays.filter(bot=OuterRef("pk"))))


def text_of_games(rows: QuerySet[Version]) -> QuerySet[Version]:
    """The same versions with their games as `text`: SQLite cannot search a JSON list."""
    return rows.annotate(text=Cast("games", TextField()))


def names_game(game_id: str) -> Q:
    """Selects the versions of `text_of_games` that play some variant of a game."""
    # Ids are plain words, and an entry begins with one, so the text between a quotation mark and
    # another one, or a bracket, matches exactly.
    return Q(text__contains=f'"{game_id}"') | Q(text__contains=f'"{game_id}(')


def enterable_rows(*, is_open: bool) -> VersionQuerySet:
    """The versions that may be entered; remote ones count where play `is_open`."""
    rows = Version.objects.all()
    return rows.enterable_openly() if is_open else rows.enterable()


def own(*, player: Player, variant: Variant) -> list[Bot]:
    """The bots of a player that may be entered in a variant, by name."""
    rows = enterable_rows(is_open=variant.is_open).filter(bot__owner=player)
    versions = _newest_of_each(rows, lambda version: version.might_play(variant.key))
    return [version.bot for version in versions]


def playing(bot: Bot, *, variant: str) -> Version | None:
    """The newest version of a bot that may play a variant; None where there is none."""
    rows = bot.versions.playable()
    return next(iter(_newest_of_each(rows, lambda version: version.plays(variant))), None)


def entering(
    bot: Bot,
    *,
    variant: str,
    until: datetime | None = None,
    among: VersionQuerySet | None = None,
) -> Version | None:
    """The newest version of a bot that may be entered in a variant; None where there is none.

    It may still wait for the verdict of its check. Uploads after `until` do not count. `among`
    narrows down the versions.
    """
    rows = (bot.versions.all() if among is None else among).enterable_openly()
    in_time = rows.filter(created_at__lte=until) if until else rows
    return next(iter(_newest_of_each(in_time, lambda version: version.might_play(variant))), None)


Named = tuple[str, int | None]
"""A bot's slug and a version's number; None means the version that plays now."""


def named(entrants: Collection[Named], *, variant: str) -> dict[Named, Version]:
    """The version of each entrant, by one query.

    An entrant without such a version, or without one that may play the variant, is left out. Where
    a bot has no accepted version, it is the newest one that may still be accepted. Versions of
    remote bots are among them.
    """
    slugs = {slug for slug, _number in entrants}
    rows = Version.objects.filter(bot__slug__in=slugs).select_related("bot__owner")
    versions: dict[Named, Version] = {}
    for version in rows.order_by("number"):
        versions[version.bot.slug, version.number] = version
        if (version.may_enter or version.may_play_remotely) and version.might_play(variant):
            chosen = versions.get((version.bot.slug, None))
            if version.is_accepted or chosen is None or chosen.awaits_verdict:
                versions[version.bot.slug, None] = version
    return {entrant: versions[entrant] for entrant in entrants if entrant in versions}


def climbing(variants: Collection[str]) -> dict[str, set[int]]:
    """The newest playable version of each bot that climbs the ladder of a variant, by variant."""
    return _newest_by_variant(Version.objects.playable().filter(bot__on_ladders=True), variants)


def climbing_openly(variants: Collection[str], *, now: datetime) -> dict[str, set[int]]:
    """The newest version of each bot on the ladder of an open leaderboard, by variant.

    They are the remote bots that are connected, the hosted ones whose owners have entered them, and
    the house bots. None climbs alone with the house, which would play for nobody.
    """
    connected = Version.objects.remote().filter(
        bot__on_ladders=True, bot__in=Bot.objects.connected(now=now)
    )
    entered = Q(bot__is_house=True, bot__on_ladders=True) | Q(bot__on_open_ladders=True)
    rows = connected | Version.objects.playable().filter(entered)
    people = set(rows.exclude(bot__is_house=True).values_list("pk", flat=True))
    newest = _newest_by_variant(rows, variants) if people else {}
    return {variant: pks if people & pks else set() for variant, pks in newest.items()}


def _newest_by_variant(rows: QuerySet[Version], variants: Collection[str]) -> dict[str, set[int]]:
    """By variant the ids of the newest version of each bot that plays it."""
    newest: dict[str, dict[int, int]] = {variant: {} for variant in variants}
    for version in rows.only("bot", "games").order_by("-number"):
        for variant, by_bot in newest.items():
            if version.bot_id not in by_bot and version.plays(variant):
                by_bot[version.bot_id] = version.pk
    return {variant: set(by_bot.values()) for variant, by_bot in newest.items()}


def _newest_of_each(rows: QuerySet[Version], fits: Callable[[Version], bool]) -> list[Version]:
    """For each bot the newest version that fits, by bot name."""
    newest: dict[int, int] = {}
    # Of the others only what `fits` asks for is read.
    for version in rows.only("bot", "status", "games").order_by("-number"):
        if version.bot_id not in newest and fits(version):
            newest[version.bot_id] = version.pk
    return list(_with_bots(newest.values()))


def whole(pks: Iterable[int]) -> dict[int, Version]:
    """These versions with their bots and owners, by their ids, in the order of the bots' names."""
    return {version.pk: version for version in _with_bots(pks)}


def _with_bots(pks: Iterable[int]) -> QuerySet[Version]:
    return Version.objects.filter(pk__in=pks).select_related("bot__owner").order_by("bot__name")


def last_check(version: Version) -> Match | None:
    """The newest check of a version with its games and seats; None before the first."""
    seats = Seat.objects.select_related("version__bot")
    prefetched = Prefetch("games__seats", seats), "games__variant"
    return version.checks.prefetch_related(*prefetched).last()


def newest_accepted(bot: Bot) -> Version | None:
    """The newest accepted version of a bot from `listed`; None where there is none."""
    versions = sorted(bot.versions.all(), key=lambda version: -version.number)
    return next((version for version in versions if version.is_accepted), None)


def refused_since(bot: Bot) -> list[Version]:
    """The refused versions of a bot from `known_to` that are newer than its accepted ones."""
    accepted = newest_accepted(bot)
    number = accepted.number if accepted else 0
    return [row for row in bot.versions.all() if row.is_refused and row.number > number]


def versions(bot: Bot, player: Player | AnonymousUser) -> QuerySet[Version]:
    """The versions of a bot that a player may look at, with their checks, the newest first."""
    checks = Prefetch("checks", Match.objects.order_by("pk"))
    rows = bot.versions.kept() if is_owner(player, bot) else bot.versions.public()
    return rows.select_related("bot__owner").prefetch_related(checks).order_by("-number")


def is_owner(player: Player | AnonymousUser, bot: Bot) -> bool:
    """Whether a player has an owner's rights over a bot: its owner and staff have."""
    return player.is_staff or player.pk == bot.owner_id


def trail(bot: Bot, player: Player | AnonymousUser) -> QuerySet[StaffAction]:
    """The actions of staff on a bot and its versions, for its owner and staff; empty for others."""
    rows = bot.staff_actions.select_related("by", "version__bot")
    return rows[:TRAIL] if is_owner(player, bot) else rows.none()


def is_shown(version: Version, player: Player | AnonymousUser) -> bool:
    """Whether a player may look at a version: it is public, or the player's own."""
    if version.deleted_at:
        return False
    is_visible = version.hidden_at is None and version.bot.hidden_at is None
    return (is_visible and not version.is_refused) or is_owner(player, version.bot)


def may_read_code(*, player: Player | AnonymousUser, version: Version) -> bool:
    """Whether a player may read the code: everybody where its owner has made it public."""
    if version.is_remote or not is_shown(version, player):
        return False
    return version.source_is_public or is_owner(player, version.bot)


def recent_games(bot: Bot, viewer: Player | AnonymousUser, *, limit: int) -> QuerySet[Seat]:
    """The seats of a bot in its last finished tournament games that `viewer` may see."""
    # With literal ids the database can estimate how often they have played.
    versions = list(bot.versions.values_list("pk", flat=True))
    named = Version.objects.order_by().select_related("bot")
    seats = Seat.objects.finished().filter(
        version__in=versions, game__match__tournament__in=tournament_lists.visible_to(viewer)
    )
    return (
        seats.select_related("game__variant", "game__match", "version__bot")
        .defer("game__record_in_row", "log")
        .prefetch_related(Prefetch("game__seats__version", named))
        # Use the index of games by their end, or the bot's seats, whichever are fewer.
        .order_by("-game__ended_at", "-game_id", "number")[:limit]
    )


CHECK_PAUSES = (timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""The pauses before each new try to check a version that the platform could not check."""


def next_check_at(version: Version) -> datetime | None:
    """The time of the next try to check a version; None if there is none."""
    checks = list(version.checks.order_by("number"))
    if not checks or len(checks) > len(CHECK_PAUSES) or checks[-1].ended_at is None:
        return None
    return checks[-1].ended_at + CHECK_PAUSES[len(checks) - 1]


def why_unchecked(check: Match) -> str:
    """The kind of the last incident of a check; empty where there was none."""
    last = check.incidents.order_by("pk").last()
    return last.kind if last else ""


def progress(check: Match) -> dict[str, object]:
    """How many games of a `last_check` have been played, of how many, and the next one's variant.

    Empty before its bot is loaded, and after its games.
    """
    games = list(check.games.all())
    left = [game for game in games if not game.is_over]
    if not left:
        return {}
    return {"played": len(games) - len(left), "games": len(games), "variant": left[0].variant}


def failed_at(check: Match) -> dict[str, object]:
    """Where a bot failed its check: seat, fault, and position if there is one.

    Empty without a fault.
    """
    faulty = Seat.objects.filter(game__match=check, fault__isnull=False)
    seat = faulty.select_related("game__variant").order_by("game__number", "number").first()
    if seat is None or seat.fault is None:
        return {}
    fault, state = Fault(**seat.fault), None
    if fault.ply is not None and seat.game.has_record:
        state = next(islice(record.states(seat.game.kept_record), fault.ply, None))
    return {"seat": seat, "fault": fault, "state": state}


def may_resume(*, player: Player | AnonymousUser, version: Version) -> bool:
    """Whether a player may restart a version's check or trial: its owner and staff may."""
    return version.deleted_at is None and is_owner(player, version.bot)
