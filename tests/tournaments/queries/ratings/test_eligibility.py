"""Which games rate, which do not, and what everybody reads of it."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    tournament,
    variant,
)
from tournaments.models import Game, LedgerEntry, Tournament, Unrated
from tournaments.queries.ratings import eligibility, unrated
from tournaments.queries.ratings.eligibility import OwnedVersion, RatingFacts
from tournaments.services.ratings import ledger, voiding

pytestmark = pytest.mark.django_db


def side(number, *, owner=None, is_house=False):
    return OwnedVersion(number, number, owner or number, is_house)


def meeting(*sides, **changes):
    known = {
        "has_leaderboard": True, "is_open": False, "places": 2, "format": "swiss", "access": "open",
    }  # fmt: skip
    return RatingFacts(**known | changes, sides=sides)


def reasons(row):
    return list(row.variant.games.order_by("pk").values_list("unrated_reason", flat=True))


@pytest.mark.parametrize(
    ("met", "code"),
    [
        (meeting(side(1), side(2)), ""),
        (meeting(side(1), side(2), has_leaderboard=False), "no-leaderboard"),
        (meeting(side(1), side(2), format=None, access=None), "check"),
        (meeting(side(1), side(2), format="trial"), "trial"),
        (meeting(side(1), side(2), access="private"), "private"),
        (meeting(side(1), side(2), access="invited"), ""),
        (meeting(side(1)), "same-version"),
        (meeting(side(1, owner=7), side(2, owner=7)), "one-owner"),
        (meeting(side(1), side(2, is_house=True)), ""),
        (meeting(side(1, owner=7, is_house=True), side(2, owner=7, is_house=True)), ""),
        (meeting(side(1, owner=7), side(2, owner=7, is_house=True)), ""),
    ],
)
def test_where_it_is_played_and_who_meets_bars_a_game(met, code):
    assert met.barred() == code


def test_a_house_bot_is_an_owner_of_its_own_and_meets_everybody_freely_on_ladders():
    table = (side(1), side(2, is_house=True), side(3, is_house=True))

    cup = meeting(*table, places=3).capped_pairs()
    ladder = meeting(*table, places=3, format="ladder").capped_pairs()

    assert cup == [(("house bot", 2), ("player", 1)), (("house bot", 3), ("player", 1))]
    assert ladder == []


def test_every_code_has_a_sentence_and_the_database_knows_it():
    row = tournament([VersionFactory(), VersionFactory()])
    play_all(row)

    for code in Unrated:
        assert code.label.endswith(".")
        row.variant.games.update(unrated_reason=code)


@pytest.fixture
def two(alice, bob):
    """A version of Alice's and one of Bob's."""
    return [VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob)]


def test_what_somebody_else_has_entered_is_rated_as_well(two, carol):
    row = play_all(tournament(two, organiser=carol))

    assert reasons(row) == [""] * 2
    assert ledger.check(now=NOW).differences == []


def test_a_bot_against_a_house_bot_is_rated(alice):
    mine = VersionFactory(bot=BotFactory(owner=alice))
    house = VersionFactory(bot=BotFactory(is_house=True))

    row = play_all(tournament([mine, house], organiser=alice))

    assert reasons(row) == ["", ""]


def test_ten_games_of_two_owners_rate_a_day_and_the_others_say_why(two):
    row = play_all(tournament(two, games_per_pairing=14))

    assert reasons(row) == [""] * 10 + ["daily-cap"] * 4
    assert LedgerEntry.objects.filter(game__isnull=False).count() == 20
    assert ledger.check(now=NOW).differences == []


def test_the_cap_counts_the_bots_of_an_owner_together(two, alice):
    play_all(tournament(two, games_per_pairing=10))
    another = VersionFactory(bot=BotFactory(owner=alice))

    row = play_all(tournament([another, two[1]], name="Second Cup"))

    assert reasons(row)[10:] == ["daily-cap"] * 2


def test_the_next_day_and_other_owners_begin_anew(two):
    play_all(tournament(two, games_per_pairing=10))

    others = play_all(tournament([two[0], VersionFactory()], name="Second Cup"))
    tomorrow = play_all(tournament(two, name="Third Cup"), now=NOW + timedelta(hours=12))

    assert set(reasons(others)[10:12]) == {""}
    assert set(reasons(tomorrow)[12:]) == {""}


def test_the_day_ends_at_midnight_utc(two):
    play_all(tournament(two, games_per_pairing=10))

    late = play_all(tournament(two, name="Late"), now=NOW + timedelta(hours=11, minutes=59))

    assert reasons(late)[10:] == ["daily-cap"] * 2


def test_each_leaderboard_counts_for_itself(two):
    play_all(tournament(two, games_per_pairing=10))

    assert reasons(play_all(tournament(two, key="einstein", name="Second Cup"))) == ["", ""]


def test_a_voided_game_changes_no_decision_about_another(two, carol):
    play_all(tournament(two, games_per_pairing=10))
    voiding.void(Game.objects.all()[:4], player=carol, reason="A wrong rule.", now=NOW)

    row = play_all(tournament(two, name="Second Cup"))

    assert reasons(row)[10:] == ["daily-cap"] * 2
    assert ledger.check(now=NOW).differences == []


def test_on_a_ladder_games_with_house_bots_rate_beyond_the_cap(two):
    house = [VersionFactory(bot=BotFactory(is_house=True)) for _ in range(2)]
    row = tournament([two[0], house[0]], games_per_pairing=12)
    Tournament.objects.filter(pk=row.pk).update(format="ladder")

    play_all(row)

    assert reasons(row) == [""] * 12
    assert ledger.check(now=NOW).differences == []
    owners = [version.bot.owner_id for version in (two[0], house[0])]
    assert eligibility.met_today(row.variant, owners, now=NOW) == {}


def test_the_check_finds_a_game_that_was_rated_against_the_rule(two):
    row = play_all(tournament(two))
    Tournament.objects.filter(pk=row.pk).update(access=Tournament.Access.PRIVATE)

    said = ledger.check(now=NOW).sentences

    assert "is noted as rated, its rows say not rated (private)" in said[0]
    assert len([one for one in said if "is noted as" in one]) == 2


def test_the_check_finds_a_game_that_was_left_out_against_the_rule(two):
    row = play_all(tournament(two))
    play_all(tournament(two, name="Second Cup"))
    Game.objects.filter(pk=row.variant.games.last().pk).update(unrated_reason="one-owner")

    assert any("noted as not rated (one-owner)" in line for line in ledger.check(now=NOW).sentences)


def test_the_check_finds_a_cap_that_was_passed_and_one_that_was_not_reached(two):
    row = play_all(tournament(two, games_per_pairing=14))
    row.variant.games.filter(unrated_reason="daily-cap").update(unrated_reason="")
    passed = ledger.check(now=NOW).sentences
    last = row.variant.games.order_by("pk")[4:]
    Game.objects.filter(pk__in=[game.pk for game in last]).update(unrated_reason="daily-cap")

    not_reached = ledger.check(now=NOW).sentences

    assert any("14 games rated on 2026-01-02" in line for line in passed)
    assert any(
        "was refused for a daily cap that nobody had reached" in line for line in not_reached
    )


def test_the_page_and_the_api_of_a_game_say_why_it_is_not_rated(client, alice):
    play_all(tournament([VersionFactory(bot=BotFactory(owner=alice)) for _ in range(2)]))
    game = Game.objects.first()

    page = client.get(game.get_absolute_url()).content.decode()
    match = client.get(game.match.get_absolute_url()).content.decode()
    told = client.get(f"/api/v1/matches/{game.match_id}/games/1/").json()

    sentence = "Not rated: Two sides belong to one owner."
    assert sentence in page
    assert sentence in match
    assert told["unrated_reason"] == "one-owner"


def test_the_page_of_a_tournament_names_what_will_not_be_rated(client, two, carol, alice):
    second = VersionFactory(bot=BotFactory(owner=alice))
    row = tournament([*two, second], organiser=carol, games_per_pairing=12)
    bots = [version.bot.name for version in two]

    page = client.get(row.get_absolute_url()).content.decode()

    assert f"bots of one owner, as {bots[0]} and {second.bot}." in page
    assert "At most 10 games of the same two owners rate a day on a leaderboard." in page


def test_a_tournament_that_rates_says_nothing_of_it(two):
    row = tournament(two)
    assert unrated.of_tournament(row, unrated.bots_of_one_owner(row)) == []


def test_many_bots_are_counted_and_not_all_named(alice):
    row = tournament([VersionFactory(bot=BotFactory(owner=alice)) for _ in range(8)])

    (said,) = unrated.of_tournament(row, unrated.bots_of_one_owner(row))

    assert "and 3 more" in str(said)


def test_the_page_of_a_match_says_beforehand_that_its_owners_have_met_enough(client, two):
    play_all(tournament(two, games_per_pairing=10))
    row = tournament(two, name="Second Cup")
    match = row.matches.get()

    (said,) = unrated.of_match(match, now=NOW)

    assert str(said) == ("alice and bob have had 10 of the 10 games that rate between them today.")
    assert unrated.of_match(match, now=NOW + timedelta(days=1)) == []


def test_the_page_of_a_match_says_beforehand_that_one_owner_has_both_bots(client, alice):
    row = tournament([VersionFactory(bot=BotFactory(owner=alice)) for _ in range(2)])

    page = client.get(row.matches.get().get_absolute_url()).content.decode()

    assert "Not rated:</strong> Two sides belong to one owner." in page


def test_the_form_says_beforehand_what_will_not_be_rated(client, alice):
    two = [VersionFactory(bot=BotFactory(owner=alice)) for _ in range(2)]
    form = {
        "game": "kalah", "format": "round-robin", "games_per_pairing": 12, "entry": "chosen",
        "entrants": [version.pk for version in two], "access": "open",
    }  # fmt: skip
    options = variant("kalah").options
    form |= {f"option_{name}": str(value).lower() for name, value in options.items()}
    client.force_login(alice)

    page = client.post(
        f"/tournaments/preview/?variant={variant('kalah').slug}",
        form,
        headers={"HX-Request": "true"},
    ).content.decode()

    assert f"bots of one owner, as {two[0].bot} and {two[1].bot}." in page
    assert "A pairing here has 12." in page
