"""Making a tournament: the choice of a game, its options, the time."""

import uuid
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils import timezone

import engine
from tests.tournaments.factories import BotFactory, VersionFactory, play_all, tournament, variant
from tests.tournaments.forms.tournaments.support import KALAH, local, sent
from tournaments.models import Tournament, Version

pytestmark = pytest.mark.django_db


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

    rows = visitor.get(KALAH).context["form"].choices_of_entrants

    assert [row.version.pk for row in rows] == [own.pk, other.pk]
    assert [row.is_own for row in rows] == [True, False]
    assert [row.elo for row in rows] == [version.ratings.get().elo for version in (own, other)]


def test_private_bots_of_others_and_refused_versions_are_not_offered(visitor, bob, own):
    VersionFactory(bot=BotFactory(owner=bob, open_to_all=False))
    VersionFactory(status=Version.Status.CHECKING)
    VersionFactory(games=["einstein"])

    rows = visitor.get(KALAH).context["form"].choices_of_entrants

    assert [row.version.pk for row in rows] == [own.pk]


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


def test_nothing_typed_is_lost_when_something_is_refused(visitor, filled, own):
    page = visitor.post(KALAH, filled | {"games_per_pairing": "3", "option_seeds": "5"})

    form = page.context["form"]
    assert form["name"].value() == "Friday Cup"
    assert form["option_seeds"].value() == "5"
    assert form["games_per_pairing"].value() == "3"
    assert all(row.is_chosen for row in form.choices_of_entrants)
    assert form["submission"].value() == filled["submission"]


def test_a_chosen_version_stays_chosen_when_a_newer_one_has_come(visitor, filled, other):
    newer = VersionFactory(bot=other.bot)

    page = visitor.post(KALAH, filled | {"name": ""})

    rows = page.context["form"].choices_of_entrants
    assert {row.version.pk: row.is_chosen for row in rows if not row.is_own} == {
        newer.pk: False,
        other.pk: True,
    }


def test_the_form_takes_few_queries_whatever_the_bots(visitor, django_assert_max_num_queries):
    for _bot in range(8):
        VersionFactory()

    with django_assert_max_num_queries(9):
        visitor.get(KALAH)


@pytest.mark.parametrize("game", [info.id for info in engine.games()])
def test_every_game_begins_with_options_that_can_be_played(visitor, alice, game):
    sides = len(set(engine.load_game(game).sides()))
    entrants = [VersionFactory(games=[game]).pk for _bot in range(sides)]
    address = reverse("tournament-create") + f"?game={game}"
    form = visitor.get(address).context["form"]

    filled = {
        "name": "Cup for all",
        "entrants": entrants,
        **{name: form[name].value() for name in ("games_per_pairing", "time_control", "start")},
        **{field.html_name: sent(field.value()) for field in form.option_fields()},
        "submission": str(uuid.uuid4()),
    }

    made = visitor.post(address, filled)
    assert made.status_code == 302, made.context["form"].errors
    assert Tournament.objects.get().games_per_pairing == sides
