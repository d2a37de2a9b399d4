"""The pages of tournaments, as their visitors get them."""

from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    GIVEN_UP,
    NOW,
    BotFactory,
    VersionFactory,
    claimed,
    fault,
    play_all,
    play_out,
    tournament,
)
from tournaments.models import Match, Tournament
from tournaments.services.playing import reports
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

LIVE = 'hx-trigger="news"'


@pytest.fixture
def three():
    return [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Bert", "Cleo")]


@pytest.fixture
def scheduled(three, alice):
    return tournament(three, organiser=alice, starts_at=timezone.now() + timedelta(days=2))


def live(client, row, **query):
    return client.get(reverse("tournament-live", args=[row.slug]), query)


def test_the_list_tells_running_scheduled_and_finished_apart(client, three, scheduled):
    tournament(three, name="Running Cup")
    play_all(tournament(three, name="Finished Cup"))

    page = client.get(reverse("tournaments"))

    assert [row.name for row in page.context["scheduled"]] == ["Autumn Cup"]
    assert [row.name for row in page.context["running"]] == ["Running Cup"]
    assert [row.name for row in page.context["page"]] == ["Finished Cup"]
    assert "0 of 6 games" in page.content.decode()


def test_the_list_takes_as_many_queries_for_many_tournaments(
    client, three, django_assert_max_num_queries
):
    for number in range(6):
        tournament(three, name=f"Cup {number}")

    with django_assert_max_num_queries(5):
        client.get(reverse("tournaments"))


def test_a_tournament_shows_what_is_played_and_by_whom(client, three):
    row = tournament(three, key="kalah(seeds=4)", rated=False)

    page = client.get(row.get_absolute_url()).content.decode()

    assert "Kalah: seeds 4" in page
    assert "Each bot has 2 s for the whole game" in page
    assert all(name in page for name in ("Anna v1", "Bert v1", "Cleo v1"))


@pytest.mark.parametrize(
    ("form", "sides", "settings", "told"),
    [
        (
            "round-robin",
            2,
            {"cycles": 5},
            "Every two entrants meet 5 times. A meeting is 4 games, 2 in",
        ),
        ("round-robin", 4, {"balance": "near", "cycles": 1}, "at the same table once or twice. A"),
        (
            "swiss",
            2,
            {"rounds": 0, "byes": 1},
            "In each round, entrants with about the same points",
        ),
        (
            "knockout",
            2,
            {"third_place": True, "most_blocks": 7},
            "is out. The losers of the semi-fi",
        ),
        (
            "knockout",
            4,
            {"third_place": True, "advance": 2},
            "the best 2 entrants go on. A meeting",
        ),
        ("double-elimination", 2, {"reset": True, "most_blocks": 7}, "up to 14 games in all; then"),
        ("gauntlet", 2, {"cycles": 1}, "The first entrant meets each of the others once. A meet"),
        ("groups-knockout", 2, {"advance": 0}, "the best 2 go on to the knockout. A meeting is"),
    ],
)
def test_the_settings_are_said_in_sentences(form, sides, settings, told):
    row = Tournament(format=form, games_per_pairing=4, opening_actions=2)
    counts = {"games_each": 4 // sides, "most_games": 7 * sides}

    page = render_to_string(
        "tournaments/_settings.html",
        {"tournament": row, "sides": sides, "settings": settings, **counts},
    )

    assert told in " ".join(page.split())
    assert "played each other before begin after 2 random actions." in page


def test_standings_and_crosstable_agree_with_the_games_played(client, three):
    row = play_all(tournament(three))

    shown = client.get(row.get_absolute_url()).context

    lines = [line for line, _rating in shown["lines"]]
    assert sum(line.row.points for line in lines) == 6
    for line, (_number, _entry, cells) in zip(lines, shown["cross"], strict=True):
        assert sum(score.points for _other, score in cells if score) == line.row.points


def test_a_rated_tournament_shows_the_ratings_it_made(client, three):
    row = play_all(tournament(three))

    shown = {rating for _line, rating in client.get(row.get_absolute_url()).context["lines"]}

    assert shown == {rating.elo for rating in row.variant.ratings.filter(games=4)}


def test_a_bye_is_said_plainly(client, three):
    row = tournament(three)

    page = client.get(row.get_absolute_url()).content.decode()

    assert "Not playing in this round:" in page


def test_the_first_round_that_is_not_over_is_shown(client, three):
    row = tournament(three)
    play_out(Match.objects.filter(pairing__round__number=1).get())

    assert client.get(row.get_absolute_url()).context["round"].number == 2
    assert client.get(row.get_absolute_url(), {"round": 1}).context["round"].number == 1


def test_a_round_that_does_not_exist_is_not_found(client, three):
    page = client.get(tournament(three).get_absolute_url(), {"round": "9"})

    assert page.status_code == 404


def test_a_void_match_says_why(client, three):
    row = tournament(three)
    match = Match.objects.first()
    for _attempt in range(3):
        reports.fail(claimed(match), reason=fault("The sandbox is gone."), now=NOW)
        match.refresh_from_db()

    page = client.get(row.get_absolute_url(), {"round": match.pairing.round.number})

    assert str(GIVEN_UP) in page.content.decode()
    assert "The sandbox is gone." not in page.content.decode()
    assert "2 void" in page.content.decode()


def test_a_running_tournament_asks_for_news_and_a_finished_one_stops(client, three):
    row = tournament(three)
    assert LIVE in live(client, row).content.decode()

    play_all(row)

    assert LIVE not in live(client, row).content.decode()


def test_the_live_part_is_sent_only_when_something_has_moved(client, three):
    row = tournament(three)
    seen = live(client, row).context["seen"]
    assert live(client, row, seen=seen).status_code == 204

    play_out(Match.objects.first())

    assert live(client, row, seen=seen).status_code == 200


def test_the_live_part_stays_on_the_round_that_was_chosen(client, three):
    page = live(client, tournament(three), round=3).content.decode()

    assert "round=3" in page.split(LIVE)[0]


def test_eight_entrants_take_no_more_queries_than_three(client, django_assert_max_num_queries):
    row = play_all(tournament([VersionFactory() for _ in range(8)]))
    live(client, row)  # which computes the table

    with django_assert_max_num_queries(20):
        assert client.get(row.get_absolute_url()).status_code == 200
    with django_assert_max_num_queries(9):
        assert live(client, row).status_code == 200


def test_a_scheduled_tournament_counts_down(client, scheduled):
    page = client.get(scheduled.get_absolute_url()).content.decode()

    assert "It starts in 1\N{NO-BREAK SPACE}day, 23\N{NO-BREAK SPACE}hours." in page
    assert LIVE in page
    assert "3 entrants, 3 rounds, 3 pairings of 2 games: 6 games." in page


def test_a_tournament_that_is_due_says_that_it_starts_soon(client, scheduled):
    Tournament.objects.update(starts_at=timezone.now() - timedelta(seconds=1))

    page = client.get(scheduled.get_absolute_url()).content.decode()

    assert "It starts in a few seconds." in page


def test_its_organiser_starts_a_tournament_before_its_time(client, alice, scheduled):
    client.force_login(alice)

    page = client.post(reverse("tournament-start", args=[scheduled.slug]), follow=True)

    assert page.context["tournament"].status == Tournament.Status.RUNNING
    assert Match.objects.count() == 3


def test_a_second_click_on_start_starts_nothing_twice(client, alice, scheduled):
    client.force_login(alice)
    address = reverse("tournament-start", args=[scheduled.slug])
    client.post(address)

    page = client.post(address, follow=True)

    assert "Autumn Cup is running, so it cannot be started." in page.content.decode()
    assert Match.objects.count() == 3


def test_its_organiser_calls_a_tournament_off(client, alice, scheduled):
    client.force_login(alice)

    page = client.post(reverse("tournament-cancel", args=[scheduled.slug]), follow=True)

    assert page.context["tournament"].status == Tournament.Status.CANCELLED


def test_what_was_called_off_before_its_start_says_so(client, alice, scheduled):
    lifecycle.cancel(scheduled, player=alice, now=timezone.now())

    page = client.get(scheduled.get_absolute_url()).content.decode()

    assert "It was cancelled before it started." in page
    assert "Planned start" in page
    assert "Standings" not in page


def test_a_tournament_that_too_few_have_entered_says_what_it_needs(client, three):
    start = timezone.now() + timedelta(days=2)
    row = tournament(
        three[:1], starts_at=start, registration_opens_at=NOW, registration_closes_at=start
    )

    assert "It needs at least two entrants." in client.get(row.get_absolute_url()).content.decode()


def test_what_is_over_cannot_be_cancelled(client, alice, scheduled):
    client.force_login(alice)
    lifecycle.cancel(scheduled, player=alice, now=NOW)

    page = client.post(reverse("tournament-cancel", args=[scheduled.slug]), follow=True)

    assert "Autumn Cup is over, so it cannot be cancelled." in page.content.decode()


@pytest.mark.parametrize("action", ["start", "cancel"])
def test_nobody_else_may_start_or_cancel(client, bob, scheduled, action):
    client.force_login(bob)

    page = client.post(reverse(f"tournament-{action}", args=[scheduled.slug]))

    assert page.status_code == 403
    assert f"Only alice may {action} Autumn Cup." in page.content.decode()
    scheduled.refresh_from_db()
    assert scheduled.status == Tournament.Status.SCHEDULED


def test_staff_may_start_it_too(client, carol, scheduled):
    client.force_login(carol)

    client.post(reverse("tournament-start", args=[scheduled.slug]))

    scheduled.refresh_from_db()
    assert scheduled.status == Tournament.Status.RUNNING


def test_the_buttons_are_shown_to_those_who_may(client, alice, bob, scheduled):
    address = reverse("tournament-start", args=[scheduled.slug])
    client.force_login(bob)
    assert address not in client.get(scheduled.get_absolute_url()).content.decode()

    client.force_login(alice)

    assert address in client.get(scheduled.get_absolute_url()).content.decode()


def test_an_address_alone_starts_nothing(client, alice, scheduled):
    client.force_login(alice)

    assert client.get(reverse("tournament-start", args=[scheduled.slug])).status_code == 405
