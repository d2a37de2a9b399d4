"""Clubs: how they are created, joined, organised, left and closed."""

import secrets
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.text import slugify

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Club, ClubMember, ClubStep, Course, Player, Tournament
from tournaments.models.clubs import fresh_join_code
from tournaments.queries.people import clubs
from tournaments.services.notices import notices
from tournaments.words import Sentence

MOST_MEMBERS = 500
MOST_CLUBS = 20
"""The most clubs that a player may be in."""
MOST_STEPS = 30
"""The most steps of the workshop that a club may have."""


@transaction.atomic
def create(*, player: Player, name: str, description: str, now: datetime) -> Club:
    """Create a club with its first organiser. Raises Invalid if the player is in too many."""
    _check_room_for(player)
    stem = slugify(name)[:60] or "club"
    club = Club.objects.create(
        name=name, slug=f"{stem}-{secrets.token_hex(4)}", description=description, created_at=now
    )
    club.members.create(player=player, role=ClubMember.Role.ORGANISER, joined_at=now)
    return club


@transaction.atomic
def join(code: str, *, player: Player, now: datetime) -> Club:
    """Make the player a member of the club with this code, if they are not. Raises Invalid."""
    club = Club.objects.open().select_for_update().filter(join_code=code).first()
    if club is None:
        raise Invalid("no-club-with-code", "code")
    if club.members.filter(player=player).exists():
        return club
    _check_room_for(player)
    if club.members.count() >= MOST_MEMBERS:
        raise Invalid("club-full", "code", club=club, most=MOST_MEMBERS)
    course = Course.objects.filter(club=club).first()
    group = course.students.get(player.username, "") if course else ""
    club.members.create(player=player, joined_at=now, group=group)
    return club


def rename_oneself(club: Club, *, player: Player, display_name: str) -> None:
    """Choose the name that the club may show."""
    club.members.filter(player=player).update(display_name=display_name.strip())


@transaction.atomic
def leave(club: Club, *, player: Player) -> bool:
    """Leave a club; return False for a non-member. Raises Invalid for the last organiser."""
    return _end_membership(club, player)


@transaction.atomic
def remove(club: Club, member: Player, *, player: Player, now: datetime) -> bool:
    """Remove a member, whose entries stay; return False for a non-member.

    Raises NotAllowed for anybody but organisers and staff, Invalid for the last organiser.
    """
    _require(club, player)
    if not _end_membership(club, member):
        return False
    text = Sentence("club-removed-you", club=club)
    notices.tell(member, text, kind=notices.Kind.PEOPLE, link=reverse("clubs"), now=now)
    return True


@transaction.atomic
def appoint(club: Club, member: Player, *, role: str, player: Player) -> bool:
    """Make a member an organiser, or an organiser a member; return False for a non-member.

    Raises NotAllowed for anybody but organisers and staff, Invalid for the last organiser.
    """
    _require(club, player)
    row = _locked(club, member)
    if row is None:
        return False
    if role == ClubMember.Role.MEMBER:
        _check_organisers(club, without=row)
    row.role = role
    row.save(update_fields=["role"])
    return True


def renew_code(club: Club, *, player: Player) -> None:
    """Replace the join code; the old one stops working. Raises NotAllowed."""
    _require(club, player)
    Club.objects.filter(pk=club.pk).update(join_code=fresh_join_code())


def close(club: Club, *, player: Player, now: datetime) -> bool:
    """Close a club; members keep its pages. False if it is closed already. Raises NotAllowed."""
    _require(club, player)
    return club.close(now=now)


@transaction.atomic
def take_in(club: Club, tournament: Tournament, *, player: Player) -> None:
    """Make a tournament one of the club: from now on only members enter it.

    Raises NotAllowed for anybody but an organiser of both, Invalid if the tournament has begun, the
    club is closed, or an entrant is from outside.
    """
    _require(club, player)
    row = Tournament.objects.locked(tournament.pk)
    if row.organiser_id != player.pk:
        raise NotAllowed("organiser-takes-in", tournament=row)
    if row.status != Tournament.Status.SCHEDULED or club.closed_at:
        raise Invalid("too-late-for-club", "tournament", tournament=row)
    members = club.members.values("player")
    strange = row.entries.exclude(version__bot__owner__in=members)
    if first := strange.exclude(version__bot__is_house=True).first():
        raise Invalid("entrant-no-member", "tournament", version=first.version)
    row.club = club
    row.save(update_fields=["club"])


@transaction.atomic
def save_step(step: ClubStep, *, player: Player) -> None:
    """Save a step of a club for the workshop. Raises NotAllowed, and Invalid for too many steps."""
    _require(step.club, player)
    Club.objects.select_for_update().get(pk=step.club_id)
    if not step.pk and step.club.steps.count() >= MOST_STEPS:
        raise Invalid("too-many-steps", "title", club=step.club, most=MOST_STEPS)
    step.save()


def delete_step(step: ClubStep, *, player: Player) -> None:
    """Delete a step of a club. Raises NotAllowed for anybody but organisers and staff."""
    _require(step.club, player)
    step.delete()


def let_go(account: Player, *, now: datetime) -> None:
    """Remove a closed account from its clubs; the oldest member replaces a last organiser."""
    for row in account.memberships.select_related("club"):
        others = row.club.members.exclude(pk=row.pk)
        heir = others.order_by("pk").first()
        row.delete()
        if heir is None:
            row.club.close(now=now)
        elif not others.filter(role=ClubMember.Role.ORGANISER).exists():
            ClubMember.objects.filter(pk=heir.pk).update(role=ClubMember.Role.ORGANISER)


def _require(club: Club, player: Player) -> None:
    if not clubs.may_organise(club, player):
        raise NotAllowed("club-organisers-only", club=club)


def _end_membership(club: Club, player: Player) -> bool:
    row = _locked(club, player)
    if row is None:
        return False
    _check_organisers(club, without=row)
    row.delete()
    return True


def _locked(club: Club, player: Player) -> ClubMember | None:
    """Lock the club, so that its members do not change; return the player's membership."""
    Club.objects.select_for_update().get(pk=club.pk)
    return club.members.filter(player=player).first()


def _check_organisers(club: Club, *, without: ClubMember) -> None:
    others = club.members.filter(role=ClubMember.Role.ORGANISER).exclude(pk=without.pk)
    if without.is_organiser and not others.exists():
        raise Invalid("last-club-organiser", club=club)


def _check_room_for(player: Player) -> None:
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.memberships.count() >= MOST_CLUBS:
        raise Invalid("too-many-clubs", most=MOST_CLUBS)
