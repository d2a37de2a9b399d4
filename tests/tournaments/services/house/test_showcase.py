"""Tournaments of the house, played to their end."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import engine
from agents.sandbox import Isolation
from tests.tournaments.factories import LEASE, NOW
from tournaments.mathematics import formats
from tournaments.models import Bot, Player, Tournament
from tournaments.queries import shipped
from tournaments.services.house import opening, showcase
from tournaments.services.playing import workers

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_every_format_is_shown_and_tables_of_three_and_four_and_partners():
    sides = [engine.parse_variant(one.variant).sides() for one in showcase.SHOWS]

    assert {one.format for one in showcase.SHOWS} == set(formats.FORMATS)
    assert {len(set(seats)) for seats in sides} == {2, 3, 4}
    assert any(len(set(seats)) < len(seats) for seats in sides)


def test_every_show_can_begin():
    opening.ensure_variants()

    for show in showcase.SHOWS:
        row = showcase.hold(show, player=Player.objects.house(), time_control="bullet", now=NOW)
        assert row.status == Tournament.Status.RUNNING
        assert row.matches.exists()


def test_copies_fill_a_tournament_and_say_that_they_are_copies():
    game = engine.load_game("pachisi")

    versions = showcase.entrants(game, 7, now=NOW)

    assert [version.bot.name for version in versions] == [
        "Pachisi Neural", "Pachisi Star1", "Pachisi Glance", "Search", "Greedy", "Random",
        "Search 2",
    ]  # fmt: skip
    assert "The same program as Search" in versions[6].bot.description
    assert showcase.entrants(game, 7, now=NOW) == versions
    assert Bot.objects.filter(is_house=True).count() == len(shipped.HOUSE_BOTS) + 1


def test_a_format_and_a_variant_can_be_chosen():
    (only,) = showcase.chosen(format_id="swiss", variant="kalah(seeds=4)")

    assert (only.format, only.variant) == ("swiss", "kalah(seeds=4)")
    assert len(showcase.chosen(format_id=None, variant="kalah")) == len(formats.FORMATS)
    assert len(showcase.chosen(format_id="round-robin", variant=None)) == 4


def test_the_smallest_is_played_through_the_sandbox_to_its_end():
    worker = workers.Worker(
        name="worker-1", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=timezone.now
    )
    show = showcase.Show("Gauntlet", "gauntlet", "einstein", 2)
    row = showcase.hold(
        show, player=Player.objects.house(), time_control="bullet", now=timezone.now()
    )

    showcase.play_out(row, worker, wait=lambda: pytest.fail("nobody else plays"))

    assert row.status == Tournament.Status.FINISHED


def test_a_variant_that_there_is_not_is_said():
    with pytest.raises(CommandError, match="nine-mens-morris"):
        call_command("showcase", game="nine-mens-morris")
