"""Owners hide and delete their bots and versions; results and ratings stay exact."""

import pytest

from agents.bots.archive import TornArchive
from agents.terms.faults import Fault
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    claimed,
    outcome,
    play_all,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed, StaleAttempt
from tournaments.models import (
    Bot,
    Entry,
    Game,
    Match,
    Notice,
    Rating,
    Seat,
    StaffAction,
    Tournament,
    Trial,
    Version,
)
from tournaments.queries.bots import enterable, overview
from tournaments.queries.ratings import leaderboards
from tournaments.services.bots import forgetting, ownership, uploads
from tournaments.services.playing import reports
from tournaments.services.ratings import ledger
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(alice):
    return VersionFactory(bot=BotFactory(name="Anna", owner=alice))


@pytest.fixture
def other(bob):
    return VersionFactory(bot=BotFactory(name="Otto", owner=bob))


def fresh(row):
    return type(row).objects.get(pk=row.pk)


def delete(bot):
    assert ownership.delete_bot(bot, player=bot.owner, now=NOW)
    forgetting.forget(now=NOW)
    return fresh(bot)


def stored(version):
    return version.archive.storage.exists(version.archive.name)


def test_a_hidden_bot_is_listed_nowhere_and_cannot_be_entered(mine, other, bob):
    play_all(tournament([mine, other]))

    assert ownership.hide(mine.bot, player=mine.bot.owner, now=NOW)

    assert mine.bot not in overview.listed()
    rows = enterable.newest_versions(player=bob, game_id="kalah", among=Bot.objects.values("pk"))
    assert [row.pk for row in rows] == [other.pk]
    assert list(Rating.objects.listed().values_list("version", flat=True)) == [other.pk]
    with pytest.raises(Invalid, match="Anna v1 is hidden"):
        tournament([fresh(mine), other], name="Second Cup")


def test_a_bot_that_is_shown_again_is_listed_as_before(mine, other):
    play_all(tournament([mine, other]))
    ownership.hide(mine.bot, player=mine.bot.owner, now=NOW)

    assert ownership.show(mine.bot, player=mine.bot.owner, now=NOW)

    assert mine.bot in overview.listed()
    assert Rating.objects.listed().count() == 2


def test_a_hidden_version_plays_no_more_but_is_still_the_one_that_is_ranked(mine, other):
    newer = VersionFactory(bot=mine.bot)
    play_all(tournament([mine, other]))
    play_all(tournament([newer, other], name="Second Cup"))

    ownership.hide(newer, player=mine.bot.owner, now=NOW)

    assert overview.playing(mine.bot, variant="kalah") == mine
    listed = leaderboards.ranked(Rating.objects.first().variant)
    assert {row.version for row in listed} == {newer, other}


def test_strangers_may_do_nothing_with_a_bot_and_staff_may_delete_it(mine, bob, carol):
    for act in (
        lambda: ownership.hide(mine, player=bob, now=NOW),
        lambda: ownership.show(mine.bot, player=bob, now=NOW),
        lambda: ownership.delete_version(mine, player=bob, now=NOW),
        lambda: ownership.delete_bot(mine.bot, player=bob, now=NOW),
    ):
        with pytest.raises(NotAllowed, match="Only alice and staff"):
            act()
    with pytest.raises(Invalid, match="Give a reason"):
        ownership.delete_bot(mine.bot, player=carol, now=NOW)
    assert ownership.delete_bot(mine.bot, player=carol, now=NOW, reason="It is copied.")
    assert str(StaffAction.objects.get()) == "carol deleted it: It is copied."


def test_only_the_owner_publishes_code(mine, alice, carol):
    with pytest.raises(NotAllowed, match="Only alice"):
        ownership.publish(mine, public=True, player=carol)
    assert ownership.publish(mine, public=True, player=alice)
    assert not ownership.publish(mine, public=True, player=alice)
    assert fresh(mine).source_is_public


def test_results_of_a_deleted_bot_stay_under_a_neutral_name(mine, other):
    cup = play_all(tournament([mine, other]))
    before = list(Seat.objects.order_by("pk").values_list("rank", "returns"))

    bot = delete(mine.bot)

    assert (bot.name, bot.author, bot.description) == (f"Deleted bot {bot.pk}", "former author", "")
    assert list(Seat.objects.order_by("pk").values_list("rank", "returns")) == before
    assert {str(entry) for entry in cup.entries.all()} == {f"{bot.name} v1", "Otto v1"}
    names = {seat["name"] for game in Game.objects.all() for seat in game.kept_record["seats"]}
    assert names == {bot.name, "Otto"}


def test_every_rating_can_still_be_recomputed_after_a_deletion(mine, other, alice):
    sister = VersionFactory(bot=BotFactory(name="Sister", owner=alice))
    play_all(tournament([mine, other, sister]))
    values = list(Rating.objects.order_by("pk").values_list("value", "games"))

    delete(mine.bot)

    assert ledger.check(now=NOW).differences == []
    assert list(Rating.objects.order_by("pk").values_list("value", "games")) == values


def test_the_code_and_the_logs_of_a_deleted_version_go_and_nobody_elses(mine, other):
    play_all(tournament([mine, other]))
    Seat.objects.filter(version=mine).update(
        fault={"kind": "crash", "ply": 1, "summary": "It crashed.", "detail": "a traceback"}
    )
    archive = mine.archive

    ownership.delete_version(mine, player=mine.bot.owner, now=NOW)
    forgetting.forget(now=NOW)

    gone = fresh(mine)
    assert not archive.storage.exists(archive.name)
    assert gone.stored_size == 0
    assert stored(other)
    assert set(Seat.objects.filter(version=mine).values_list("log", "fault__detail")) == {("", "")}
    assert not Seat.objects.filter(version=other, log="").exists()
    with pytest.raises(TornArchive, match="was deleted"):
        gone.read_archive()


