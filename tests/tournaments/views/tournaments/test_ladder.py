"""The page of a ladder, and where else ladders are shown and switched."""

from random import Random

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_out,
    tournament,
    variant,
)
from tournaments.models import Bot, Tournament
from tournaments.queries.tournaments import ladder_work
from tournaments.services.tournaments import ladder

pytestmark = pytest.mark.django_db


@pytest.fixture
def kalah():
    row = variant("kalah")
    row.ladder = True
    row.save()
    return row


@pytest.fixture
def row(kalah):
    """A ladder with three bots, one match played and two that wait."""
    for name in ("Anna", "Bert", "Cleo"):
        VersionFactory(bot=BotFactory(name=name))
    ladder.tend(now=NOW, rng=Random(1))
    play_out(Tournament.objects.get().matches.first())
    ladder.tend(now=NOW, rng=Random(2))
    return Tournament.objects.get()


def read(client, address):
    return client.get(address).content.decode()


def test_the_page_shows_who_is_on_it_what_was_played_and_who_is_next(client, row):
    response = client.get(row.get_absolute_url())

    page = response.content.decode()
    assert all(name in page for name in ("Anna", "Bert", "Cleo"))
    assert row.matches.first().get_absolute_url() in page
    assert len(response.context["last_meetings"]) == 1
    assert len(response.context["open_meetings"]) == ladder_work.WAITING
    assert len(response.context["following"]) == 3
    assert "crosstable" not in page.lower()


def test_the_page_says_the_shares_that_hold(client, row, settings):
    settings.LADDER_BOT_GAMES, settings.LADDER_OWNER_GAMES = 77, 1234

    page = read(client, row.get_absolute_url())

    assert "at most 77 games" in page
    assert "at most 1,234 on all ladders" in page


def test_when_all_have_had_their_share_the_page_says_so(client, row, settings):
    settings.LADDER_BOT_GAMES = 1

    assert "Every bot has played its share" in read(client, row.get_absolute_url())


def test_a_ladder_without_bots_says_how_one_gets_on_it(client, kalah):
    ladder.tend(now=NOW, rng=Random(1))

    assert "No bot is on this ladder yet" in read(
        client, Tournament.objects.get().get_absolute_url()
    )


def test_a_ladder_that_is_switched_off_says_so(client, kalah, row):
    kalah.ladder = False
    kalah.save()
    ladder.tend(now=NOW, rng=Random(1))

    assert "The ladder was switched off" in read(client, row.get_absolute_url())
    assert "The ladder</h2>" not in read(client, kalah.get_absolute_url())


def test_the_leaderboard_says_that_a_ladder_is_on(client, kalah, row):
    page = read(client, kalah.get_absolute_url())

    assert "The ladder is on. Its 3 bots play" in page
    assert row.get_absolute_url() in page


@pytest.mark.parametrize("name", ["home", "tournaments"])
def test_ladders_are_not_among_the_tournaments(client, row, name):
    assert row.get_absolute_url() not in read(client, reverse(name))


@pytest.mark.parametrize("action", ["start", "cancel", "withdraw"])
def test_nobody_does_anything_to_a_ladder_by_its_page(client, row, carol, action):
    client.force_login(carol)
    entrant = {"entrant": row.entries.first().pk}

    response = client.post(reverse(f"tournament-{action}", args=[row.slug]), entrant)

    assert response.status_code == 403


def test_the_live_part_of_a_ladder_is_its_page(client, row):
    response = client.get(reverse("tournament-live", args=[row.slug]))

    assert response.url == row.get_absolute_url()


def test_the_pages_of_its_matches_lead_back_to_it(client, row):
    for match in row.matches.all():
        assert row.get_absolute_url() in read(client, match.get_absolute_url())


def test_a_bots_page_names_its_ladders(client, kalah, row):
    page = read(client, reverse("bot", args=["anna"]))

    assert "It is on the ladder of" in page
    assert row.get_absolute_url() in page


def test_an_owner_takes_a_bot_off_the_ladders_and_its_page_says_so(client, row):
    bot = Bot.objects.get(name="Anna")
    client.force_login(bot.owner)

    client.post(reverse("bot-edit", args=[bot.slug]), {"description": "", "open_to_all": "on"})
    ladder.tend(now=NOW, rng=Random(1))

    assert not Bot.objects.get(pk=bot.pk).on_ladders
    assert "Its owner keeps it off all ladders" in read(client, reverse("bot", args=["anna"]))


def test_staff_switch_a_ladder_in_the_administration(client, kalah, row):
    client.force_login(PlayerFactory(username="root", is_staff=True, is_superuser=True))
    address = reverse("admin:tournaments_variant_change", args=[kalah.pk])

    client.post(address, {"name": kalah.name, "slug": kalah.slug, "rated": "on"})
    assert Tournament.objects.get().status == "finished"

    client.post(address, {"name": kalah.name, "slug": kalah.slug, "rated": "on", "ladder": "on"})
    assert Tournament.objects.get().status == "running"


def test_the_api_names_the_ladder_of_a_leaderboard(client, kalah, row):
    one = client.get(f"/api/v1/leaderboards/{kalah.slug}/").json()
    listed = client.get("/api/v1/leaderboards/").json()["results"]

    assert one["ladder"] == row.slug
    assert [board["ladder"] for board in listed] == [row.slug]


def test_the_api_tells_of_a_ladder_as_of_a_tournament(client, row):
    told = client.get(f"/api/v1/tournaments/{row.slug}/").json()
    matches = client.get(f"/api/v1/tournaments/{row.slug}/matches/").json()

    assert (told["format"], told["status"], told["entrants"]) == ("ladder", "running", 3)
    assert len(matches["results"]) == 3
    assert client.get(f"/api/v1/tournaments/{row.slug}/standings/").status_code == 404


def test_a_bot_is_made_without_ladders_by_the_api(client, alice):
    client.force_login(alice)
    given = {"name": "Solo", "on_ladders": False}

    made = client.post("/api/v1/bots/", given, content_type="application/json").json()

    assert made["on_ladders"] is False
    assert not Bot.objects.get(name="Solo").on_ladders


def test_the_page_takes_no_more_queries_when_more_bots_climb(
    client, row, django_assert_max_num_queries
):
    with django_assert_max_num_queries(40) as few:
        client.get(row.get_absolute_url())
    for _number in range(5):
        VersionFactory()
    ladder.tend(now=NOW, rng=Random(1))

    with django_assert_max_num_queries(len(few)):
        client.get(row.get_absolute_url())


def test_all_matches_of_a_ladder_are_listed_the_newest_first(client, row):
    address = reverse("tournament-matches", args=[row.slug])
    played = row.matches.filter(status="finished").count()

    shown = client.get(address)

    assert address in client.get(row.get_absolute_url()).content.decode()
    assert shown.context["page"].paginator.count == played > 0
    assert "All matches of this ladder, newest first." in shown.content.decode()


def test_a_tournament_lists_its_matches_round_by_round(client):
    cup = tournament([VersionFactory(), VersionFactory()])

    answer = client.get(reverse("tournament-matches", args=[cup.slug]))

    assert answer.url == cup.get_absolute_url()


def test_a_ladder_has_no_seeds(client, row):
    answer = client.get(reverse("tournament-entrants", args=[row.slug]))

    assert answer.url == row.get_absolute_url()
