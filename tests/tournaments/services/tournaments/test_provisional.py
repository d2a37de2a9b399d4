"""Entrants whose version was uploaded in time, and is still being checked."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    CRASHED,
    NOW,
    BotFactory,
    VersionFactory,
    play_out,
    play_round,
    play_to_the_end,
    tournament,
)
from tournaments.errors import Invalid
from tournaments.mathematics import formats
from tournaments.models import Club, Match, Notice, Tournament, Version
from tournaments.queries.playing import queue
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.tournaments import (
    lifecycle,
    provisional,
    registration,
    rounds,
    withdrawals,
)

pytestmark = pytest.mark.django_db

OPENS, CLOSES = NOW - timedelta(hours=1), NOW + timedelta(hours=1)
STARTS = NOW + timedelta(hours=2)
PATIENCE = timedelta(hours=24)
Status = Version.Status


@pytest.fixture
def cup(carol):
    return tournament(
        [VersionFactory(), VersionFactory()],
        organiser=carol,
        starts_at=STARTS,
        registration_opens_at=OPENS,
        registration_closes_at=CLOSES,
    )


def upload(owner, **details):
    """A version of a new bot that waits for its check, as just uploaded."""
    details = {"bot": None, "status": Status.CHECKING, "games": [], **details}
    bot = details.pop("bot") or BotFactory(owner=owner)
    return VersionFactory(bot=bot, **details)


def enter(cup, version):
    owner = version.bot.owner
    return registration.enter(cup, version.bot, player=owner, now=NOW)


def accept(version, games=("kalah",), now=NOW):
    Version.objects.filter(pk=version.pk).update(status=Status.ACCEPTED, games=list(games))
    settle(now)


def refuse(version, now=NOW):
    version.refresh_from_db()
    version.refuse(CRASHED)
    settle(now)


def settle(now=NOW):
    return provisional.settle(now=now, patience=PATIENCE)


def notices(player):
    return [str(one.text) for one in Notice.objects.filter(player=player)]


def entrants(row):
    return [entry.version for entry in row.entries.active()]


def ready(now=STARTS):
    return queue.ready(now=now).count()


def test_a_first_bot_enters_while_it_is_checked_and_stays_when_it_is_accepted(cup, alice):
    entry = enter(cup, upload(alice))
    was_provisional = entry.provisional

    accept(entry.version)

    entry.refresh_from_db()
    assert (was_provisional, entry.provisional) == (True, False)


def test_an_entry_goes_with_a_notice_when_its_version_is_refused_before_the_start(cup, alice):
    entry = enter(cup, upload(alice))

    refuse(entry.version)

    assert not cup.entries.filter(pk=entry.pk).exists()
    assert notices(alice) == [
        f"{entry.version} was taken out of Autumn Cup. It did not pass its check."
    ]


def test_its_author_may_enter_a_better_version_in_time(cup, alice):
    first = enter(cup, upload(alice)).version
    refuse(first)
    better = upload(alice, bot=first.bot)

    assert enter(cup, better).version == better


def test_a_bot_that_turns_out_to_play_other_games_goes_as_well(cup, alice):
    entry = enter(cup, upload(alice))

    accept(entry.version, games=["einstein"])

    assert not cup.entries.filter(pk=entry.pk).exists()
    assert "It does not play kalah" in notices(alice)[0]


def test_a_bot_of_other_games_does_not_enter_even_while_it_is_checked(cup, alice):
    with pytest.raises(Invalid, match=r"No version of .* plays kalah"):
        enter(cup, upload(alice, games=["einstein"]))


def test_a_refused_bot_does_not_enter(cup, alice):
    version = upload(alice, status=Status.REFUSED, refusal=CRASHED)

    with pytest.raises(Invalid, match="No version of"):
        enter(cup, version)


def test_after_the_start_its_matches_wait_for_the_verdict_and_others_go_on(cup, alice):
    entry = enter(cup, upload(alice))
    lifecycle.start_due(now=STARTS)
    waiting = Match.objects.filter(pairing__entries=entry).first()
    before, why = ready(), str(queue.why_waiting(waiting, now=STARTS))

    accept(entry.version, now=STARTS)

    assert (before, ready()) == (1, 3)
    assert why == f"{entry.version} is still being checked. This match waits for the verdict."


@pytest.mark.parametrize("format_id", formats.FORMATS)
@pytest.mark.parametrize("is_accepted", [True, False])
def test_in_every_format_the_tournament_goes_on_after_the_verdict(alice, format_id, is_accepted):
    version = upload(alice)
    options = {"groups-knockout": {"groups": 2, "advance": 2}, "swiss": {"rounds": 3}}
    versions = [version, *(VersionFactory() for _ in range(7))]
    row = tournament(versions, format=format_id, format_options=options.get(format_id, {}))

    (accept if is_accepted else refuse)(version)
    play_to_the_end(row, strengths={one: one.pk for one in versions})

    entry = row.entries.get(version=version)
    assert row.status == Tournament.Status.FINISHED
    assert str(entry.withdrawal) == ("" if is_accepted else "It did not pass its check.")


def test_the_version_that_came_in_time_plays_though_its_check_ends_later(cup, alice):
    old = VersionFactory(bot=BotFactory(owner=alice))
    enter(cup, old)
    new = upload(alice, bot=old.bot)

    lifecycle.start_due(now=STARTS)
    accept(new, now=STARTS)

    assert new in entrants(cup)
    assert old not in entrants(cup)


@pytest.mark.parametrize("begun", [False, True])
def test_where_it_is_refused_the_version_before_it_plays(cup, alice, begun):
    old = VersionFactory(bot=BotFactory(owner=alice))
    new = upload(alice, bot=old.bot)
    entry = enter(cup, new)
    if begun:
        lifecycle.start_due(now=STARTS)

    refuse(new, now=STARTS)

    entry.refresh_from_db()
    assert (entry.version, entry.provisional) == (old, False)
    assert f"{old} plays in Autumn Cup in place of {new}. It did not pass its check." in notices(
        alice
    )
    seated = {seat.version for match in cup.matches.all() for game in match.games.all()
              for seat in game.seats.all()}  # fmt: skip
    assert new not in seated
    assert (old in seated) == begun


def test_a_version_uploaded_after_the_start_takes_no_place(cup, alice):
    entry = enter(cup, upload(alice))
    lifecycle.start_due(now=STARTS)
    VersionFactory(bot=entry.version.bot)

    refuse(entry.version, now=STARTS)

    assert not cup.entries.active().filter(pk=entry.pk).exists()


def test_an_upload_after_the_deadline_of_a_club_takes_no_place(cup, alice):
    old = VersionFactory(bot=BotFactory(owner=alice))
    enter(cup, old)
    club = Club.objects.create(name="Course", slug="course", created_at=NOW, uploads_close_at=NOW)
    Tournament.objects.update(club=club)
    late = upload(alice, bot=old.bot, created_at=NOW + timedelta(seconds=1))

    lifecycle.start_due(now=STARTS)

    assert old in entrants(cup)
    assert late not in entrants(cup)


def test_an_organiser_may_list_a_version_that_is_being_checked(alice, bob):
    version = upload(alice)

    cup = tournament([VersionFactory(), VersionFactory(), version], organiser=bob)

    assert cup.entries.get(version=version).provisional
    assert ready(NOW) == 1
    refuse(version)
    assert version not in entrants(cup)


def test_an_organiser_is_told_who_left_the_list_before_the_start(alice, bob):
    version = upload(alice)
    tournament([VersionFactory(), VersionFactory(), version], organiser=bob, starts_at=STARTS)

    refuse(version)

    assert notices(alice) == notices(bob)


def test_a_check_that_the_platform_could_not_make_is_waited_for_with_patience(cup, alice):
    entry = enter(cup, upload(alice, status=Status.UNCHECKED))
    lifecycle.start_due(now=STARTS)

    early = settle(STARTS + PATIENCE)
    late = settle(STARTS + PATIENCE + timedelta(seconds=1))

    entry.refresh_from_db()
    assert (early, late) == (0, 1)
    assert str(entry.withdrawal) == "For more than 24 hours it could not be checked."


def test_before_the_start_a_check_is_waited_for_without_end(cup, alice):
    enter(cup, upload(alice, status=Status.UNCHECKED))

    assert settle(NOW + 10 * PATIENCE) == 0


def test_the_start_settles_what_is_known(cup, alice):
    entry = enter(cup, upload(alice))
    Version.objects.filter(pk=entry.version_id).update(status=Status.REFUSED, refusal=CRASHED)

    lifecycle.start_due(now=STARTS)

    assert cup.entries.count() == 2
    assert "taken out" in notices(alice)[0]


def test_too_few_that_are_left_call_the_start_off(carol, alice):
    cup = tournament(
        [VersionFactory()], organiser=carol, starts_at=STARTS, registration_opens_at=OPENS,
        registration_closes_at=CLOSES,
    )  # fmt: skip
    refuse(enter(cup, upload(alice)).version)

    lifecycle.start_due(now=STARTS)

    cup.refresh_from_db()
    assert cup.status == Tournament.Status.CANCELLED


def swiss(versions):
    """A Swiss tournament that has begun, and that bots may enter until its third round."""
    return tournament(
        versions, format="swiss", format_options={"rounds": 3, "late": 2},
        registration_opens_at=OPENS, registration_closes_at=NOW,
    )  # fmt: skip


@pytest.fixture
def open_late():
    return swiss([VersionFactory() for _ in range(4)])


def test_a_late_entrant_of_a_swiss_tournament_may_still_be_checked(alice, open_late):
    entry = enter(open_late, upload(alice))

    assert entry.provisional
    assert ready(NOW) == 2


def test_a_late_entrant_may_come_back_with_a_better_version_before_it_is_paired(alice, open_late):
    first = enter(open_late, upload(alice)).version
    refuse(first)
    gone = not open_late.entries.filter(version=first).exists()

    entry = enter(open_late, upload(alice, bot=first.bot))
    accept(entry.version)
    play_to_the_end(open_late, strengths={one: one.pk for one in entrants(open_late)})

    assert gone
    assert [pairing.round.number for pairing in entry.pairings.all()] == [2, 3]


def test_a_late_entrant_that_was_paired_is_withdrawn_for_good(alice, open_late):
    entry = enter(open_late, upload(alice))
    play_round(open_late, strengths={one: one.pk for one in entrants(open_late)})

    refuse(entry.version)

    entry.refresh_from_db()
    assert str(entry.withdrawal) == "It did not pass its check."
    with pytest.raises(Invalid, match="was taken out"):
        enter(open_late, upload(alice, bot=entry.version.bot))


def test_who_was_there_from_the_start_is_withdrawn_for_good_though_others_may_come(alice):
    version = upload(alice)
    row = swiss([version, *(VersionFactory() for _ in range(4))])
    row.matches.all().delete()
    row.rounds.all().delete()  # the verdict comes before the first round is drawn

    refuse(version)

    assert not row.entries.get(version=version).is_active


def test_a_round_is_drawn_again_where_one_has_gone_and_another_has_come(alice, open_late):
    for match in open_late.matches.all():
        play_out(match)
    gone = enter(open_late, upload(alice))
    known = format_input(open_late)
    refuse(gone.version)
    come = enter(open_late, VersionFactory())

    step = rounds._next(known)
    was_drawn = rounds._carry_out(known, step, rounds._deal(known, step), NOW)
    rounds.proceed(open_late, now=NOW)

    assert not was_drawn
    assert [pairing.round.number for pairing in come.pairings.all()] == [2]


def test_a_banned_bot_is_withdrawn_before_its_verdict(cup, alice):
    entry = enter(cup, upload(alice))
    entry.version.bot.ban(reason="It cheats.", now=NOW)

    withdrawals.withdraw_absent(now=NOW, patience=PATIENCE)
    accept(entry.version)

    entry.refresh_from_db()
    assert not entry.is_active


def test_the_page_says_that_an_entrant_is_being_checked(client, cup, alice):
    client.force_login(alice)
    version, hour = upload(alice), timedelta(hours=1)
    opens, closes = timezone.now() - hour, timezone.now() + hour
    Tournament.objects.update(registration_opens_at=opens, registration_closes_at=closes)
    offered = client.get(cup.get_absolute_url()).content.decode()
    client.post(reverse("tournament-enter", args=[cup.slug]), {"bot": version.bot.slug})

    page = client.get(cup.get_absolute_url()).content.decode()

    assert f'<option value="{version.bot.slug}">' in offered
    assert "It is being checked, and plays once it has passed." in page
    assert ">being checked</span>" in page


def test_the_standings_say_it_until_the_verdict(client, cup, alice):
    entry = enter(cup, upload(alice))
    lifecycle.start(cup, now=STARTS)
    before = client.get(cup.get_absolute_url()).content.decode()

    accept(entry.version, now=STARTS)

    assert ">being checked</span>" in before
    assert ">being checked</span>" not in client.get(cup.get_absolute_url()).content.decode()
