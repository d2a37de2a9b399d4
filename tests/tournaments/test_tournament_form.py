"""Making a tournament, and what every bad input gets."""

import uuid
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils import timezone

import engine
from tests.tournaments.factories import BotFactory, VersionFactory, play_all, tournament, variant
from tournaments.models import Tournament, Version
from tournaments.services import house

pytestmark = pytest.mark.django_db

KALAH = reverse("tournament-create") + "?game=kalah"
EINSTEIN = reverse("tournament-create") + "?game=einstein"


@pytest.fixture
def own(alice):
    return VersionFactory(bot=BotFactory(name="Own", owner=alice))


@pytest.fixture
def other(bob):
    return VersionFactory(bot=BotFactory(name="Another", owner=bob))


@pytest.fixture
def visitor(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def filled(own, other):
    """What a browser sends for a Kalah tournament that can be played."""
    return {
        "name": "Friday Cup",
        "option_pits": "6",
        "option_seeds": "4",
        "option_sowing": "counterclockwise",
        "option_quiet_limit": "200",
        "entrants": [own.pk, other.pk],
        "games_per_pairing": "4",
        "time_control": "bullet",
        "start": "now",
        "starts_at": "",
        "zone": "UTC",
        "submission": str(uuid.uuid4()),
    }


def local(moment):
    return moment.strftime("%Y-%m-%dT%H:%M")


def refusals(visitor, filled, *, address=KALAH, **changes):
    """The errors of the form for these changes; nothing may have been made."""
    page = visitor.post(address, filled | changes)
    assert page.status_code == 200
    assert not Tournament.objects.exists()
    return page.context["form"].errors


def test_whoever_is_not_logged_in_is_led_there_and_back(client):
    page = client.get(KALAH)

    assert page.url == f"{reverse('login')}?next={quote(KALAH)}"


def test_the_first_step_offers_games_and_named_variants(visitor):
    cross = variant("kalah(sowing=cross)")

    page = visitor.get(reverse("tournament-create")).content.decode()

    assert 'href="?game=kalah"' in page
    assert 'href="?game=einstein"' in page
    assert f'href="?variant={cross.slug}"' in page


@pytest.mark.parametrize("query", ["game=chess", "variant=chess"])
def test_a_game_that_does_not_exist_leads_back_to_the_choice(visitor, query):
    page = visitor.get(f"{reverse('tournament-create')}?{query}")

    assert page.status_code == 404
    assert "&#x27;chess&#x27;" in page.content.decode()
    assert 'href="?game=kalah"' in page.content.decode()


def test_a_named_variant_sets_its_options(visitor):
    cross = variant("kalah(sowing=cross)")

    form = visitor.get(f"{reverse('tournament-create')}?variant={cross.slug}").context["form"]

    assert form["option_sowing"].value() == "cross"
    assert form["option_seeds"].value() == 3


def test_own_bots_come_first_with_their_ratings(visitor, own, other):
    play_all(tournament([own, other]))

    rows = visitor.get(KALAH).context["form"].choices_of_entrants()

    assert [row.version for row in rows] == [own, other]
    assert [row.is_own for row in rows] == [True, False]
    assert [row.rating.games for row in rows] == [2, 2]


def test_private_bots_of_others_and_refused_versions_are_not_offered(visitor, bob, own):
    VersionFactory(bot=BotFactory(owner=bob, open_to_all=False))
    VersionFactory(status=Version.Status.CHECKING)
    VersionFactory(games=["einstein"])

    rows = visitor.get(KALAH).context["form"].choices_of_entrants()

    assert [row.version for row in rows] == [own]


def test_a_tournament_is_made_and_starts_at_once(visitor, filled, alice, own, other):
    page = visitor.post(KALAH, filled)

    row = Tournament.objects.get()
    assert page.url == row.get_absolute_url()
    assert row.variant.key == "kalah(seeds=4)"
    assert (row.organiser, row.games_per_pairing, row.time_control) == (alice, 4, "bullet")
    assert {entry.version for entry in row.entries.all()} == {own, other}
    assert row.status == Tournament.Status.RUNNING


def test_a_checked_box_is_an_option_that_is_on(visitor, filled):
    visitor.post(KALAH, filled | {"option_empty_capture": "true"})

    assert Tournament.objects.get().variant.options["empty_capture"] is True


def test_a_second_click_makes_no_second_tournament(visitor, filled):
    first = visitor.post(KALAH, filled)
    second = visitor.post(KALAH, filled)

    assert Tournament.objects.count() == 1
    assert second.url == first.url


def test_a_set_time_is_read_in_the_zone_that_the_page_named(visitor, filled):
    moment = (timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0)
    visitor.cookies["timezone"] = "Europe/Berlin"

    visitor.post(
        KALAH,
        filled
        | {
            "start": "later",
            "zone": "Asia/Kolkata",
            "starts_at": local(moment + timedelta(hours=5, minutes=30)),
        },
    )

    row = Tournament.objects.get()
    assert row.status == Tournament.Status.SCHEDULED
    assert row.starts_at == moment


def test_the_page_names_the_visitors_zone(visitor):
    visitor.cookies["timezone"] = "Pacific/Auckland"

    assert "Date and time in Pacific/Auckland." in visitor.get(KALAH).content.decode()


def test_a_time_is_not_read_where_it_starts_now(visitor, filled):
    visitor.post(KALAH, filled | {"starts_at": "soon"})

    assert Tournament.objects.get().status == Tournament.Status.RUNNING


@pytest.mark.parametrize(
    ("starts_at", "refusal"),
    [
        ("", "Say when it is to start, or start it now."),
        ("soon", "Write the date and the time like 2027-01-31 18:00."),
        ("2020-01-01T12:00", "That time is past. Choose a later one, or start now."),
        ("9999-12-31T23:59", "Choose a time within 365 days from now."),
    ],
)
def test_a_time_that_cannot_be_is_refused(visitor, filled, starts_at, refusal):
    errors = refusals(visitor, filled, start="later", starts_at=starts_at)

    assert errors == {"starts_at": [refusal]}


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("option_seeds", "99", "a whole number from 1 to 12"),
        ("option_seeds", "many", "a whole number from 1 to 12"),
        ("option_sowing", "diagonal", "counterclockwise or cross"),
        ("option_empty_capture", "perhaps", "false or true"),
    ],
)
def test_a_value_that_an_option_has_not_is_refused_beside_it(
    visitor, filled, option, value, allowed
):
    errors = refusals(visitor, filled, **{option: value})

    assert list(errors) == [option]
    assert errors[option][0].endswith(f"is not allowed: it must be {allowed}")


