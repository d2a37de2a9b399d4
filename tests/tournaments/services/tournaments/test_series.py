"""Series: tournaments that recur, over weeks of simulated time."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_to_the_end, variant
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Notice, Series, Tournament
from tournaments.queries.tournaments import series as query
from tournaments.services.bots import ownership
from tournaments.services.tournaments import lifecycle, series
from tournaments.services.tournaments.configuration import Configuration
from tournaments.services.tournaments.series import SeriesPlan

pytestmark = pytest.mark.django_db

FRIDAY = datetime(2026, 3, 20, 17, 0, tzinfo=UTC)
"""18:00 in Berlin, a week before its summer time begins."""

WEEK = timedelta(days=7)


def begin(organiser, *, versions=(), now=NOW, **plan):
    config = Configuration(
        name="Friday Swiss", game=variant().load(), format="swiss", format_options={"rounds": 2},
        time_control="bullet", starts_at=FRIDAY, games_per_pairing=2,
    )  # fmt: skip
    chosen = {"zone": "Europe/Berlin", **plan}
    return series.begin(
        config, SeriesPlan(**chosen), organiser=organiser, versions=versions,
        submission=uuid.uuid4(), now=now,
    )  # fmt: skip


def bot_of(owner):
    return VersionFactory(bot=BotFactory(owner=owner)).bot


def tick(now):
    lifecycle.start_due(now=now)
    series.make_due(now=now)


def play_week(row, now):
    """Everything that the tick and the workers do of the tournaments that start at `now`."""
    tick(now)
    for running in row.tournaments.running():
        strengths = {entry.version: entry.version.bot_id for entry in running.entries.all()}
        play_to_the_end(running, strengths=strengths)
    tick(now + timedelta(hours=1))


def test_three_weeks_of_friday_evenings(alice, bob, carol):
    row = begin(carol)
    bots = {bot_of(owner) for owner in (alice, bob, bob)}
    for bot in bots:
        series.enter(row, bot, player=bot.owner, now=NOW)

    summer = timedelta(hours=1)
    for friday in (FRIDAY, FRIDAY + WEEK, FRIDAY + 2 * WEEK - summer):
        play_week(row, friday)

    made = list(row.tournaments.order_by("occurrence"))
    assert [str(one) for one in made] == [f"Friday Swiss {number}" for number in (1, 2, 3, 4)]
    assert [one.status for one in made] == 3 * ["finished"] + ["scheduled"]
    # Six in the evening, before and after the clocks change on the 29th of March.
    assert [one.starts_at.hour for one in made] == [17, 17, 16, 16]
    assert {entry.version.bot for entry in made[3].entries.all()} == bots
    lines = query.standings(Series.objects.get())
    assert [line.played for line in lines] == [3, 3, 3]
    assert sum(line.points for line in lines) == 3 * 24


def test_a_series_is_made_once_by_two_clicks_and_the_tick_makes_nothing_twice(alice):
    row = begin(alice)

    tick(NOW)
    tick(NOW)

    assert row.tournaments.count() == 1
    assert row.tournaments.get().starts_at == FRIDAY


def test_a_skipped_date_is_cancelled_and_the_next_one_made(alice):
    row = begin(alice)

    assert series.skip(row, player=alice, now=NOW)
    tick(NOW)

    assert [one.status for one in row.tournaments.order_by("occurrence")] == [
        "cancelled", "scheduled"
    ]  # fmt: skip
    assert row.tournaments.scheduled().get().starts_at == FRIDAY + WEEK


def test_an_ended_series_makes_no_more(alice):
    row = begin(alice)

    assert series.end(row, player=alice, now=NOW)
    assert not series.end(row, player=alice, now=NOW)
    play_week(row, FRIDAY)

    assert row.tournaments.count() == 1


def test_a_series_of_two_dates_ends_after_them(alice):
    row = begin(alice, times=2)

    for week in range(4):
        play_week(row, FRIDAY + week * WEEK)

    assert row.tournaments.count() == 2
    assert Series.objects.get().ended_at


def test_dates_that_were_missed_are_left_out(alice):
    row = begin(alice)
    later = FRIDAY + 10 * WEEK

    tick(later)
    tick(later)

    assert row.tournaments.scheduled().get().starts_at > later


def test_what_is_changed_counts_for_the_next_tournament(alice):
    row = begin(alice)
    config = Configuration(
        name="Monday Cup", game=variant("einstein").load(), format="round-robin",
        time_control="blitz", starts_at=FRIDAY + timedelta(days=3), games_per_pairing=4,
    )  # fmt: skip

    series.change(row, config, SeriesPlan(zone="UTC"), player=alice, now=NOW)
    play_week(row, FRIDAY)

    made = row.tournaments.scheduled().get()
    assert (str(made), made.format, made.games_per_pairing) == ("Monday Cup 2", "round-robin", 4)
    assert made.starts_at == FRIDAY + timedelta(days=3)


def test_only_organisers_skip_change_and_end(alice, bob):
    row = begin(alice)

    for step in (series.skip, series.end):
        with pytest.raises(NotAllowed, match="Only alice"):
            step(row, player=bob, now=NOW)


def test_a_bot_leaves_the_series_and_the_next_tournament(alice, bob):
    row, anna = begin(bob), bot_of(alice)
    entry = series.enter(row, anna, player=alice, now=NOW)
    assert series.enter(row, anna, player=alice, now=NOW) == entry

    with pytest.raises(NotAllowed, match="Only alice"):
        series.leave(entry, player=bob, now=NOW)
    series.leave(entry, player=alice, now=NOW)

    assert not row.entries.exists()
    assert not row.tournaments.get().entries.exists()


def test_nobody_enters_a_series_that_has_ended(alice, bob):
    row = begin(bob)
    series.end(row, player=bob, now=NOW)

    with pytest.raises(Invalid, match="has ended"):
        series.enter(row, bot_of(alice), player=alice, now=NOW)


def test_the_owner_of_a_bot_that_cannot_play_is_notified(alice, bob):
    row, anna = begin(bob), bot_of(alice)
    series.enter(row, anna, player=alice, now=NOW)
    ownership.hide(anna, player=alice, now=NOW)

    play_week(row, FRIDAY)

    assert not row.tournaments.scheduled().get().entries.exists()
    assert "is not in Friday Swiss 2" in str(Notice.objects.filter(player=alice).latest("pk").text)


def test_divisions_exchange_their_last_and_first(alice):
    versions = [bot_of(alice).versions.get() for _ in range(6)]
    row = begin(alice, versions=versions, division_size=3)

    assert row.tournaments.count() == 2
    before = list(row.entries.values_list("bot", flat=True))
    play_week(row, FRIDAY)

    first, second = row.tournaments.filter(occurrence=1).order_by("division")
    last = first.table.lines.order_by("position").last().entry.version.bot
    best = second.table.lines.order_by("position").first().entry.version.bot
    entered = [
        {entry.version.bot for entry in one.entries.all()}
        for one in row.tournaments.filter(occurrence=2).order_by("division")
    ]
    assert len(before) == 6
    assert best in entered[0]
    assert last in entered[1]
    assert [line.division for line in query.standings(row)] == [1, 1, 1, 2, 2, 2]


def test_the_people_of_a_tournament_go_on_to_the_next(alice, bob):
    row = begin(alice)
    row.tournaments.get().co_organisers.add(bob)

    play_week(row, FRIDAY)

    assert list(row.tournaments.scheduled().get().co_organisers.all()) == [bob]
    assert series.skip(row, player=bob, now=NOW)


def test_a_series_whose_game_cannot_be_played_ends_with_a_notice(alice, monkeypatch):
    row = begin(alice)
    monkeypatch.setattr("tournaments.services.tournaments.create.MAX_OPEN", 0)

    play_week(row, FRIDAY)

    assert Series.objects.get().ended_at
    assert "has ended" in str(Notice.objects.filter(player=alice).latest("pk").text)
    assert not Tournament.objects.scheduled().exists()
