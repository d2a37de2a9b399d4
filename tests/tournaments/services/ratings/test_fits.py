"""Ratings computed anew from the games that count."""

import hashlib
from datetime import timedelta

import pytest

import engine
from agents import house, samples
from agents.bots.archive import pack
from agents.house.strengths import MEASURED_CODE, STRENGTHS
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    play_to_the_end,
    tournament,
    variant,
)
from tournaments.models import Fit, Game, Incident
from tournaments.queries import shipped
from tournaments.queries.ratings import rated_games
from tournaments.queries.ratings.anchors import anchors
from tournaments.services.ratings import fits, ledger, voiding

pytestmark = pytest.mark.django_db


def _decided(number: int = 3, **terms: object):
    """A round-robin that the first entrant wins and the last one loses."""
    versions = [VersionFactory() for _ in range(number)]
    strengths = {version: -place for place, version in enumerate(versions)}
    return play_to_the_end(tournament(versions, **terms), strengths=strengths), versions


def test_a_leaderboard_is_computed_with_errors_best_first():
    row, versions = _decided(games_per_pairing=8)

    fit = fits.compute(row.variant, now=NOW)

    assert [place.version_id for place in fit.places.all()] == [one.pk for one in versions]
    first, _second, last = fit.places.all()
    assert first.rating > 1500 > last.rating
    assert first.error > 0
    assert (first.best, last.worst) == (1, 3)


def test_every_leaderboard_with_games_is_computed():
    row, _versions = _decided()

    assert fits.compute_all(now=NOW) == 1
    assert Fit.objects.get().variant == row.variant


def test_whoever_asks_again_at_once_gets_what_there_is():
    row, _versions = _decided()
    first = fits.ask(row.variant, now=NOW)

    assert fits.ask(row.variant, now=NOW + timedelta(seconds=59)).computed_at == NOW
    later = NOW + timedelta(seconds=61)
    assert fits.ask(row.variant, now=later).computed_at == later
    assert Fit.objects.get().pk == first.pk


def test_games_that_are_the_same_count_once():
    row, _versions = _decided(2, games_per_pairing=2)
    Game.objects.update(final="f" * 64)
    again, _others = _decided(2, games_per_pairing=2, name="Second Cup")

    counted = rated_games.rated(row.variant)

    assert Game.objects.count() == 4
    assert len(counted) == 4
    Game.objects.filter(match__tournament=again).update(final="e" * 64)
    for seat in again.variant.games.first().seats.all():
        assert seat.version_id in counted.versions


def test_the_same_game_by_the_same_versions_counts_once():
    row, versions = _decided(2)
    play_to_the_end(
        tournament(versions, name="Second Cup"), strengths={versions[0]: 0, versions[1]: -1}
    )
    Game.objects.update(final="f" * 64)

    # One for each order of seats.
    assert len(rated_games.rated(row.variant)) == 2
    assert fits.compute(row.variant, now=NOW).games == 2


def test_voided_games_do_not_count(carol):
    row, _versions = _decided()
    voiding.void(Game.objects.all()[:2], player=carol, reason="A wrong rule.", now=NOW)
    row.variant.refresh_from_db()

    assert fits.compute(row.variant, now=NOW).games == 4


def test_the_worth_of_seats_comes_from_whole_blocks():
    row = play_all(tournament([VersionFactory() for _ in range(3)], games_per_pairing=4))

    seats = fits.compute(row.variant, now=NOW).seats

    assert [seat["seat"] for seat in seats] == [0, 1]
    assert sum(seat["score"] for seat in seats) == pytest.approx(1)
    assert seats[0]["games"] == 12


def test_a_table_of_four_is_compared_two_by_two():
    versions = [VersionFactory(games=["ashte-kashte"]) for _ in range(4)]
    row = play_all(tournament(versions, key="ashte-kashte", games_per_pairing=4))

    fit = fits.compute(row.variant, now=NOW)

    assert fit.places.count() == 4
    assert [place.games for place in fit.places.all()] == [4, 4, 4, 4]


def test_nothing_is_computed_where_nobody_has_played():
    row = tournament([VersionFactory(), VersionFactory()])

    assert fits.compute(row.variant, now=NOW) is None


def test_while_a_leaderboard_is_being_computed_nobody_begins_again(monkeypatch):
    row, _versions = _decided()
    compute, asked = fits.compute, []

    def slowly(variant, *, now):
        asked.append(fits.ask(variant, now=now))
        return compute(variant, now=now)

    monkeypatch.setattr(fits, "compute", slowly)

    assert fits.ask(row.variant, now=NOW).computed_at == NOW
    assert asked == [None]