def test_an_archive_stays_while_another_version_has_the_same_code(mine):
    twin = VersionFactory(bot=BotFactory(owner=mine.bot.owner, name="Twin"))
    Version.objects.filter(pk=twin.pk).update(sha256=mine.sha256, archive=mine.archive.name)

    delete(mine.bot)
    assert stored(fresh(twin))

    delete(fresh(twin.bot))
    assert not twin.archive.storage.exists(mine.archive.name)


def test_a_running_match_of_a_deleted_version_ends_without_a_fault_of_anybody(mine, other):
    cup = tournament([mine, other])
    match = claimed(cup.matches.get())
    first, second = match.games.order_by("number")
    reports.report(match, first, outcome(first), now=NOW, lease=LEASE)

    ownership.delete_version(mine, player=mine.bot.owner, now=NOW)

    match.refresh_from_db()
    assert (match.status, match.failures) == (Match.Status.VOID, 0)
    assert match.was_called_off
    assert fresh(first).counts
    with pytest.raises(StaleAttempt):
        reports.report(match, second, outcome(second), now=NOW, lease=LEASE)
    lifecycle.advance(now=NOW)
    assert fresh(cup).is_over


def test_a_deleted_version_leaves_its_tournaments_and_the_organiser_reads_why(mine, other, carol):
    third = VersionFactory()
    cup = tournament([mine, other, third], organiser=carol)

    ownership.delete_version(mine, player=mine.bot.owner, now=NOW)

    assert str(Entry.objects.get(version=mine).withdrawal) == "Anna v1 was deleted."
    assert not cup.matches.queued().filter(pairing__entries__version=mine).exists()
    assert cup.matches.queued().count() == 1
    assert "Anna v1 was taken out of Autumn Cup" in str(Notice.objects.get(player=carol))


def test_an_entrant_with_its_newest_version_plays_on_with_the_one_before(mine, other, alice):
    newer = VersionFactory(bot=mine.bot)
    cup = tournament([newer, other], starts_at=NOW.replace(year=2027))
    Entry.objects.filter(version=newer).update(newest=True)

    ownership.delete_version(newer, player=alice, now=NOW)

    assert {entry.version for entry in cup.entries.active()} == {mine, other}


def test_trials_and_checks_of_a_deleted_bot_end(begin, versions, alice):
    trial = begin()
    check = check_match(versions[1])

    delete(versions[0].bot)

    assert fresh(trial).status == Trial.Status.STOPPED
    assert "Anna" not in Tournament.objects.get().name
    assert fresh(check).status == Match.Status.VOID
    assert not Match.objects.open().exists()


def test_sentences_that_named_a_deleted_bot_name_it_neutrally(mine, other, carol):
    cup = tournament([mine, other, VersionFactory()], organiser=carol)
    ownership.delete_version(mine, player=mine.bot.owner, now=NOW)

    bot = delete(mine.bot)

    said = [str(Entry.objects.get(version=mine).withdrawal)]
    said += [str(match.void_reason) for match in cup.matches.void()]
    said += [str(notice) for notice in Notice.objects.exclude(text__code="tournament-began")]
    assert all(bot.name in one and "Anna" not in one for one in said)
    assert len(said) > 3


def test_the_name_of_a_deleted_bot_is_free_and_neutral_names_are_nobodys(mine, alice):
    delete(mine.bot)

    assert uploads.create_bot(owner=alice, name="Anna", now=NOW).slug == "anna"
    with pytest.raises(Invalid, match="kept for a page"):
        uploads.create_bot(owner=alice, name="Deleted-Bot 7", now=NOW)


def test_nobody_uploads_to_a_deleted_bot_nor_deleted_code_again(mine, alice):
    bot = fresh(mine.bot)
    code = uploads.CodeFile("bot.py", b"# again")
    version, _new = uploads.upload(bot=bot, player=alice, code=code, now=NOW)
    ownership.delete_version(version, player=alice, now=NOW)

    with pytest.raises(Invalid, match="You have deleted this code, as Anna v2"):
        uploads.upload(bot=bot, player=alice, code=code, now=NOW)

    with pytest.raises(NotAllowed, match="takes no uploads"):
        uploads.upload(bot=delete(bot), player=alice, code=code, now=NOW)


def test_why_a_deleted_version_was_refused_goes_with_its_code(mine, alice):
    mine.refuse(reports._reason(Fault("crash", 1, "It crashed.", "secret = 1")))

    ownership.delete_version(mine, player=alice, now=NOW)
    forgetting.forget(now=NOW)

    assert str(fresh(mine).refusal) == "Why it was refused was deleted with its code."


def test_deleting_twice_changes_nothing(mine, alice):
    delete(mine.bot)
    before = Bot.objects.values().get()

    assert not ownership.delete_bot(fresh(mine.bot), player=alice, now=NOW.replace(year=2030))
    assert not ownership.delete_version(fresh(mine), player=alice, now=NOW.replace(year=2030))
    assert not ownership.show(fresh(mine.bot), player=alice, now=NOW)
    assert Bot.objects.values().get() == before
