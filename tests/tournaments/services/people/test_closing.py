"""Closed accounts: nothing tells who it was, and the platform goes on without it."""

import pytest
from allauth.account.models import EmailAddress

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
    variant,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import (
    Club,
    Course,
    Delivery,
    Draft,
    Entry,
    Notice,
    NoticeChoice,
    NoticeFeed,
    Player,
    Rating,
    Webhook,
)
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content
from tournaments.services.notices import hearing_changes
from tournaments.services.people import accounts, closing
from tournaments.services.ratings import ledger
from tournaments.services.tournaments import lifecycle, people, withdrawals

pytestmark = pytest.mark.django_db

LATER = NOW.replace(year=2027)


@pytest.fixture
def anna(alice):
    return VersionFactory(bot=BotFactory(name="Anna", owner=alice))


def closed(account, player=None):
    assert closing.close(account, player=player or account, now=NOW)
    return Player.objects.get(pk=account.pk)


def test_a_closed_account_tells_nothing_of_its_player(alice, anna):
    alice.email, alice.first_name = "alice@example.org", "Alice"
    alice.save()
    EmailAddress.objects.create(user=alice, email=alice.email)
    accounts.make_token(alice, label="laptop", now=NOW)
    hearing_changes.set_webhook(alice, "https://hook.example.org/", now=NOW)
    hearing_changes.test_webhook(alice, now=NOW)
    hearing_changes.make_feed(alice, now=NOW)
    hearing_changes.choose(alice, {"trial": {"mail": True}}, language="de")
    files = {"bot.py": "pass"}
    drafts.create(Content(name="Sketch", variant="kalah", files=files), player=alice, now=NOW)

    row = closed(alice)

    assert row.username == f"closed-account-{row.pk}"
    assert (row.email, row.first_name, row.is_active) == ("", "", False)
    assert not row.has_usable_password()
    assert not row.api_tokens.exists()
    assert not EmailAddress.objects.exists()
    left = (Delivery, Draft, NoticeChoice, NoticeFeed, Webhook)
    assert (row.language, [model.objects.count() for model in left]) == ("", [0] * 5)
    assert row.bots.get().name == f"Deleted bot {anna.bot_id}"


def test_ratings_are_exact_after_an_account_is_closed(alice, anna, bob):
    sister = VersionFactory(bot=BotFactory(owner=alice))
    play_all(tournament([anna, sister, VersionFactory(bot=BotFactory(owner=bob))]))
    values = list(Rating.objects.order_by("pk").values_list("value", "games"))

    closed(alice)

    assert ledger.check(now=NOW).differences == []
    assert list(Rating.objects.order_by("pk").values_list("value", "games")) == values


def test_what_is_not_over_goes_to_a_co_organiser_or_to_staff(alice, bob, carol):
    versions = [VersionFactory(), VersionFactory()]
    with_help = tournament(versions, organiser=alice, starts_at=LATER)
    alone = tournament(versions, organiser=alice, starts_at=LATER, name="Winter Cup")
    over = play_all(tournament(versions, organiser=alice, name="Spring Cup"))
    people.appoint(with_help, [bob], player=alice, now=NOW)

    row = closed(alice)

    for one, heir in ((with_help, bob), (alone, carol), (over, row)):
        one.refresh_from_db()
        assert one.organiser == heir
    assert not with_help.co_organisers.exists()
    assert str(Notice.objects.get(player=carol)) == (
        "You organise Winter Cup now: its organiser left."
    )


def test_without_staff_the_house_takes_over(alice):
    row = tournament([VersionFactory(), VersionFactory()], organiser=alice, starts_at=LATER)

    closed(alice)

    row.refresh_from_db()
    assert row.organiser == Player.objects.house()


def test_sentences_that_named_the_player_name_nobody(alice, bob):
    versions = [VersionFactory() for _ in range(3)]
    cup = tournament(versions, organiser=alice)
    people.invite(cup, [bob], player=alice, now=NOW)
    withdrawals.withdraw(cup.entries.first(), player=alice, now=NOW)
    lifecycle.pause(cup, player=alice, now=NOW)

    row = closed(alice)

    cup.refresh_from_db()
    said = [str(cup.pause_reason), str(Entry.objects.withdrawn().get().withdrawal)]
    said += [str(one) for one in _of_people()]
    assert len(said) == 4
    assert not [one for one in said if "alice" in one]
    assert row.username in said[0]


def _of_people():
    """The notices that name players, but for those to whoever organises now."""
    others = ("organiser-left", "tournament-began")
    return Notice.objects.exclude(text__code__in=others)


def test_only_the_player_and_staff_close_an_account(alice, bob, carol):
    with pytest.raises(NotAllowed, match="Only alice and staff"):
        closing.close(alice, player=bob, now=NOW)
    assert closing.close(alice, player=carol, now=NOW)
    assert not closing.close(Player.objects.get(pk=alice.pk), player=carol, now=NOW)


def test_the_house_and_the_last_administrator_stay(carol):
    root = PlayerFactory(username="boss", is_superuser=True, is_staff=True)

    with pytest.raises(Invalid, match="last administrator"):
        closing.close(root, player=root, now=NOW)
    with pytest.raises(Invalid, match="house"):
        closing.close(Player.objects.house(), player=carol, now=NOW)

    PlayerFactory(username="chief", is_superuser=True, is_staff=True)
    assert closing.close(root, player=root, now=NOW)


def test_no_list_of_a_course_expects_who_has_closed_the_account(alice, bob):
    club = Club.objects.create(name="Games", slug="games", created_at=NOW)
    students = {"alice": "A", "erna": "B"}
    to_beat = BotFactory(name="Greedy", owner=bob)
    Course.objects.create(club=club, variant=variant(), students=students, to_beat=to_beat)

    closed(alice)

    assert Course.objects.get().students == {"erna": "B"}
