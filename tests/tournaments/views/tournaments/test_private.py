"""A private tournament is seen by those who have to do with it, and nowhere by others."""

import re

import pytest
from django.urls import get_resolver, reverse

from tests.tournaments.factories import (
    BotFactory,
    PlayerFactory,
    VersionFactory,
    as_player,
    play_all,
    tournament,
)
from tests.tournaments.problems import told
from tournaments.models import LedgerEntry, Tournament

pytestmark = pytest.mark.django_db

NAME = "Secret Cup"
API = "/api/v1/"


@pytest.fixture
def secret(alice):
    """Alice's private tournament, played to its end by bots of two others."""
    entrants = [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Bert")]
    row = tournament(entrants, organiser=alice, name=NAME, access=Tournament.Access.PRIVATE)
    return play_all(row)


@pytest.fixture
def running(alice):
    entrants = [VersionFactory(), VersionFactory()]
    return tournament(entrants, organiser=alice, name=NAME, access=Tournament.Access.PRIVATE)


def addresses(row):
    """Every page and answer of which the tournament, or a part of it, is the subject."""
    game = row.matches.get().games.first()
    match = game.match_id
    api = f"{API}tournaments/{row.slug}/"
    return [
        row.get_absolute_url(),
        reverse("tournament-live", args=[row.slug]),
        game.match.get_absolute_url(),
        game.get_absolute_url(),
        reverse("game-record", args=[match, game.number]),
        api,
        f"{api}standings/",
        f"{api}matches/",
        f"{API}matches/{match}/",
        f"{API}matches/{match}/games/",
        f"{API}matches/{match}/games/{game.number}/",
    ]


def statuses(client, row):
    return {client.get(address).status_code for address in addresses(row)}


def test_to_others_it_is_as_if_there_were_none(client, secret, bob):
    assert statuses(client, secret) == {404}

    client.force_login(bob)

    assert statuses(client, secret) == {404}


def routes():
    """Every address, on the site and in the API, of a tournament or a match, as a template."""
    found = _routes(get_resolver().url_patterns, "/")
    wanted = re.compile(r"/(tournaments/<slug:slug>|matches/<int:pk>)/")
    return sorted(one for one in found if wanted.search(one) and not one.startswith("/admin/"))


def _routes(patterns, prefix):
    for one in patterns:
        if hasattr(one, "url_patterns"):
            yield from _routes(one.url_patterns, f"{prefix}{one.pattern}")
        else:
            yield f"{prefix}{one.pattern}"


def answers(client, route, slug, match):
    """What reading and sending something get there."""
    parts = {"slug:slug": slug, "int:pk": match, "int:number": 1, "slug:kind": "csv"}
    address = re.sub("<([^>]+)>", lambda parameter: str(parts[parameter[1]]), route)
    got = client.get(address), client.post(address, {}, content_type="application/json")
    token = re.compile(r'(name="csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]*"')
    return [
        (one.status_code, one.get("Location"), token.sub("", one.content.decode())) for one in got
    ]


@pytest.mark.parametrize("who", ["visitor", "player"])
def test_no_address_tells_it_from_one_that_there_is_not(client, secret, bob, who):
    if who == "player":
        client.force_login(bob)
    names = secret.slug, secret.matches.get().pk

    hidden = {route: answers(client, route, *names) for route in routes()}
    secret.delete()
    missing = {route: answers(client, route, *names) for route in routes()}

    assert len(hidden) > 40
    assert [route for route in hidden if hidden[route] != missing[route]] == []
    statuses = {route: {status for status, _to, _text in hidden[route]} for route in hidden}
    refused = {302, 400, 401, 403, 404, 405}
    assert {route: told for route, told in statuses.items() if not told <= refused} == {}


@pytest.mark.parametrize("role", ["organiser", "co_organisers", "invited", "entrant", "staff"])
def test_whoever_has_to_do_with_it_sees_all_of_it(client, secret, carol, role):
    client.force_login(_in_the_role(role, secret, staff=carol))

    assert statuses(client, secret) == {200}


def _in_the_role(role, row, *, staff):
    known = {"organiser": row.organiser, "entrant": row.entries.first().version.bot.owner}
    known["staff"] = staff
    if role not in known:
        getattr(row, role).add(player := PlayerFactory())
        return player
    return known[role]


@pytest.mark.parametrize(
    "address", ["tournament-start", "tournament-cancel", "tournament-withdraw"]
)
def test_others_cannot_even_try_to_manage_it(client, secret, bob, address):
    client.force_login(bob)

    assert client.post(reverse(address, args=[secret.slug])).status_code == 404


def lists(row):
    """Every page on which tournaments, or what they are made of, are listed."""
    bot = row.entries.first().version.bot
    return [
        reverse("home"),
        reverse("tournaments"),
        reverse("player", args=[row.organiser.username]),
        bot.get_absolute_url(),
        reverse("leaderboards"),
        row.variant.get_absolute_url(),
        f"{API}tournaments/",
        f"{API}tournaments/?bot={bot.slug}",
        f"{API}matches/",
        f"{API}matches/?bot={bot.slug}",
    ]


def mentions(client, row):
    """The lists that name the tournament or lead to one of its matches."""
    match = row.matches.get().pk
    signs = (NAME, row.slug, f"/matches/{match}/")
    pages = {address: client.get(address).content.decode() for address in lists(row)}
    return {address for address, text in pages.items() if any(sign in text for sign in signs)}


def test_no_list_mentions_it_to_others(client, secret, bob):
    assert mentions(client, secret) == set()

    client.force_login(bob)

    assert mentions(client, secret) == set()


def test_the_same_lists_mention_it_to_its_organiser(client, secret, alice):
    client.force_login(alice)

    shown = mentions(client, secret)

    assert shown == set(lists(secret)) - {
        reverse("leaderboards"),
        secret.variant.get_absolute_url(),
    }


def test_while_it_runs_no_list_mentions_it_either(client, running):
    assert mentions(client, running) == set()


def test_the_api_refuses_its_name_as_that_of_none(client, secret, alice):
    address = f"{API}matches/?tournament={secret.slug}"

    refused = client.get(address)
    shown = client.get(address, headers=as_player(alice))

    assert told(refused.json())["tournament"] == [f"There is no tournament “{secret.slug}”."]
    assert len(shown.json()["results"]) == 1


def test_a_player_is_not_said_to_have_organised_it(client, secret, alice):
    assert client.get(f"{API}players/{alice.username}/").json()["tournaments"] == 0


def test_its_games_change_no_rating(secret):
    assert not LedgerEntry.objects.exists()