def test_options_that_do_not_go_together_are_refused_at_the_one_that_depends(visitor, filled):
    errors = refusals(visitor, filled, address=EINSTEIN, option_setup="fixed", option_mirror="true")

    assert errors == {
        "option_mirror": [
            "option mirror=true has a meaning only with setup=random, not with setup=fixed"
        ]
    }


def test_one_entrant_alone_is_refused(visitor, filled, own):
    refusal = "Choose at least two entrants: one alone has nobody to play."

    assert refusals(visitor, filled, entrants=[own.pk]) == {"entrants": [refusal]}
    assert refusals(visitor, filled, entrants=[]) == {"entrants": [refusal]}


def test_a_bot_that_only_its_owner_may_enter_is_refused(visitor, filled, own, other):
    other.bot.open_to_all = False
    other.bot.save()

    assert refusals(visitor, filled) == {"entrants": ["Only bob may enter Another."]}


@pytest.mark.parametrize(
    ("pk", "refusal"),
    [
        ("999999", "There is no version with the id 999999."),
        ("9" * 30, f"There is no version with the id {'9' * 30}."),
        ("0" * 20 + "9" * 30, f"There is no version with the id {'0' * 20}{'9' * 30}."),
        ("x", "“x” is no id of a version."),
        ("-" + "9" * 30, f"“-{'9' * 30}” is no id of a version."),
        ("9_9" * 10, f"“{'9_9' * 10}” is no id of a version."),
    ],
)
def test_entrants_that_do_not_exist_are_refused(visitor, filled, own, pk, refusal):
    assert refusals(visitor, filled, entrants=[own.pk, pk]) == {"entrants": [refusal]}


