"""How players are notified of what: by mail, feed or webhook."""

from collections.abc import Collection, Iterable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet

from tournaments.models import Delivery, Notice, NoticeChoice, NoticeFeed, Player, Webhook
from tournaments.models.tokens import ApiToken

SHOWN_IN_FEED = 50
SHOWN_DELIVERIES = 20


def choice(player: Player, kind: str) -> NoticeChoice:
    """How a player is notified of a kind; the defaults if they have not chosen."""
    return choices_of_all([player.pk], kind)[player.pk]


def choices(player: Player) -> list[NoticeChoice]:
    """The same for every kind that players can choose."""
    rows = {row.kind: row for row in player.notice_choices.all()}
    return [rows.get(kind) or NoticeChoice(player=player, kind=kind) for kind in Notice.CHOSEN]


def choices_of_all(players: Iterable[int], kind: str) -> dict[int, NoticeChoice]:
    """How each of these players is notified of a kind, by their ids."""
    pks = list(players)
    rows = NoticeChoice.objects.filter(player__in=pks, kind=kind)
    chosen = {row.player_id: row for row in rows}
    return {pk: chosen.get(pk) or NoticeChoice(player_id=pk, kind=kind) for pk in pks}


def reached(players: Collection[int]) -> set[tuple[int, str]]:
    """Those of these players who can be notified, by id, with each way that reaches them."""
    mailed = _confirmed().filter(user__in=players).values_list("user", flat=True)
    hooks = Webhook.objects.filter(player__in=players, player__is_active=True)
    hooked = hooks.values_list("player", flat=True)
    by_mail = {(pk, str(Delivery.Way.MAIL)) for pk in mailed}
    return by_mail | {(pk, str(Delivery.Way.WEBHOOK)) for pk in hooked}


def mail_address(player: Player) -> str:
    """A player's confirmed mail address; empty without one."""
    address = _confirmed().filter(user=player).order_by("-primary", "pk").first()
    return address.email if address else ""


def _confirmed() -> QuerySet[EmailAddress]:
    return EmailAddress.objects.filter(verified=True, user__is_active=True)


def language(player: Player) -> str:
    """The language of a player's mail and feed: the chosen one, if the site has it."""
    spoken = {code for code, _name in settings.LANGUAGES}
    return player.language if player.language in spoken else settings.LANGUAGE_CODE


def webhook(player: Player) -> Webhook | None:
    """A player's webhook; None without one."""
    return Webhook.objects.filter(player=player).first()


def feed(player: Player) -> NoticeFeed | None:
    """A player's feed; None without one."""
    return NoticeFeed.objects.filter(player=player).first()


def feed_of(key: str) -> NoticeFeed | None:
    """The feed at the address with this key; None where there is none."""
    rows = NoticeFeed.objects.filter(player__is_active=True).select_related("player")
    return rows.filter(digest=ApiToken.hashed(key)).first()


def in_feed(player: Player) -> QuerySet[Notice]:
    """The newest notices of a player's feed."""
    return player.notices.in_feed()[:SHOWN_IN_FEED]


def deliveries(player: Player) -> QuerySet[Delivery]:
    """Recent and waiting deliveries to a player's webhook, the newest first."""
    rows = player.deliveries.filter(way=Delivery.Way.WEBHOOK).select_related("notice")
    return rows[:SHOWN_DELIVERIES]
