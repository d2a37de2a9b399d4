"""Searching a leaderboard: by bot, author and house, and with replaced versions."""

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
)
from tournaments.models import Bot
from tournaments.queries.ratings import leaderboards
from tournaments.services.ratings import fits

pytestmark = pytest.mark.django_db


def make_once():
    """Tide pool and Tidal of Alice, Rock of Bob, and a house bot; Rock has two rated versions."""
    alice, bob = (PlayerFactory(username=name) for name in ("alice", "bob"))
    owners = {"Tide pool": alice, "Tidal": alice, "Rock": bob, "Greedy": PlayerFactory()}
    bots = {name: BotFactory(name=name, owner=owner) for name, owner in owners.items()}
    Bot.objects.filter(name="Greedy").update(is_house=True)
    versions = [VersionFactory(bot=bot) for bot in bots.values()]
    row = play_all(tournament(versions, organiser=alice))
    heir = VersionFactory(bot=bots["Rock"])
    play_all(tournament([heir, versions[3]], organiser=bob, name="Second Cup"))
    fits.compute(row.variant, now=NOW)
    return row.variant


@pytest.fixture
def board(made):
    return made


@pytest.fixture
def shown(client, board):
    """The versions on the page for a query, with their places."""

    def read(**query):
        lines = client.get(board.get_absolute_url(), query).context["lines"]
        return {str(line.rating.version): line.place for line, *_drawn in lines}

    return read


def test_a_search_by_name_finds_how_it_begins_and_keeps_the_place_among_all(shown):
    everybody = shown()

    found = shown(bot="TIDE p")

    assert found == {"Tide pool v1": everybody["Tide pool v1"]}
    assert set(shown(bot="tid")) == {"Tide pool v1", "Tidal v1"}
    assert shown(bot="ide") == {}


def test_a_search_by_author_takes_the_whole_name_in_any_case(shown):
    assert set(shown(author="ALICE")) == {"Tide pool v1", "Tidal v1"}
    assert shown(author="ali") == {}
    assert set(shown(author="alice", bot="tidal")) == {"Tidal v1"}


def test_house_bots_can_be_left_out_or_shown_alone(shown):
    assert set(shown(house="only")) == {"Greedy v1"}
    assert set(shown(house="without")) == {"Tide pool v1", "Tidal v1", "Rock v2"}


def test_replaced_versions_come_when_asked_for_and_hold_no_place(client, board, shown):
    assert "Rock v1" not in shown()

    everything = shown(every="on")

    assert everything["Rock v1"] is None
    assert sorted(filter(None, everything.values())) == [1, 2, 3, 4]
    assert len(leaderboards.found(board, leaderboards.Search(every=True))[0]) == 5
    page = client.get(board.get_absolute_url(), {"every": "on"}).content.decode()
    assert page.count("A newer version is ranked in its place") == 1


def test_a_version_that_was_replaced_since_the_fit_is_shown_once(board, shown, bob):
    heir = VersionFactory(bot=Bot.objects.get(name="Tidal"))
    play_all(tournament([heir, VersionFactory()], organiser=bob, name="Third Cup"))

    everything = shown(every="on")

    assert everything["Tidal v1"] is None
    assert everything["Tidal v2"] is None


@pytest.mark.parametrize("field", ["hidden_at", "banned_at"])
def test_hidden_and_banned_versions_are_not_shown_even_so(board, shown, field):
    rock = Bot.objects.get(name="Rock").versions.filter(number=1)
    reason = {"ban_reason": "Unfair."} if field == "banned_at" else {}

    rock.update(**{field: NOW}, **reason)

    assert "Rock v1" not in shown(every="on")


def test_what_was_searched_for_stays_in_the_form_and_in_the_links_to_other_pages(
    client, board, monkeypatch
):
    monkeypatch.setattr("tournaments.views.leaderboards.PAGE_SIZE", 1)

    page = client.get(board.get_absolute_url(), {"author": "alice"}).content.decode()

    assert 'value="alice"' in page
    assert "?author=alice&amp;page=2" in page
    assert "Show all" in page


def test_a_search_for_nothing_that_is_there_says_so(client, board):
    page = client.get(board.get_absolute_url(), {"bot": "!!!"}).content.decode()

    assert "Nothing here matches." in page


def test_a_wrong_choice_is_explained_beside_its_field_and_shows_all(client, board):
    answer = client.get(board.get_absolute_url(), {"house": "maybe", "bot": "rock"})

    assert "Select a valid choice" in str(answer.context["form"].errors["house"])
    assert len(answer.context["lines"]) == 4


def test_a_name_that_very_many_have_is_cut_and_says_so(client, board, monkeypatch):
    monkeypatch.setattr(leaderboards, "MOST_FOUND", 1)

    answer = client.get(board.get_absolute_url(), {"bot": "tid"})

    assert len(answer.context["lines"]) == 1
    assert "Add letters to see the others." in answer.content.decode()


def test_a_search_takes_as_many_queries_as_the_whole(client, board, django_assert_max_num_queries):
    asked = {"bot": "t", "author": "alice", "house": "without", "every": "on"}

    with django_assert_max_num_queries(11):
        client.get(board.get_absolute_url(), asked)


def test_every_bar_is_on_one_scale_that_holds_all_intervals(client, board):
    answer = client.get(board.get_absolute_url())

    scale = answer.context["scale"]
    strengths = [line.strength for line, *_drawn in answer.context["lines"]]
    assert scale.low <= min(one.low for one in strengths)
    assert scale.high >= max(one.high for one in strengths)
    assert answer.content.decode().count('class="interval-bar"') == len(strengths)


def test_the_table_of_a_long_leaderboard_is_shared_by_page_and_that_of_a_search_is_not(
    client, board, monkeypatch
):
    made = []

    def brief(name, _now, make):
        made.append(name)
        return make()

    monkeypatch.setattr("tournaments.web.fragments.brief", brief)
    client.get(board.get_absolute_url())
    assert made == []
    monkeypatch.setattr("tournaments.views.leaderboards.PAGE_SIZE", 3)

    for asked in ({}, {"page": 1}, {"bot": "t"}, {"every": "on", "page": 2}):
        assert b'id="version-' in client.get(board.get_absolute_url(), asked).content

    assert made == [f"leaderboard-{board.pk}-1"] * 2