@pytest.mark.parametrize(
    ("games", "refusal"),
    [
        ("3", "Games per pairing must be a multiple of 2"),
        ("0", "Games per pairing must be a multiple of 2"),
        ("-2", "Games per pairing must be a multiple of 2"),
        ("1000000", "A tournament may have 10,000 games at the most."),
        ("8" * 4300, "A tournament may have 10,000 games at the most."),
        ("two", "Enter a whole number."),
    ],
)
def test_games_per_pairing_that_cannot_be_played_are_refused(visitor, filled, games, refusal):
    errors = refusals(visitor, filled, games_per_pairing=games)

    assert list(errors) == ["games_per_pairing"]
    assert errors["games_per_pairing"][0].startswith(refusal)


def test_a_time_control_that_does_not_exist_is_refused(visitor, filled):
    assert list(refusals(visitor, filled, time_control="eternal")) == ["time_control"]


def test_a_form_without_its_number_is_refused_in_sight(visitor, filled):
    errors = refusals(visitor, filled, submission="1")

    assert errors["__all__"] == ["The number of this form was damaged. Load the page again."]


def test_nothing_typed_is_lost_when_something_is_refused(visitor, filled, own):
    page = visitor.post(KALAH, filled | {"games_per_pairing": "3", "option_seeds": "5"})

    form = page.context["form"]
    assert form["name"].value() == "Friday Cup"
    assert form["option_seeds"].value() == "5"
    assert form["games_per_pairing"].value() == "3"
    assert all(row.is_chosen for row in form.choices_of_entrants())
    assert form["submission"].value() == filled["submission"]


def test_a_chosen_version_stays_chosen_when_a_newer_one_has_come(visitor, filled, other):
    newer = VersionFactory(bot=other.bot)

    page = visitor.post(KALAH, filled | {"name": ""})

    rows = page.context["form"].choices_of_entrants()
    assert {row.version: row.is_chosen for row in rows if not row.is_own} == {
        newer: False,
        other: True,
    }


def test_the_page_says_how_many_games_a_choice_makes(visitor, filled):
    chosen = {"game": "kalah", "entrants": ["1", "2", "3", "4"], "games_per_pairing": "6"}

    said = visitor.get(reverse("tournament-create"), chosen, headers={"HX-Request": "true"})

    assert said.content.decode() == "4 entrants, 6 pairings of 6 games: 36 games."


@pytest.mark.parametrize("games", ["", "many", "9" * 5000, "0"])
def test_a_choice_that_makes_no_games_asks_for_more(visitor, games):
    chosen = {"game": "kalah", "entrants": ["1", "2"], "games_per_pairing": games}

    said = visitor.get(reverse("tournament-create"), chosen, headers={"HX-Request": "true"})

    assert said.content.decode() == "Everyone meets everyone. Choose at least two entrants."


def test_the_form_takes_few_queries_whatever_the_bots(visitor, django_assert_max_num_queries):
    for _bot in range(8):
        VersionFactory()

    with django_assert_max_num_queries(6):
        visitor.get(KALAH)


@pytest.mark.parametrize("game", [info.id for info in engine.games()])
def test_every_game_begins_with_options_that_two_can_play(visitor, alice, game):
    house.ensure_variants()
    entrants = [VersionFactory(games=[game]).pk for _bot in range(2)]
    address = reverse("tournament-create") + f"?game={game}"
    form = visitor.get(address).context["form"]

    filled = {
        "name": "Cup for two",
        "entrants": entrants,
        **{name: form[name].value() for name in ("games_per_pairing", "time_control", "start")},
        **{field.html_name: _sent(field.value()) for field in form.option_fields()},
        "submission": str(uuid.uuid4()),
    }

    made = visitor.post(address, filled)
    assert made.status_code == 302, made.context["form"].errors
    assert Tournament.objects.get().variant.load().num_players() == 2


def _sent(value):
    return str(value).lower() if isinstance(value, bool) else value


def test_too_few_entrants_for_a_game_of_four_are_refused_with_a_sentence(visitor, filled):
    Version.objects.update(games=["ashte-kashte"])

    refused = visitor.post(
        reverse("tournament-create") + "?game=ashte-kashte",
        filled | {"option_seats": "4", "option_turn_limit": "5000", "games_per_pairing": "4"},
    )

    assert "takes 4 to" in refused.content.decode()
    assert not Tournament.objects.exists()