def test_a_small_leaderboard_is_computed_again_when_games_have_come():
    _row, versions = _decided()
    assert (fits.refresh(now=NOW), fits.refresh(now=NOW)) == (1, 0)

    later = NOW + timedelta(minutes=5)
    play_all(tournament([versions[0], VersionFactory()], name="Second Cup"))

    assert fits.refresh(now=later) == 1
    assert Fit.objects.get().computed_at == later


def test_a_voided_game_has_a_small_leaderboard_computed_again(carol):
    _decided()
    fits.refresh(now=NOW)

    voiding.void(Game.objects.all()[:1], player=carol, reason="A wrong rule.", now=NOW)

    assert fits.refresh(now=NOW) == 1
    assert Fit.objects.get().games == 5


def test_a_large_leaderboard_waits_for_the_night(monkeypatch):
    _decided()
    fits.refresh(now=NOW)
    monkeypatch.setattr(fits, "QUICK_GAMES", 5)
    play_all(tournament([VersionFactory(), VersionFactory()], name="Second Cup"))

    assert fits.refresh(now=NOW) == 0
    assert fits.compute_all(now=NOW) == 1


def _house(sample: str):
    data = samples.read(sample)
    return VersionFactory(
        bot=BotFactory(is_house=True), code=data, sha256=pack("bot.py", data).sha256
    )


def test_house_bots_of_stated_strength_keep_it_and_fix_the_level():
    greedy, chance, stranger = _house("greedy"), _house("random"), VersionFactory()
    strengths = {stranger: 0, greedy: -1, chance: -2}
    row = play_to_the_end(tournament(list(strengths), games_per_pairing=8), strengths=strengths)

    fit = fits.compute(row.variant, now=NOW)

    found = {place.version_id: place for place in fit.places.all()}
    assert fit.anchors == [greedy.pk, chance.pk]
    assert (found[greedy.pk].rating, found[greedy.pk].error) == (1500, 0)
    assert found[chance.pk].rating == STRENGTHS["kalah", 1]["random"]
    assert found[stranger.pk].rating > 1500


def test_another_code_another_owner_and_other_rules_fix_nothing():
    altered = _house("greedy")
    altered.sha256 = "0" * 64
    altered.save()
    copied = VersionFactory(sha256=pack("bot.py", samples.read("greedy")).sha256)
    row = play_all(tournament([altered, copied]))

    assert fits.compute(row.variant, now=NOW).anchors == []
    row.variant.rules_version = 99
    assert anchors(row.variant, [_house("greedy").pk]) == {}


def test_a_glance_of_stated_strength_fixes_the_level_as_well():
    glance = VersionFactory(
        bot=BotFactory(is_house=True),
        code=house.read("kalah-glance"),
        sha256=pack("bot.zip", house.read("kalah-glance")).sha256,
    )

    stated = STRENGTHS["kalah", 1]["kalah-glance"]
    assert anchors(variant("kalah"), [glance.pk]) == {glance.pk: stated}


def test_changed_code_of_a_sample_fixes_nothing_until_it_is_measured(monkeypatch):
    greedy, board = _house("greedy"), variant("kalah")
    assert anchors(board, [greedy.pk]) == {greedy.pk: 1500.0}

    monkeypatch.setitem(MEASURED_CODE, "greedy", "0" * 64)

    assert anchors(board, [greedy.pk]) == {}


def test_the_anchors_are_those_that_were_measured_on_every_shipped_leaderboard():
    for name, measured in MEASURED_CODE.items():
        assert hashlib.sha256(house.read(name)).hexdigest() == measured
    for one in shipped.VARIANTS:
        game = engine.parse_variant(one.key)
        assert STRENGTHS[game.variant, game.rules_version]["greedy"] == 1500


@pytest.mark.parametrize(
    "spoil",
    [
        lambda places: places.filter(number=0).update(rating=1800),
        lambda places: places.filter(number=1).update(worst=9),
        lambda places: places.filter(number=2).delete(),
    ],
)
def test_the_check_computes_a_fit_again_and_replaces_one_that_differs(spoil):
    row, _versions = _decided()
    fit = fits.compute(row.variant, now=NOW)
    right = list(fit.places.values_list("number", "version", "rating", "worst"))
    assert ledger.check(now=NOW).sentences == []
    spoil(fit.places.all())

    (said,) = ledger.check(now=NOW).sentences

    assert "of the strengths differed from the games; they were computed again" in said
    assert list(fit.places.values_list("number", "version", "rating", "worst")) == right
    assert Incident.objects.get().kind == "wrong-record"


def test_the_check_leaves_out_games_that_have_come_since_the_fit():
    row, versions = _decided()
    fits.compute(row.variant, now=NOW)

    play_all(tournament(versions, name="Second Cup"))

    assert ledger.check(now=NOW).sentences == []
