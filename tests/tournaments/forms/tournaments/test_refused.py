"""What every bad input to a new tournament gets."""

import pytest
from django.urls import reverse

from tests.tournaments.forms.tournaments.support import EINSTEIN, refusals
from tournaments.models import Tournament, Version

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("starts_at", "refusal"),
    [
        ("", "Choose a start time, or start now."),
        ("soon", "Write the date and the time like 2027-01-31 18:00."),
        ("2020-01-01T12:00", "This time has passed. Choose a later one, or start now."),
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
        ("x", "“x” is not the id of a version."),
        ("-" + "9" * 30, f"“-{'9' * 30}” is not the id of a version."),
        ("9_9" * 10, f"“{'9_9' * 10}” is not the id of a version."),
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

    assert errors["__all__"] == ["This form is damaged. Reload the page."]


def test_too_few_entrants_for_a_game_of_four_are_refused_with_a_sentence(visitor, filled):
    Version.objects.update(games=["ashte-kashte"])

    refused = visitor.post(
        reverse("tournament-create") + "?game=ashte-kashte",
        filled | {"option_seats": "4", "option_turn_limit": "5000", "games_per_pairing": "4"},
    )

    assert "takes 4 to" in refused.content.decode()
    assert not Tournament.objects.exists()


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


def test_players_that_do_not_exist_are_named_in_the_refusal(visitor, filled, bob):
    errors = refusals(visitor, filled, invited="bob nobody", co_organisers="ghost")

    assert errors == {
        "invited": ["There is no player “nobody”."],
        "co_organisers": ["There is no player “ghost”."],
    }


def test_a_tournament_that_players_enter_cannot_start_at_once(visitor, filled):
    errors = refusals(visitor, filled, entry="registered")

    assert errors["start"] == ["Players need time to enter. Choose a start time."]


def test_who_has_too_many_tournaments_is_told_kindly(visitor, filled, alice, monkeypatch):
    monkeypatch.setattr("tournaments.services.tournaments.create.MAX_OPEN", 0)

    errors = refusals(visitor, filled)

    assert "that are not over; let one of them end first" in errors["__all__"][0]


@pytest.mark.parametrize("actions", ["-1", "21"])
def test_opening_actions_that_cannot_be_played_are_refused(visitor, filled, actions):
    refusal = "Choose a number from 0 to 20."

    assert refusals(visitor, filled, opening_actions=actions) == {"opening_actions": [refusal]}
