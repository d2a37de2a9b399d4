"""What the form says of a choice before anything is made."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.tournaments.factories import VersionFactory, play_all, tournament
from tests.tournaments.forms.tournaments.support import KALAH, sent
from tournaments.models import Tournament, Version
from tournaments.services.playing import hosts

pytestmark = pytest.mark.django_db


def said(visitor, chosen, game="kalah"):
    """What the page says of a choice while it is made, as one line."""
    address = reverse("tournament-preview") + f"?game={game}"
    page = visitor.post(address, chosen, headers={"HX-Request": "true", "HX-Target": "preview"})
    return " ".join(strip_tags(page.content.decode()).split())


def test_the_page_says_how_many_games_a_choice_makes(visitor, filled):
    chosen = [VersionFactory().pk for _ in range(4)]

    told = said(visitor, filled | {"entrants": chosen, "games_per_pairing": "6"})

    assert told.startswith("4 entrants, 3 rounds, 6 pairings of 6 games: 36 games.")
    assert "If all bots use all of their time, it takes about 3 minutes." in told
    assert "no game of this kind was played at bullet lately" in told


def test_a_similar_tournament_begins_with_what_its_entrants_would_play(visitor):
    row = tournament([VersionFactory() for _ in range(4)])

    page = visitor.get(f"{reverse('tournament-create')}?clone={row.slug}")

    assert "4 entrants, 3 rounds, 6 pairings of 2 games: 12 games." in strip_tags(page.text)


def test_a_knockout_says_that_deciders_may_come(visitor, filled):
    chosen = [VersionFactory().pk for _ in range(4)]

    told = said(visitor, filled | {"entrants": chosen, "format": "knockout"})

    assert "at most 12 games, without deciders" in told
    assert "up to 7 blocks" in told


@pytest.mark.parametrize("games", ["", "many", "9" * 5000, "0", "3"])
def test_a_choice_that_makes_no_games_says_what_is_wrong(visitor, filled, games):
    assert "ames per pairing" in said(visitor, filled | {"games_per_pairing": games})


def test_a_choice_without_entrants_asks_for_some(visitor, filled):
    refusal = "Choose at least two entrants: one alone has nobody to play."

    assert said(visitor, filled | {"entrants": []}) == refusal


def test_where_players_enter_eight_are_the_example(visitor, filled):
    told = said(visitor, filled | {"entrants": [], "entry": "registered", "start": "later"})

    assert "an example with eight entrants" in told
    assert "28 pairings" in told


def test_a_team_game_says_that_an_entrant_plays_both_partners(visitor, filled):
    Version.objects.update(games=["pachisi"])

    address = reverse("tournament-create") + "?game=pachisi"
    options = visitor.get(address).context["form"].option_fields()
    usual = {field.html_name: sent(field.value()) for field in options}

    told = said(visitor, filled | usual | {"option_mode": "teams"}, game="pachisi")

    assert "In each game 2 entrants meet; each plays both partners of its team." in told


def test_matches_of_its_kind_tell_about_how_long_it_takes(visitor, filled, own, other):
    for minutes, control in [(6, "bullet"), (60, "blitz")]:
        made = tournament([own, other], key="kalah(seeds=4)")
        play_all(made, now=timezone.now())
        started = F("ended_at") - timedelta(minutes=minutes)
        made.matches.update(started_at=started, time_control=control)

    assert "It takes about 6 minutes if its games last as long" in said(
        visitor, filled | {"games_per_pairing": "2"}
    )


def test_slow_clocks_and_many_seats_make_a_long_forecast(visitor, filled):
    Version.objects.update(games=["pachisi"])
    chosen = [VersionFactory(games=["pachisi"]).pk for _ in range(8)]
    address = reverse("tournament-create") + "?game=pachisi"
    options = visitor.get(address).context["form"].option_fields()
    usual = {field.html_name: sent(field.value()) for field in options}
    slow = {"entrants": chosen, "time_control": "classical", "games_per_pairing": "4"}

    told = said(visitor, filled | usual | slow | {"option_mode": "single"}, game="pachisi")

    assert "it takes about 30 hours" in told


def test_more_slots_shorten_it_but_rounds_follow_each_other(visitor, filled):
    chosen = [VersionFactory().pk for _ in range(4)]
    hosts.register("box", isolation="", slots=100, speed_index=1.0, now=timezone.now())

    slow = {"entrants": chosen, "games_per_pairing": "2", "time_control": "classical"}

    assert "it takes about 68 minutes" in said(visitor, filled | slow)


def test_another_format_brings_its_options_and_keeps_what_was_typed(visitor, filled):
    chosen = filled | {"format": "swiss", "format_rounds": "5", "tie_break_1": "SB"}
    address = reverse("tournament-preview") + "?game=kalah"

    page = visitor.post(address, chosen, headers={"HX-Request": "true", "HX-Target": "format-part"})

    form = page.context["form"]
    assert form["format_rounds"].value() == "5"
    assert form["tie_break_1"].value() == "SB"
    assert "Buchholz" in page.content.decode()


def test_without_a_script_a_button_shows_the_options_of_another_format(visitor, filled):
    page = visitor.post(KALAH, filled | {"format": "groups-knockout", "show": "format"})

    form = page.context["form"]
    assert not Tournament.objects.exists()
    assert form["format_groups"].value() == 0
    assert (form["name"].value(), form.errors) == ("Friday Cup", {})
    assert all(row.is_chosen for row in form.choices_of_entrants)
