"""What pages, the API and the services read of notices: who hears what, by which ways."""

from collections.abc import Collection, Iterable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet

from tournaments.models import Delivery, Notice, NoticeChoice, NoticeFeed, Player, Webhook
from tournaments.models.tokens import ApiToken

SHOWN_IN_FEED = 50
SHOWN_DELIVERIES = 20


def choice(player: Player, kind: str) -> NoticeChoice:
    """By which ways a player hears a kind; the defaults where they have not chosen."""
    known = NoticeChoice.objects.filter(player=player, kind=kind).first()
    return known or NoticeChoice(player=player, kind=kind)


def choices(player: Player) -> list[NoticeChoice]:
    """The same for every kind of which players choose."""
    known = {one.kind: one for one in player.notice_choices.all()}
    return [known.get(kind) or NoticeChoice(player=player, kind=kind) for kind in Notice.CHOSEN]


def choices_of_all(players: Iterable[int], kind: str) -> dict[int, NoticeChoice]:
    """By which ways each of these players hears a kind, by their ids."""
    wanted = list(players)
    known = NoticeChoice.objects.filter(player__in=wanted, kind=kind)
    chosen = {one.player_id: one for one in known}
    return {pk: chosen.get(pk) or NoticeChoice(player_id=pk, kind=kind) for pk in wanted}


def reached(players: Collection[int]) -> set[tuple[int, str]]:
    """Whom of these players something can be sent to, and by which way."""
    mailed = _confirmed().filter(user__in=players).values_list("user", flat=True)
    hooks = Webhook.objects.filter(player__in=players, player__is_active=True)
    hooked = hooks.values_list("player", flat=True)
    by_mail = {(pk, str(Delivery.Way.MAIL)) for pk in mailed}
    return by_mail | {(pk, str(Delivery.Way.WEBHOOK)) for pk in hooked}


def mail_address(player: Player) -> str:
    """The address that a player has confirmed; empty without one."""
    found = _confirmed().filter(user=player).order_by("-primary", "pk").first()
    return found.email if found else ""


def _confirmed() -> QuerySet[EmailAddress]:
    return EmailAddress.objects.filter(verified=True, user__is_active=True)


def language(player: Player) -> str:
    """The language of a player's mail and feed: the chosen one, if the site speaks it."""
    spoken = {code for code, _name in settings.LANGUAGES}
    return player.language if player.language in spoken else settings.LANGUAGE_CODE


def webhook(player: Player) -> Webhook | None:
    """The webhook that a player has set up."""
    return Webhook.objects.filter(player=player).first()


def feed(player: Player) -> NoticeFeed | None:
    """The feed of which a player has made an address."""
    return NoticeFeed.objects.filter(player=player).first()


def feed_of(key: str) -> NoticeFeed | None:
    """The feed at the address with this key; None where there is none."""
    rows = NoticeFeed.objects.filter(player__is_active=True).select_related("player")
    return rows.filter(digest=ApiToken.hashed(key)).first()


def in_feed(player: Player) -> QuerySet[Notice]:
    """The newest notices of a player's feed."""
    return player.notices.in_feed()[:SHOWN_IN_FEED]


def deliveries(player: Player) -> QuerySet[Delivery]:
    """What was sent to a player's webhook lately, or waits for it, the newest first."""
    rows = player.deliveries.filter(way=Delivery.Way.WEBHOOK).select_related("notice")
    return rows[:SHOWN_DELIVERIES]
