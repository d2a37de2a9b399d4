"""Making a tournament, and what every bad input gets."""

import uuid
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

import engine
from tests.tournaments.factories import BotFactory, VersionFactory, play_all, tournament, variant
from tournaments import formats
from tournaments.models import Tournament, Version

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

    rows = visitor.get(KALAH).context["form"].choices_of_entrants

    assert [row.version for row in rows] == [own, other]
    assert [row.is_own for row in rows] == [True, False]
    assert [row.rating.games for row in rows] == [2, 2]


def test_private_bots_of_others_and_refused_versions_are_not_offered(visitor, bob, own):
    VersionFactory(bot=BotFactory(owner=bob, open_to_all=False))
    VersionFactory(status=Version.Status.CHECKING)
    VersionFactory(games=["einstein"])

    rows = visitor.get(KALAH).context["form"].choices_of_entrants

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
    assert all(row.is_chosen for row in form.choices_of_entrants)
    assert form["submission"].value() == filled["submission"]


def test_a_chosen_version_stays_chosen_when_a_newer_one_has_come(visitor, filled, other):
    newer = VersionFactory(bot=other.bot)

    page = visitor.post(KALAH, filled | {"name": ""})

    rows = page.context["form"].choices_of_entrants
    assert {row.version: row.is_chosen for row in rows if not row.is_own} == {
        newer: False,
        other: True,
    }


def said(visitor, chosen, game="kalah"):
    """What the page says of a choice while it is made, as one line."""
    address = reverse("tournament-preview") + f"?game={game}"
    page = visitor.post(address, chosen, headers={"HX-Request": "true", "HX-Target": "outlook"})
    return " ".join(strip_tags(page.content.decode()).split())


def test_the_page_says_how_many_games_a_choice_makes(visitor, filled):
    chosen = [VersionFactory().pk for _ in range(4)]

    told = said(visitor, filled | {"entrants": chosen, "games_per_pairing": "6"})

    assert told.startswith("4 entrants, 3 rounds, 6 pairings of 6 games: 36 games.")
    assert "too few matches were played in the last 10 minutes" in told


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

    assert "Eight entrants, for example" in told
    assert "28 pairings" in told


def test_a_team_game_says_that_an_entrant_plays_both_partners(visitor, filled):
    Version.objects.update(games=["pachisi"])

    address = reverse("tournament-create") + "?game=pachisi"
    options = visitor.get(address).context["form"].option_fields()
    sent = {field.html_name: _sent(field.value()) for field in options}

    told = said(visitor, filled | sent | {"option_mode": "teams"}, game="pachisi")

    assert "In each game 2 entrants meet; each plays both partners of its team." in told


def test_the_pace_of_late_tells_about_how_long_it_takes(visitor, filled, own, other):
    for _match in range(6):
        play_all(tournament([own, other]), now=timezone.now() - timedelta(minutes=5))

    assert "that takes about 2 minutes when nothing else waits" in said(visitor, filled)


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
    assert form["format_groups"].value() == 4
    assert (form["name"].value(), form.errors) == ("Friday Cup", {})
    assert all(row.is_chosen for row in form.choices_of_entrants)


def test_the_form_takes_few_queries_whatever_the_bots(visitor, django_assert_max_num_queries):
    for _bot in range(8):
        VersionFactory()

    with django_assert_max_num_queries(6):
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
        **{field.html_name: _sent(field.value()) for field in form.option_fields()},
        "submission": str(uuid.uuid4()),
    }

    made = visitor.post(address, filled)
    assert made.status_code == 302, made.context["form"].errors
    assert Tournament.objects.get().games_per_pairing == sides


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


FORMATS = {
    "round-robin": {"format_cycles": "2"},
    "swiss": {"format_rounds": "2"},
    "knockout": {"format_third_place": "true", "format_most_blocks": "3"},
    "double-elimination": {"format_most_blocks": "3", "format_reset": "true"},
    "gauntlet": {"format_cycles": "1"},
    "groups-knockout": {"format_groups": "2", "format_advance": "1"},
}


@pytest.mark.parametrize("format_id", formats.FORMATS)
def test_every_format_is_made_with_its_own_options(visitor, filled, format_id):
    chosen = [VersionFactory().pk for _ in range(4)]

    made = visitor.post(
        KALAH, filled | {"entrants": chosen, "format": format_id} | FORMATS[format_id]
    )

    assert made.status_code == 302, made.context["form"].errors
    row = Tournament.objects.get()
    assert row.format == format_id
    given = {f"format_{name}": str(value).lower() for name, value in row.format_options.items()}
    assert FORMATS[format_id].items() <= given.items()


