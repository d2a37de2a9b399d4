"""The pages of series and the calendar, in the hands of organisers and players."""

from datetime import timedelta

import icalendar
import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import BotFactory, VersionFactory, variant
from tournaments.models import Series

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def form(client, alice):
    """What an organiser fills in for a series of Friday evenings in Berlin."""
    client.force_login(alice)
    board = variant()
    start = timezone.now().replace(second=0, microsecond=0, tzinfo=None) + timedelta(days=3)
    page = client.get(reverse("tournament-create"), {"variant": board.slug}).context["form"]
    options = {f"option_{name}": value for name, value in board.options.items()}
    return {
        **{name: str(value).lower() for name, value in options.items()},
        "name": "Friday Swiss", "format": "swiss", "format_shown": "swiss", "format_rounds": "7",
        "games_per_pairing": "2", "time_control": "bullet", "entry": "registered",
        "start": "later", "starts_at": start.isoformat(), "zone": "Europe/Berlin",
        "submission": str(page["submission"].value()), "every": "7", "times": "10",
    }  # fmt: skip


def made(client, form, **changes):
    address = f"{reverse('tournament-create')}?variant={variant().slug}"
    return client.post(address, form | changes, follow=True)


def text(answer):
    return answer.content.decode()


def test_an_organiser_makes_a_series_by_the_form_of_a_tournament(client, form):
    page = text(made(client, form))

    series = Series.objects.get()
    assert (series.every, series.times, series.zone) == (7, 10, "Europe/Berlin")
    assert series.format_options == {"rounds": 7} | series.format_options
    assert "Every week" in page
    assert "Friday Swiss 1" in page


def test_a_second_click_makes_the_same_series(client, form):
    made(client, form)
    made(client, form)

    assert Series.objects.count() == 1


def test_a_series_needs_a_time_in_the_future(client, form):
    page = text(made(client, form, start="now"))

    assert "Choose a start time" in page
    assert not Series.objects.exists()


def test_a_wrong_plan_stands_beside_its_field(client, form):
    page = text(made(client, form, division_size="1"))

    assert "greater than or equal to 2" in page
    assert not Series.objects.exists()


def test_a_player_enters_once_and_leaves(client, form, bob):
    made(client, form)
    series = Series.objects.get()
    bot = VersionFactory(bot=BotFactory(owner=bob)).bot
    client.force_login(bob)

    assert bot.name in text(client.get(series.get_absolute_url()))
    client.post(reverse("series-enter", args=[series.slug]), {"bot": bot.slug})
    assert series.entries.get().bot == bot
    assert series.tournaments.get().entries.get().version.bot == bot
    client.post(reverse("series-leave", args=[series.slug]), {"bot": bot.slug})
    assert not series.entries.exists()


def test_an_organiser_changes_skips_and_ends_it(client, form):
    made(client, form)
    series = Series.objects.get()
    address = reverse("series-edit", args=[series.slug])
    assert 'value="Friday Swiss"' in text(client.get(address))

    client.post(address, form | {"name": "Thursdays", "every": "14"})
    page = text(client.post(reverse("series-skip", args=[series.slug]), follow=True))
    assert "is cancelled" in page
    page = text(client.post(reverse("series-end", args=[series.slug]), follow=True))

    series.refresh_from_db()
    assert (series.name, series.every) == ("Thursdays", 14)
    assert series.ended_at
    assert "The series ended on" in page


def test_the_calendar_shows_what_comes_and_recurs(client, form):
    made(client, form)

    page = text(client.get(reverse("calendar")))

    assert page.count("Friday Swiss") >= 5
    assert "recurs" in page


def test_calendar_programs_read_the_tournament_and_the_rule_of_the_series(client, form):
    made(client, form)

    answer = client.get(reverse("calendar-file"))
    document = icalendar.Calendar.from_ical(answer.content)

    assert answer["Content-Type"].startswith("text/calendar")
    tournament, series = document.walk("VEVENT")
    assert str(tournament["SUMMARY"]) == "Friday Swiss 1"
    assert series["RRULE"].to_ical() == b"FREQ=DAILY;COUNT=9;INTERVAL=7"
    assert series["DTSTART"].params["TZID"] == "Europe/Berlin"
    assert document.walk("VTIMEZONE")


def test_the_feed_lists_tournaments_that_everybody_may_see(client, form):
    made(client, form)
    made(client, form | {"name": "Secret", "access": "private"})

    feed = text(client.get(reverse("calendar-feed")))

    assert "<title>Friday Swiss 1</title>" in feed
    assert "Secret" not in feed
