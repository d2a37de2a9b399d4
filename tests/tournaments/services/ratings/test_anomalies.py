"""Unlikely results are found, stop rating, are told of, and are decided by staff."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    found_anomaly,
    play_all,
    play_to_the_end,
    tournament,
    variant,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics.statistics import anomalies as mathematics
from tournaments.mathematics.statistics import owner_pairs
from tournaments.models import Anomaly, Game, LastDone, StaffAction
from tournaments.queries.ratings import scope, unrated
from tournaments.queries.tournaments import ladder
from tournaments.services.ratings import anomalies, ledger

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
WHY = "They are one program."


@pytest.fixture
def two(alice, bob):
    """A version of Alice's and one of Bob's."""
    return [VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob)]


@pytest.fixture
def carol(carol):
    carol.is_staff = True
    carol.save()
    return carol


@pytest.fixture
def _suspicious(monkeypatch):
    """Little is enough to be found, so that few games have to be played."""
    monkeypatch.setattr(mathematics, "BOUND", 1.5)
    monkeypatch.setattr(owner_pairs, "SUSPICIOUS", -100.0)


@pytest.fixture
def thrown(two):
    """Two who are equal to others, and one of whom loses all ten games to the other."""
    others = [VersionFactory() for _ in range(3)]
    for number, one in enumerate(two):
        for other in others:
            cup = tournament([one, other], name=f"Cup {number} {other.pk}", games_per_pairing=4)
            # Equals: whoever has the first seat loses, and each has it as often.
            play_to_the_end(cup, strengths={one: 0, other: 0})
    strengths = {two[0]: 1, two[1]: 0}
    return play_to_the_end(
        tournament(two, name="Private Deal", games_per_pairing=10), strengths=strengths
    )


def reasons(row):
    return list(Game.objects.filter(match__tournament=row).values_list("unrated_reason", flat=True))


def told(player):
    return [str(one) for one in player.notices.order_by("pk")]


@pytest.mark.usefixtures("_suspicious")
def test_who_always_loses_to_one_alone_is_found_with_what_it_rests_on(thrown, alice, bob, carol):
    assert anomalies.look(now=NOW + DAY) > 0

    row = Anomaly.objects.get(one=alice, other=bob)
    assert (row.games, row.points) == (10, 10)
    assert row.expected == pytest.approx(5, abs=0.01)
    assert sum(part["games"] for part in row.encounters) == 10
    assert row.after_entry == row.variant.ledger.latest("pk").pk
    assert "Please decide: the results of alice and bob on kalah for tests are unlikely." in told(
        carol
    )
    for player in (alice, bob):
        notice = player.notices.get(link=row.get_absolute_url())
        assert str(notice).startswith(
            "The results of alice and bob on kalah for tests are unlikely."
        )


@pytest.mark.usefixtures("_suspicious")
def test_what_was_found_or_cleared_is_not_found_again_by_the_same_games(thrown, alice, bob, carol):
    theirs = Anomaly.objects.filter(one=alice, other=bob)
    anomalies.look(now=NOW + DAY)
    anomalies.look(now=NOW + 2 * DAY)

    anomalies.clear(theirs.get(), player=carol, reason=WHY, now=NOW + 2 * DAY)
    anomalies.look(now=NOW + 3 * DAY)
    assert theirs.get().status == Anomaly.Status.CLEARED


@pytest.mark.usefixtures("_suspicious", "thrown")
def test_two_who_have_not_met_lately_are_looked_at_on_one_of_the_nights(alice, bob, monkeypatch):
    monkeypatch.setattr(scope, "NIGHTS", 2)
    LastDone.note(LastDone.Name.ANOMALIES, now=NOW + 2 * DAY)
    nights = [NOW + number * DAY for number in (3, 4)]
    due = [night.toordinal() % 2 == (alice.pk + bob.pk) % 2 for night in nights]

    anomalies.look(now=nights[0])
    assert Anomaly.objects.filter(one=alice, other=bob).exists() == due[0]

    anomalies.look(now=nights[1])
    assert Anomaly.objects.filter(one=alice, other=bob).exists()


def test_honest_games_are_no_anomaly(two):
    play_all(tournament([*two, VersionFactory()], games_per_pairing=4))

    assert anomalies.look(now=NOW) == 0


def test_games_of_two_owners_are_not_rated_until_staff_clear_them(two, alice, bob, carol):
    first = play_all(tournament(two))
    row = found_anomaly(variant(), alice, bob)
    second = play_all(tournament(two, name="Second Cup"))
    anomalies.clear(row, player=carol, reason=WHY, now=NOW)
    third = play_all(tournament(two, name="Third Cup"))

    assert [reasons(one) for one in (first, second, third)] == [
        ["", ""], ["anomaly", "anomaly"], ["", ""],
    ]  # fmt: skip
    assert ledger.check(now=NOW).differences == []


def test_games_with_others_are_rated_all_the_same(two, alice):
    found_anomaly(variant(), alice, PlayerFactory())

    assert reasons(play_all(tournament(two))) == ["", ""]


def test_each_leaderboard_has_anomalies_of_its_own(two, alice, bob):
    found_anomaly(variant("einstein"), alice, bob)

    assert reasons(play_all(tournament(two))) == ["", ""]


def test_the_check_finds_games_that_were_rated_in_spite_of_an_anomaly(two, alice, bob):
    play_all(tournament(two))
    found_anomaly(variant(), alice, bob, after_entry=0)

    said = ledger.check(now=NOW).sentences

    assert len([one for one in said if "its rows say not rated (anomaly)" in one]) == 2


def test_the_check_finds_games_that_were_refused_without_an_anomaly(two):
    row = play_all(tournament(two))
    row.variant.games.update(unrated_reason="anomaly")

    assert any("noted as not rated (anomaly)" in one for one in ledger.check(now=NOW).sentences)


def test_staff_decide_with_a_reason_that_the_trail_keeps(alice, bob, carol):
    row = found_anomaly(variant(), alice, bob)

    with pytest.raises(NotAllowed):
        anomalies.clear(row, player=alice, reason=WHY, now=NOW)
    with pytest.raises(Invalid, match="Give a reason"):
        anomalies.uphold(row, player=carol, reason=" ", now=NOW)
    anomalies.uphold(row, player=carol, reason=WHY, now=NOW)
    with pytest.raises(Invalid, match="decided about this already"):
        anomalies.uphold(row, player=carol, reason=WHY, now=NOW)
    anomalies.clear(row, player=carol, reason="They wrote to us.", now=NOW)
    with pytest.raises(Invalid, match="decided about this already"):
        anomalies.clear(row, player=carol, reason=WHY, now=NOW)

    cleared = "Staff have cleared the results of alice and bob on kalah for tests."
    kinds = StaffAction.objects.filter(anomaly=row).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["uphold", "clear"]
    assert told(bob) == [
        "Staff have confirmed that the games of alice and bob on kalah for tests are not rated.",
        f"{cleared} Their games are rated again.",
    ]


def test_a_waiting_match_says_beforehand_that_it_will_not_be_rated(two, alice, bob):
    match = tournament(two).matches.get()
    found_anomaly(variant(), alice, bob)

    (said,) = unrated.of_match(match, now=NOW)

    assert "staff look into them" in str(said)


def test_ladders_do_not_pair_two_whose_games_are_not_rated(two, alice, bob):
    row = tournament(two)
    found_anomaly(row.variant, alice, bob)

    assert frozenset((alice.pk, bob.pk)) in ladder.apart(row, [alice.pk], now=NOW)