@pytest.mark.parametrize(("shown", "reset"), [("double-elimination", False), ("swiss", True)])
def test_an_empty_box_says_no_only_where_it_was_on_the_page(visitor, filled, shown, reset):
    visitor.post(KALAH, filled | {"format": "double-elimination", "format_shown": shown})

    assert Tournament.objects.get().format_options["reset"] is reset


def test_an_option_that_a_format_has_not_is_refused_beside_it(visitor, filled):
    errors = refusals(visitor, filled, format="swiss", format_rounds="99")

    assert list(errors) == ["format_rounds"]


def test_a_format_that_the_game_cannot_be_played_in_is_refused_beside_it(visitor, filled):
    Version.objects.update(games=["ashte-kashte"])

    errors = refusals(
        visitor, filled, address=reverse("tournament-create") + "?game=ashte-kashte",
        option_seats="4", option_turn_limit="5000", games_per_pairing="4",
        format="double-elimination",
    )  # fmt: skip

    assert "for games of 2 sides" in errors["format"][0]


def test_the_organiser_chooses_tie_breaks_and_their_order(visitor, filled):
    visitor.post(KALAH, filled | {"tie_break_1": "WON", "tie_break_2": "", "tie_break_3": "DE"})

    assert Tournament.objects.get().tie_breaks == ["WON", "DE"]


def test_the_challenger_of_a_gauntlet_is_the_first_entrant(visitor, filled, own, other):
    third = VersionFactory()

    visitor.post(
        KALAH,
        filled
        | {"format": "gauntlet", "entrants": [own.pk, other.pk], "challenger": str(third.pk)},
    )

    assert Tournament.objects.get().entries.order_by("number").first().version == third


def test_players_are_named_by_their_user_names(visitor, filled, bob, carol):
    visitor.post(
        KALAH, filled | {"access": "private", "invited": "bob, carol", "co_organisers": "carol"}
    )

    row = Tournament.objects.get()
    assert set(row.invited.all()) == {bob, carol}
    assert list(row.co_organisers.all()) == [carol]
    assert "alice has invited you to Friday Cup." in bob.notices.get().text


def test_players_that_do_not_exist_are_named_in_the_refusal(visitor, filled, bob):
    errors = refusals(visitor, filled, invited="bob nobody", co_organisers="ghost")

    assert errors == {
        "invited": ["There is no player “nobody”."],
        "co_organisers": ["There is no player “ghost”."],
    }


def test_players_enter_until_registration_closes_at_the_start(visitor, filled):
    moment = (timezone.now() + timedelta(days=1)).replace(second=0, microsecond=0)

    visitor.post(
        KALAH,
        filled
        | {"entrants": [], "entry": "registered", "start": "later", "starts_at": local(moment)},
    )

    row = Tournament.objects.get()
    assert row.registration_closes_at == row.starts_at == moment
    assert row.registration_opens_at <= timezone.now()


def test_a_tournament_that_players_enter_cannot_start_at_once(visitor, filled):
    errors = refusals(visitor, filled, entry="registered")

    assert errors["start"] == ["Players need time to enter. Set a time for the start."]


def test_who_has_too_many_tournaments_is_told_kindly(visitor, filled, alice, monkeypatch):
    monkeypatch.setattr("tournaments.services.competition.MAX_OPEN", 0)

    errors = refusals(visitor, filled)

    assert "that are not over; let one of them end first" in errors["__all__"][0]


def test_a_clone_is_filled_from_the_tournament_of_before(visitor, alice, own, other, bob):
    row = tournament(
        [own, other], organiser=alice, name="Cup 3", key="kalah(seeds=4)", format="knockout",
        format_options={"most_blocks": 3}, tie_breaks=["WON"], invited=[bob],
    )  # fmt: skip
    newer = VersionFactory(bot=other.bot)

    form = visitor.get(reverse("tournament-create") + f"?clone={row.slug}").context["form"]

    assert (form["name"].value(), form["format"].value()) == ("Cup 4", "knockout")
    assert (form["option_seeds"].value(), form["format_most_blocks"].value()) == (4, 3)
    assert form["tie_break_1"].value() == "WON"
    assert form["entrants"].value() == [own.pk, newer.pk]
    assert form["invited"].value() == "bob"


def test_a_clone_by_somebody_else_does_not_tell_who_was_invited(visitor, own, other, bob, carol):
    row = tournament([own, other], organiser=carol, invited=[bob])

    form = visitor.get(reverse("tournament-create") + f"?clone={row.slug}").context["form"]

    assert not form["invited"].value()


def test_what_cannot_be_seen_cannot_be_cloned(visitor, carol):
    row = tournament([VersionFactory(), VersionFactory()], organiser=carol, access="private")

    page = visitor.get(reverse("tournament-create") + f"?clone={row.slug}")

    assert page.status_code == 404
