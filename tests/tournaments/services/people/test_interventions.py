"""Staff void, play again, requeue, ban and close, each with a reason that the trail keeps."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.urls import reverse

from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    check_match,
    claimed,
    outcome,
    play_all,
    play_out,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed, StaleAttempt
from tournaments.models import Entry, Match, Notice, Player, Rating, StaffAction, Tournament
from tournaments.queries.bots import overview
from tournaments.services.people import interventions
from tournaments.services.playing import reports
from tournaments.services.ratings import ledger
from tournaments.services.tournaments import lifecycle, withdrawals

pytestmark = pytest.mark.django_db

WHY = {"reason": "The dice were loaded.", "now": NOW}


@pytest.fixture
def cup():
    return tournament([VersionFactory() for _ in range(3)])


def last():
    return StaffAction.objects.first()


def test_nobody_else_may_and_nothing_is_done_without_a_reason(cup, alice, carol):
    match, version = cup.matches.first(), VersionFactory()
    for act, row in (
        (interventions.void_match, match),
        (interventions.play_again, match),
        (interventions.requeue, match),
        (interventions.ban, version),
        (interventions.unban, version),
        (interventions.ban, version.bot),
        (interventions.unban, version.bot),
        (interventions.close_account, version.bot.owner),
    ):
        with pytest.raises(NotAllowed, match="Only staff"):
            act(row, player=alice, **WHY)
        with pytest.raises(Invalid, match="Give a reason"):
            act(row, player=carol, reason="  ", now=NOW)
    assert not StaffAction.objects.exists()
    assert cup.matches.queued().count() == 3


def test_the_database_keeps_no_action_without_a_reason_or_about_two_things(cup, carol):
    given = {"kind": "ban", "by": carol, "at": NOW, "match": cup.matches.first()}
    with pytest.raises(IntegrityError):
        StaffAction.objects.create(reason="", **given)


def test_a_voided_match_counts_no_more_and_says_why(cup, carol):
    match = play_out(cup.matches.first())
    values = set(Rating.objects.values_list("games", flat=True))

    interventions.void_match(match, player=carol, **WHY)

    assert values == {2}
    assert not match.games.counted().exists()
    assert set(Rating.objects.values_list("games", flat=True)) == {0}
    assert str(last()) == "carol voided the match: The dice were loaded."
    assert ledger.check(now=NOW).differences == []


def test_a_running_match_is_voided_under_its_worker(cup, carol):
    match = claimed(cup.matches.first())
    game = match.games.first()

    interventions.void_match(match, player=carol, **WHY)

    with pytest.raises(StaleAttempt):
        reports.report(match, game, outcome(game), now=NOW, lease=LEASE)
    match.refresh_from_db()
    assert str(match.void_reason) == "Staff voided it: The dice were loaded."


def test_a_match_that_is_played_again_counts_once(cup, carol):
    match = play_out(cup.matches.first())

    again = interventions.play_again(match, player=carol, **WHY)

    assert (again.pairing, again.number, again.status) == (match.pairing, 2, "queued")
    assert again.commitment != match.commitment
    for row in cup.matches.queued():
        play_out(row)
    lifecycle.advance(now=NOW)
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.FINISHED
    assert sorted(Rating.objects.values_list("games", flat=True)) == [4, 4, 4]
    assert ledger.check(now=NOW).differences == []


def test_nothing_is_played_again_from_which_too_much_follows(carol, begin):
    over = play_all(tournament([VersionFactory(), VersionFactory()])).matches.get()
    cup = tournament([VersionFactory() for _ in range(4)], format="knockout", name="Knockout")
    first = cup.matches.first()
    for row in cup.matches.all():
        play_out(row)
    lifecycle.advance(now=NOW)

    for match, why in (
        (over, "does not run"),
        (first, "Too much follows"),
        (begin().tournament.matches.first(), "Too much follows"),
        (check_match(VersionFactory()), "checks an upload"),
    ):
        with pytest.raises(Invalid, match=why):
            interventions.play_again(match, player=carol, **WHY)
    assert not StaffAction.objects.exists()


def test_a_match_is_taken_from_its_worker_and_waits_no_longer(cup, carol):
    match = claimed(cup.matches.first())
    before = match.commitment

    assert interventions.requeue(match, player=carol, **WHY)

    match.refresh_from_db()
    assert (match.status, match.failures) == (Match.Status.QUEUED, 0)
    assert match.commitment != before
    Match.objects.update(not_before=NOW + timedelta(hours=1))
    assert interventions.requeue(match, player=carol, **WHY)
    assert Match.objects.filter(not_before=NOW).get() == match
    assert not interventions.requeue(match, player=carol, **WHY)


def test_a_banned_version_leaves_and_the_one_before_it_plays(carol, alice, versions):
    old, new = versions
    cup = tournament([new, VersionFactory(), VersionFactory()], organiser=alice)

    assert interventions.ban(new, player=carol, **WHY)
    withdrawals.withdraw_absent(now=NOW, patience=timedelta(hours=24))

    assert overview.playing(old.bot, variant="kalah") == old
    assert str(Entry.objects.get(version=new).withdrawal) == (
        "Anna v2 was banned: The dice were loaded."
    )
    assert "Anna v2 was banned" in str(Notice.objects.filter(player=alice, kind="paused").get())
    new.refresh_from_db()
    with pytest.raises(Invalid, match="Anna v2 is banned"):
        tournament([new, old], name="Second Cup")
    assert interventions.unban(new, player=carol, **WHY)
    assert overview.playing(old.bot, variant="kalah") == new
    assert cup.matches.queued().count() == 1


def test_an_organiser_can_be_deleted(carol, alice, cup):
    Tournament.objects.filter(pk=cup.pk).update(organiser=alice)

    assert interventions.close_account(alice, player=carol, **WHY)

    cup.refresh_from_db()
    assert cup.organiser == carol
    assert last().account == Player.objects.get(pk=alice.pk)


@pytest.mark.parametrize("name", ["match-void", "match-again", "match-requeue"])
def test_staff_act_on_the_page_of_a_match(client, carol, cup, name):
    match = cup.matches.first()
    client.force_login(carol)

    page = client.post(reverse(name, args=[match.pk]), {"reason": "Why <not>"}, follow=True)

    shown = page.content.decode()
    assert "the trail says that you did it" in shown
    assert "Why &lt;not&gt;" in shown
    assert (
        "Give a reason" in client.post(reverse(name, args=[match.pk]), follow=True).content.decode()
    )


def test_staff_act_on_the_pages_of_bots_and_players(client, carol, alice, versions):
    client.force_login(carol)
    _old, new = versions
    steps = [
        ("version-ban", [new.bot.slug, 2]), ("version-unban", [new.bot.slug, 2]),
        ("bot-ban", [new.bot.slug]), ("bot-unban", [new.bot.slug]),
        ("version-hide", [new.bot.slug, 2]), ("bot-hide", [new.bot.slug]),
        ("player-close", ["alice"]),
    ]  # fmt: skip

    for name, args in steps:
        page = client.post(reverse(name, args=args), {"reason": "Because."}, follow=True)
        assert page.status_code == 200

    assert StaffAction.objects.count() == len(steps)
    assert (
        "Because."
        in client.get(Player.objects.get(pk=alice.pk).get_absolute_url()).content.decode()
    )


def test_the_owner_reads_what_staff_did_and_strangers_do_not(client, carol, alice, bob, versions):
    bot = versions[0].bot
    interventions.ban(bot, player=carol, **WHY)
    client.force_login(alice)
    assert "carol banned it" in client.get(bot.get_absolute_url()).content.decode()
    client.force_login(bob)
    assert "carol" not in client.get(bot.get_absolute_url()).content.decode()


def test_the_administration_does_it_with_a_reason(client, admin_user, cup, versions):
    client.force_login(admin_user)
    match = cup.matches.first()
    for model, action, row in (
        ("match", "void", match),
        ("version", "ban", versions[1]),
        ("player", "close", versions[0].bot.owner),
    ):
        address = reverse(f"admin:tournaments_{model}_changelist")
        sent = {"action": action, "_selected_action": [row.pk]}
        assert "Give a reason" in client.post(address, sent, follow=True).content.decode()
        client.post(address, sent | {"reason": "Because."})

    assert set(StaffAction.objects.values_list("kind", flat=True)) == {
        "void-match",
        "ban",
        "close-account",
    }
    assert client.get(reverse("admin:tournaments_staffaction_changelist")).status_code == 200
