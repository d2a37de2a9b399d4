"""The terms of a new tournament: format, tie-breaks, players; and those of one before."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import VersionFactory, tournament
from tests.tournaments.forms.tournaments.support import KALAH, local
from tournaments.mathematics import formats
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


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
    assert "alice has invited you to Friday Cup." in str(bob.notices.get(kind="people").text)


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
