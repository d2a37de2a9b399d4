"""Closes accounts: personal data is removed, results stay under a neutral name."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import (
    ApiToken,
    Delivery,
    Entry,
    Notice,
    NoticeChoice,
    NoticeFeed,
    Player,
    Tournament,
    Webhook,
)
from tournaments.services.bots import ownership, renaming
from tournaments.services.notices import notices
from tournaments.services.people import clubs, courses
from tournaments.words import Sentence


@transaction.atomic
def close(account: Player, *, player: Player, now: datetime) -> bool:
    """Close an account: its bots are deleted, and its results stay under neutral names.

    Tournaments that are not over go to a co-organiser or else to staff. False if it is closed
    already.
    Raises NotAllowed for anybody but the player and staff, Invalid for the house and for the last
    administrator.
    """
    if player.pk != account.pk and not player.is_staff:
        raise NotAllowed("player-closes", player=account)
    _check_needed(account)
    if account.closed_at:
        return False
    before = account.username
    for bot in account.bots.kept().select_related("owner"):
        ownership.delete_bot(bot, player=account, now=now)
    _hand_over(account, now)
    clubs.let_go(account, now=now)
    _leave_nothing(account)
    if not account.become_neutral(now=now):
        return False
    _rename(before, account)
    courses.forget(before)
    return True


def _check_needed(account: Player) -> None:
    if account.pk == Player.objects.house().pk:
        raise Invalid("house-stays")
    administrators = Player.objects.filter(is_active=True, is_superuser=True)
    if account.is_superuser and not administrators.exclude(pk=account.pk).exists():
        raise Invalid("last-administrator")


def _hand_over(account: Player, now: datetime) -> None:
    """Give open tournaments to another organiser; those that are over keep the neutral name."""
    staff = Player.objects.filter(is_active=True, is_staff=True).exclude(pk=account.pk)
    fallback = staff.order_by("-is_superuser", "pk").first() or Player.objects.house()
    for tournament in account.tournaments.open():
        others = tournament.co_organisers.filter(is_active=True).exclude(pk=account.pk)
        heir = others.order_by("pk").first() or fallback
        Tournament.objects.filter(pk=tournament.pk).update(organiser=heir)
        tournament.co_organisers.remove(heir)
        text = Sentence("organiser-left", tournament=tournament)
        link = tournament.get_absolute_url()
        notices.tell(heir, text, kind=notices.Kind.PEOPLE, link=link, now=now)


def _leave_nothing(account: Player) -> None:
    """Delete the player's addresses, ways to log in, notices, drafts, invitations and rights."""
    for login in (EmailAddress, Authenticator, SocialAccount, UserSession):
        login.objects.filter(user=account).delete()
    for model in (ApiToken, Notice, NoticeChoice, Delivery, NoticeFeed, Webhook):
        model.objects.filter(player=account).delete()
    account.drafts.all().delete()
    account.co_organised.clear()
    account.invitations.clear()
    account.groups.clear()
    account.user_permissions.clear()


def _rename(before: str, account: Player) -> None:
    """Write the neutral name into stored sentences and into the history of the administration."""
    after = account.username
    places = ("by", "player", "why__params__player")
    named = Q(*((f"text__params__{place}", before) for place in places), _connector=Q.OR)
    renaming.in_sentences(Notice.objects.filter(named), "text", before, after)
    withdrawn = Entry.objects.filter(withdrawal__params__player=before)
    renaming.in_sentences(withdrawn, "withdrawal", before, after)
    paused = Tournament.objects.filter(pause_reason__params__player=before)
    renaming.in_sentences(paused, "pause_reason", before, after)
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=kind, object_id=str(account.pk)).update(object_repr=after)
