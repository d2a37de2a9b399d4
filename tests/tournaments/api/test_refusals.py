import pytest

from tests.tournaments.factories import BotFactory, VersionFactory, variant
from tests.tournaments.problems import told
from tournaments.api.pagination import MAX_PAGE_SIZE

pytestmark = pytest.mark.django_db


@pytest.fixture
def get(client, alice):
    """The JSON of an address that cannot be answered; Alice has a bot, Greedy."""
    VersionFactory(bot=BotFactory(owner=alice, name="Greedy"))

    def fetch(path, *, status):
        response = client.get(f"/api/v1/{path}")
        assert response.status_code == status, response.content
        return response.json()

    return fetch


@pytest.mark.parametrize(
    ("path", "field", "said"),
    [
        ("bots/?game=chess", "game", "“chess” is unknown; allowed are kalah, einstein"),
        ("bots/?is_house=maybe", "is_house", "“maybe” is unknown; allowed are true and false."),
        ("bots/?owner=nobody", "owner", "There is no player “nobody”."),
        ("bots/?colour=red", "colour", "Unknown name; allowed are format, game, is_house"),
        ("bots/?owner=alice&owner=bob", "owner", "Given more than once."),
        ("games/?game=kalah", "game", "Unknown name; allowed are format, page, page_size."),
        ("tournaments/?status=over", "status", "allowed are scheduled, running, paused, finished"),
        ("matches/?tournament=spring", "tournament", "There is no tournament “spring”."),
        ("matches/?bot=", "bot", "Name a bot, or leave it out."),
        ("bots/?page_size=0", "page_size", f"a whole number from 1 to {MAX_PAGE_SIZE}"),
        (f"bots/?page_size={MAX_PAGE_SIZE + 1}", "page_size", "is no page size"),
        ("bots/?page_size=all", "page_size", "“all” is no page size"),
    ],
)
def test_a_parameter_that_cannot_be_used_is_named(get, path, field, said):
    answer = get(path, status=404 if said.startswith("There is no ") else 400)

    assert list(told(answer)) == [field]
    assert said in told(answer)[field][0]


@pytest.mark.parametrize("page", ["0", "7", "-1", "two", "9" * 400])
def test_a_page_that_is_not_there_is_named(get, page):
    answer = get(f"bots/?page={page}", status=404)

    assert told(answer)["page"] == [f"There is no page “{page}” here; the first is 1."]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("games/chess/", "There is no game “chess”; the games are kalah, einstein"),
        ("bots/none/", "There is no bot “none”."),
        ("bots/greedy/versions/9/", "There is no version of Greedy “9”."),
        ("tournaments/none/standings/", "There is no tournament “none”."),
        ("tournaments/none/matches/", "There is no tournament “none”."),
        ("leaderboards/none/ratings/", "There is no leaderboard “none”."),
        (f"matches/{10**30}/", f"There is no match “{10**30}”."),
        ("nothing/", "There is no address /api/v1/nothing/."),
        ("bots", "They all end with a slash"),
    ],
)
def test_what_is_not_there_is_said_in_json(get, path, said):
    assert said in get(path, status=404)["detail"]


def test_a_version_without_rated_games_has_no_history(get):
    board = variant("kalah")

    answer = get(f"leaderboards/{board.slug}/ratings/greedy/1/history/", status=404)

    assert answer["detail"] == "There is no rated version of “greedy” “1”."
