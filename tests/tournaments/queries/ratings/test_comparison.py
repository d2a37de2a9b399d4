"""Any two of a leaderboard, compared by all its games at once."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_all, tournament
from tests.tournaments.problems import codes
from tournaments.errors import Invalid
from tournaments.mathematics.statistics.scale import Z
from tournaments.models import Fit, FitCovariance
from tournaments.queries.ratings import comparison, rated_games
from tournaments.services.ratings import fits, fitting

pytestmark = pytest.mark.django_db


def make_once():
    """A computed leaderboard of three bots, four games a pairing."""
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Bert v2", "Cleo")]
    variant = play_all(tournament(versions, games_per_pairing=4)).variant
    fits.compute(variant, now=NOW)
    return variant


@pytest.fixture
def board(made):
    return made


def pair(board, one="Anna v1", other="Cleo v1"):
    return comparison.compare(board, one=comparison.named(one), other=comparison.named(other))


def shown(client, board, one, other):
    address = reverse("leaderboard-compare", args=[board.slug])
    return client.get(address, {"one": one, "other": other})


def test_the_error_of_a_difference_is_that_of_the_joint_fit(board):
    counted = rated_games.rated(board)
    whole = fitting.fitted(counted, fitting.authors_of(board, counted), {})

    found = pair(board)

    places = [counted.versions.index(one.pk) for one in (found.one, found.other)]
    joint = whole.difference_error(*places)
    assert found.elo == pytest.approx(whole.ratings[places[0]] - whole.ratings[places[1]])
    assert found.high - found.elo == pytest.approx(Z * joint, rel=1e-4)
    # Ratings of one table lean on each other: errors added as if they did not would be smaller.
    apart = sum(whole.errors[place] ** 2 for place in places) ** 0.5
    assert joint == pytest.approx(apart * (3 / 2) ** 0.5, rel=0.1)


def test_from_the_other_side_all_is_turned_round(board):
    there, back = pair(board), pair(board, "Cleo v1", "Anna v1")

    assert (there.elo, there.low) == (-back.elo, -back.high)
    assert there.superiority == pytest.approx(1 - back.superiority)
    assert there.games == back.games == (8, 8)


def test_the_leaderboard_has_the_form_and_suggests_names(client, board):
    page = client.get(board.get_absolute_url()).content.decode()

    assert f'action="{reverse("leaderboard-compare", args=[board.slug])}"' in page
    assert '<option value="Bert v2 v1"></option>' in page


def test_the_page_answers_and_leads_to_what_they_made_against_each_other(client, board):
    answer = shown(client, board, " anna v1", "Bert v2 v1")

    assert answer.context["compared"].games == (8, 8)
    page = answer.content.decode()
    assert "Probability that Anna v1 is stronger" in page
    assert reverse("against", args=["anna", "bert-v2"]) + "?version=1&amp;other=1" in page


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Anna v1", "Nobody v1", "There is no version “Nobody v1”."),
        ("Anna", "Cleo v1", "There is no version “Anna”."),
        ("Anna v\u0661", "Cleo v1", "There is no version “Anna v\u0661”."),
        ("Anna v1", "{0} %s <b> v1", "There is no version “{0} %s &lt;b&gt; v1”."),
        ("Anna v" + "9" * 30, "Cleo v1", "There is no version “Anna v999"),
        ("Anna v1", "anna v1", "Choose two different versions."),
        ("Anna v1", "", "This field is required."),
        ("Anna v1", "Stranger v1", "Stranger v1 has no counted game on this leaderboard"),
    ],
)
def test_two_that_cannot_be_compared_are_refused_with_the_reason(client, board, one, other, said):
    VersionFactory(bot=BotFactory(name="Stranger"))

    answer = shown(client, board, one, other)

    assert said in answer.content.decode()
    assert "compared" not in answer.context


def test_two_that_no_chain_of_games_connects_cannot_be_compared(client, board):
    others = [VersionFactory(bot=BotFactory(name=name)) for name in ("Dora", "Emil")]
    play_all(tournament(others, name="Elsewhere"))
    fits.compute(board, now=NOW)

    page = shown(client, board, "Anna v1", "Dora v1").content.decode()

    assert "No chain of games connects Anna v1 and Dora v1" in page


def test_of_very_many_versions_those_with_the_most_games_can_be_compared(board, monkeypatch):
    late = [VersionFactory(bot=BotFactory(name="Dora")), comparison.named("Anna v1")]
    play_all(tournament(late, name="Second Cup"))
    monkeypatch.setattr(fitting, "MOST_COMPARED", 3)
    fits.compute(board, now=NOW)

    assert pair(board).games == (10, 8)
    with pytest.raises(Invalid, match="Only the 3 versions with the most games") as refused:
        pair(board, "Anna v1", "Dora v1")
    assert refused.value.field == "other"


def test_of_the_covariance_three_numbers_are_read(board, django_assert_max_num_queries):
    with django_assert_max_num_queries(10) as asked:
        pair(board)
    (read,) = [one["sql"] for one in asked.captured_queries if "triangle" in one["sql"]]
    assert read.count("SUBSTR") == read.count('"triangle"') == 3


def test_pages_of_the_leaderboard_do_not_read_the_covariance(
    client, board, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12) as asked:
        client.get(board.get_absolute_url())
    assert not [one for one in asked.captured_queries if "fitcovariance" in one["sql"]]


def test_before_anything_is_computed_there_is_no_form_and_no_answer(client, board):
    Fit.objects.all().delete()

    assert not FitCovariance.objects.exists()
    assert "leaderboard-compare" not in client.get(board.get_absolute_url()).content.decode()
    assert shown(client, board, "Anna v1", "Cleo v1").status_code == 404


def test_the_api_tells_the_same(client, board):
    def told(*sides):
        return client.get(reverse("api:compared", args=[board.slug, *sides]))

    found, answer = pair(board), told("anna", 1, "cleo", 1).json()

    assert (answer["elo"], answer["low"]) == pytest.approx((found.elo, found.low))
    assert (answer["games"], answer["one"]["bot"]) == ([8, 8], "anna")
    assert codes(told("anna", 1, "anna", 1).json()) == {"other": ["compared-with-itself"]}
    assert told("anna", 9, "cleo", 1).status_code == 404
