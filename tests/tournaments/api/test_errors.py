"""Every error of the API has a code by which a script can tell it from others."""

import pytest
from django.conf import settings

from tests.tournaments.factories import BotFactory, VersionFactory
from tests.tournaments.problems import codes

pytestmark = pytest.mark.django_db

KALAH = {"variant": "kalah"}


@pytest.fixture
def bot(alice):
    return BotFactory(owner=alice, name="Greedy")


@pytest.fixture
def ask(client, bot, alice):
    """The codes of Alice's request, after checking that its type is described."""
    client.force_login(alice)

    def asked(method, path, data=None, **options):
        options = {"content_type": "application/json"} | options if data is not None else {}
        answer = getattr(client, method)(f"/api/v1/{path}", data, **options)
        problem = answer.json()
        assert answer["Content-Type"] == "application/problem+json"
        assert client.get(problem["type"]).json()["title"] == problem["title"]
        assert problem["status"] == answer.status_code
        return codes(problem)

    return asked


@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("bots/?game=chess", {"game": ["invalid_choice"]}),
        ("bots/?is_house=maybe", {"is_house": ["invalid"]}),
        ("bots/?owner=nobody", {"owner": ["does_not_exist"]}),
        ("bots/?colour=red", {"colour": ["unknown_name"]}),
        ("bots/?owner=alice&owner=bob", {"owner": ["repeated"]}),
        ("trials/outlook/?elo1=30&elo1=40", {"elo1": ["repeated"]}),
        ("bots/?page_size=0", {"page_size": ["invalid"]}),
        ("bots/?page=7", {"page": ["not_found"]}),
        ("bots/none/", {"detail": "not_found"}),
        ("nothing/", {"detail": "not_found"}),
    ],
)
def test_what_cannot_be_read_has_a_code(ask, path, codes):
    assert ask("get", path) == codes


@pytest.mark.parametrize(
    ("path", "data", "codes"),
    [
        ("bots/", {}, {"name": ["required"]}),
        ("bots/", {"name": ""}, {"name": ["blank"]}),
        ("bots/", {"nmae": "x"}, {"nmae": ["unknown_name"]}),
        ("bots/", "{'name'", {"detail": "parse_error"}),
        ("games/", {}, {"detail": "method_not_allowed"}),
        ("tournaments/preview/", {"variant": "chess"}, {"variant": ["invalid_variant"]}),
        ("tournaments/preview/", KALAH | {"entrants": ["no"]}, {"entrants": ["does_not_exist"]}),
        ("tournaments/preview/", KALAH | {"entrants": ["no/x"]}, {"entrants.0": ["invalid"]}),
    ],
)
def test_what_cannot_be_written_has_a_code(ask, path, data, codes):
    assert ask("post", path, data) == codes


def test_a_request_that_is_too_large_has_a_code(ask):
    length = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1

    assert ask("post", "bots/", {}, CONTENT_LENGTH=length) == {"detail": "too_large"}


def test_an_error_of_the_domain_has_the_code_of_its_sentence(ask):
    assert ask("post", "bots/", {"name": "Greedy"}) == {"name": ["bot-name-taken"]}


def test_what_a_player_may_not_do_has_a_code(ask, bob):
    VersionFactory(bot__owner=bob, bot__name="Search")

    assert ask("post", "bots/search/versions/", {"code": "x"}) == {"detail": "owner-uploads"}
