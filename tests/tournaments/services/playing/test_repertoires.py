"""A bot that plays only some variants is entered, tried and found in these."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    NOW,
    VersionFactory,
    check_match,
    claimed,
    tournament,
    variant,
)
from tournaments.errors import Invalid
from tournaments.queries.bots import overview, trials
from tournaments.services.playing import reports
from tournaments.services.tournaments import registration

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
CROSS = "kalah(sowing=cross)"


@pytest.fixture
def narrow():
    return VersionFactory(games=["einstein", CROSS])


def test_a_tournament_takes_it_only_in_what_it_plays(narrow):
    assert tournament([narrow, VersionFactory()], key=CROSS)

    with pytest.raises(Invalid) as refused:
        tournament([narrow, VersionFactory()], key="kalah(seeds=4)")

    assert (
        str(refused.value) == f"{narrow} does not play kalah(seeds=4). It plays einstein, {CROSS}."
    )


def test_its_owner_cannot_enter_it_in_another_variant(narrow):
    cup = tournament(
        [], key="kalah(seeds=4)", starts_at=NOW + DAY, registration_opens_at=NOW,
        registration_closes_at=NOW + DAY,
    )  # fmt: skip

    with pytest.raises(Invalid, match=r"No version of .* plays kalah\(seeds=4\)"):
        registration.enter(cup, bot=narrow.bot, player=narrow.bot.owner, now=NOW)


def test_ladders_and_trials_offer_it_only_what_it_plays(narrow):
    for key in ("kalah", CROSS, "einstein", "pachisi(mode=two)"):
        variant(key)

    assert [one.key for one in trials.variants(narrow)] == ["einstein", CROSS]
    assert overview.climbing([CROSS]) == {CROSS: {narrow.pk}}
    assert overview.climbing(["kalah"]) == {"kalah": set()}


def test_an_older_version_plays_what_the_newest_does_not(narrow):
    newer = VersionFactory(bot=narrow.bot, number=2, games=["einstein"])

    assert overview.playing(narrow.bot, variant="einstein") == newer
    assert overview.playing(narrow.bot, variant=CROSS) == narrow


def test_a_list_by_game_has_it_whatever_its_options_are(narrow, client):
    found = client.get("/api/v1/bots/", {"game": "kalah"}).json()

    assert [one["slug"] for one in found["results"]] == [narrow.bot.slug]
    assert found["results"][0]["games"] == narrow.games


def test_its_page_names_the_variant(narrow, client):
    page = client.get(narrow.get_absolute_url()).content.decode()

    assert "EinStein würfelt nicht and Kalah (sowing=cross)" in page


def test_a_check_plays_these_modes(narrow):
    match = claimed(check_match(narrow))

    reports.plan_checks(match, ["kalah(seeds=5)", CROSS])

    assert [game.variant.key for game in match.games.order_by("number")] == [
        "kalah(seeds=5)",
        CROSS,
    ]
