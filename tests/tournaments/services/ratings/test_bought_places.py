"""Places that luck and friends cannot buy, with the real services."""

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    play_to_the_end,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Fit, FittedPlace, StaffAction, Version
from tournaments.queries.ratings import leaderboards, rated_games
from tournaments.queries.ratings.scope import Scope
from tournaments.services.bots import ownership
from tournaments.services.people import interventions
from tournaments.services.ratings import fits

pytestmark = pytest.mark.django_db


def _round_robin(versions, organiser, *, games=2, best=None, name="Cup"):
    """A tournament that the versions win in their order, or that `best` wins."""
    strengths = {version: -place for place, version in enumerate(versions)}
    if best is not None:
        strengths[best] = 1
    row = tournament(versions, organiser=organiser, games_per_pairing=games, name=name)
    return play_to_the_end(row, strengths=strengths)


def _place(version: Version) -> FittedPlace:
    return FittedPlace.objects.get(version=version)


@pytest.fixture
def eight():
    """Eight bots of eight owners, in the order of their strength."""
    return [VersionFactory() for _number in range(8)]


def _drawn_by_lot(versions, organiser):
    """A tournament whose results say little: the leaderboard, and its sixth bot."""
    variant = play_all(tournament(versions, organiser=organiser, games_per_pairing=4)).variant
    fits.compute(variant, now=NOW)
    return variant, FittedPlace.objects.get(place=6)


def _gained(before: FittedPlace, version: Version) -> tuple[float, int]:
    """What the lower end of the interval, and the place, have gained."""
    after = _place(version)
    low, former = (line.rating - 1.96 * line.error for line in (after, before))
    return low - former, before.place - after.place


def test_two_games_that_an_accomplice_throws_buy_no_place(eight, carol, alice):
    variant, before = _drawn_by_lot(eight, carol)
    heir = VersionFactory(bot=before.version.bot)
    accomplice = FittedPlace.objects.get(place=3).version

    _round_robin([heir, accomplice], alice, best=heir, name="A cup of two")
    fits.compute(variant, now=NOW)

    low, places = _gained(before, heir)
    assert low < 30
    assert places <= 2


def test_an_upload_at_each_loss_until_a_version_wins_buys_no_place(eight, carol):
    variant, before = _drawn_by_lot(eight, carol)
    others = [line.version for line in FittedPlace.objects.exclude(pk=before.pk)]

    for upload, other in enumerate(others):
        version = VersionFactory(bot=before.version.bot)
        wins = version if other == others[-1] else other
        _round_robin([version, other], carol, best=wins, name=f"Try {upload}")
    fits.compute(variant, now=NOW)

    low, places = _gained(before, version)
    assert low < 30
    assert places <= 2


def test_hiding_a_version_changes_nothing(eight, carol):
    row = _round_robin(eight, carol)
    heir = VersionFactory(bot=eight[0].bot)
    _round_robin([heir, eight[1], eight[2]], carol, best=eight[2], name="Second Cup")
    fits.compute(row.variant, now=NOW)
    before = list(row.variant.fit.places.values_list("version", "place", "rating"))

    ownership.hide(heir, player=heir.bot.owner, now=NOW)
    shown = [line.rating.version_id for line in leaderboards.LeaderboardLines(row.variant)]
    fits.compute(row.variant, now=NOW)

    assert list(row.variant.fit.places.values_list("version", "place", "rating")) == before
    assert shown == [version for version, *_rest in before]


def test_a_hidden_version_is_named_on_the_leaderboard_without_a_link(client, eight, carol):
    row = _round_robin(eight, carol)
    ownership.hide(eight[0], player=eight[0].bot.owner, now=NOW)

    page = client.get(row.variant.get_absolute_url()).content.decode()

    assert eight[0].bot.get_absolute_url() in page
    assert f'href="{eight[0].get_absolute_url()}"' not in page


def test_a_bot_with_too_few_games_stands_below_and_says_how_many_are_missing(client, eight, carol):
    row = _round_robin(eight, carol, games=4)
    newcomer = VersionFactory()
    _round_robin([newcomer, eight[0]], carol, best=newcomer, name="Second Cup")

    fits.compute(row.variant, now=NOW)

    line = _place(newcomer)
    # Nine owners: half of the eight others is four, and sixteen games.
    assert (line.place, line.missing_games, line.missing_owners) == (None, 14, 3)
    assert line.number == 8
    page = client.get(row.variant.get_absolute_url()).content.decode()
    assert "14 more games, 3 more owners" in page
    assert "Without a place yet" in page


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_course_of_six_has_a_sensible_table(is_trusted):
    teacher = PlayerFactory(is_trusted=is_trusted)
    six = [VersionFactory() for _number in range(6)]

    row = _round_robin(six, teacher, games=4)
    fits.compute(row.variant, now=NOW)

    lines = list(row.variant.fit.places.all())
    assert [line.version_id for line in lines] == [one.pk for one in six]
    assert [line.place for line in lines] == [1, 2, 3, 4, 5, 6]
    assert lines[0].rating > lines[-1].rating + 200


def test_games_of_organisers_whom_staff_trust_count_in_full(eight, alice, carol):
    row = _round_robin(eight[:3], alice)

    def in_full():
        return set(rated_games.rated(row.variant).in_full.tolist())

    assert in_full() == {False}
    assert interventions.set_trust(alice, trusted=True, player=carol, reason="Teaches.", now=NOW)
    assert in_full() == {True}
    assert interventions.set_trust(alice, trusted=False, player=carol, reason="Left.", now=NOW)
    assert in_full() == {False}
    assert [action.kind for action in StaffAction.objects.order_by("pk")] == ["trust", "distrust"]


def test_games_of_staff_count_in_full_and_their_tournament_says_so(client, eight, alice, carol):
    of_staff, of_alice = _round_robin(eight[:2], carol), _round_robin(eight[:2], alice, name="B")

    pages = [client.get(one.get_absolute_url()).content.decode() for one in (of_staff, of_alice)]

    assert ["count in full" in page for page in pages] == [True, False]
    assert "weigh less" in pages[1]


def test_only_staff_trust_an_organiser_and_give_a_reason(alice, bob, carol):
    with pytest.raises(NotAllowed):
        interventions.set_trust(alice, trusted=True, player=bob, reason="Why not?", now=NOW)
    with pytest.raises(Invalid):
        interventions.set_trust(alice, trusted=True, player=carol, reason=" ", now=NOW)


def test_the_nightly_check_leaves_a_fit_out_if_other_games_count_in_full_now(eight, alice, carol):
    row = _round_robin(eight[:3], alice, games=4)
    fits.compute(row.variant, now=NOW)
    interventions.set_trust(alice, trusted=True, player=carol, reason="Teaches.", now=NOW)

    assert fits.check(row.variant, Scope(None, NOW)) == []
    assert Fit.objects.get().games_in_full == 0


def test_without_a_bot_that_has_a_place_the_leaderboard_still_lists_all(client, eight, carol):
    one, other = (
        VersionFactory(bot=BotFactory(name="Anna")),
        VersionFactory(bot=BotFactory(name="B")),
    )
    row = _round_robin([one, other], carol)

    fits.compute(row.variant, now=NOW)

    assert [line.place for line in leaderboards.LeaderboardLines(row.variant)] == [None, None]
    assert "2 more games" in client.get(row.variant.get_absolute_url()).content.decode()
