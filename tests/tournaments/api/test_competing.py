"""Holding tournaments and taking part in them by the API."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments.factories import BotFactory, VersionFactory, as_player, tournament, variant
from tests.tournaments.problems import told
from tests.tournaments.remote import remote_bot
from tournaments.models import Tournament
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

Status = Tournament.Status


@pytest.fixture
def post(client):
    """Posts as a player (nobody when None) and returns the status and the JSON."""

    def send(path, data=None, *, player=None):
        headers = as_player(player) if player else {}
        response = client.post(
            f"/api/v1/tournaments/{path}", data or {}, content_type="application/json",
            headers=headers,
        )  # fmt: skip
        return response.status_code, response.json()

    return send


@pytest.fixture
def bots(alice, bob):
    return [
        VersionFactory(bot=BotFactory(owner=owner, name=name)).bot
        for owner, name in ((alice, "Greedy"), (bob, "Search"))
    ]


@pytest.fixture
def new(bots):
    return {"name": "Friday Cup", "variant": "kalah", "entrants": ["greedy", "search/1"]}


@pytest.fixture
def making(post, new, alice):
    return lambda change: post("", new | change, player=alice)


@pytest.fixture
def running(alice, bots):
    return tournament([bot.versions.get() for bot in bots], organiser=alice)


@pytest.fixture
def cup(alice):
    now = timezone.now()
    return tournament(
        [], organiser=alice, starts_at=now + timedelta(hours=3),
        registration_opens_at=now - timedelta(hours=1),
        registration_closes_at=now + timedelta(hours=2),
    )  # fmt: skip


def test_little_has_to_be_said_to_hold_a_tournament(post, new, alice):
    status, told = post("", new, player=alice)

    assert status == 201
    assert (told["status"], told["organiser"], told["format"]) == (
        "running",
        "alice",
        "round-robin",
    )
    assert (told["entrants"], told["games"], told["opening_actions"]) == (2, 2, 4)


def test_everything_can_be_said(post, new, alice, bob, carol):
    starts = timezone.now().replace(microsecond=0) + timedelta(days=1)
    status, told = post(
        "",
        new
        | {
            "format": "knockout",
            "format_options": {"most_blocks": 3},
            "tie_breaks": ["WON", "DE"],
            "games_per_pairing": 4,
            "opening_actions": 2,
            "time_control": "rapid",
            "access": "private",
            "starts_at": starts.isoformat(),
            "invited": ["bob"],
            "co_organisers": ["carol"],
        },
        player=alice,
    )

    row = Tournament.objects.get()
    assert (status, told["status"], row.starts_at) == (201, "scheduled", starts)
    assert (told["format_options"], told["tie_breaks"]) == ({"most_blocks": 3}, ["WON", "DE"])
    assert (told["access"], told["opening_actions"], told["time_control"]) == (
        "private",
        2,
        "rapid",
    )
    assert told["co_organisers"] == ["carol"]
    assert list(row.invited.all()) == [bob]


@pytest.mark.parametrize("entrant", ["far", "far/1"])
def test_a_remote_bot_is_entered_where_the_tournament_is_open_and_else_it_is_said(
    making, alice, entrant
):
    far = remote_bot(alice)
    entrants = {"entrants": ["greedy", entrant]}

    status, refused = making(entrants)
    assert status == 400
    assert "Only a tournament that is open to remote bots" in told(refused)["entrants"][0]

    assert making(entrants | {"is_open": True})[0] == 201
    assert Tournament.objects.get().entries.filter(version=far).exists()


def test_the_same_submission_makes_one_tournament(post, new, alice):
    new["submission"] = str(uuid.uuid4())

    statuses = [post("", new, player=alice)[0] for _time in range(2)]

    assert statuses == [201, 200]
    assert Tournament.objects.count() == 1


def test_without_a_token_nothing_is_made(post, new):
    assert post("", new)[0] == 401
    assert post("preview/", {"variant": "kalah"})[0] == 401


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"variant": "chess"}, "variant", "chess"),
        ({"variant": "kalah(seeds=99)"}, "variant", "a whole number from 1 to 12"),
        ({"format": "ladder"}, "format", "the formats are round-robin, swiss"),
        ({"format_options": {"cycles": 99}}, "format_cycles", "from 1 to 10"),
        ({"format_options": {"speed": 1}}, "format_speed", "has no option speed"),
        ({"tie_breaks": ["XX"]}, "tie_breaks", "allowed are DE, SB"),
        ({"games_per_pairing": 3}, "games_per_pairing", "a multiple of 2"),
        ({"entrants": ["greedy"]}, "entrants", "at least two entrants"),
        ({"entrants": ["greedy", "ghost"]}, "entrants", "There is no bot “ghost”."),
        ({"entrants": ["greedy", "search/9"]}, "entrants", "search: there is no such one."),
        ({"entrants": ["greedy", "search/x"]}, "entrants", "a version as bot/3"),
        ({"entrants": ["greedy", "\0"]}, "entrants", ""),
        ({"variant": "pachisi"}, "entrants", "no version of Greedy that plays pachisi"),
        ({"invited": ["nobody"]}, "invited", "There is no player “nobody”."),
        ({"access": "secret"}, "access", "allowed are open, invited, private"),
        ({"speed": 1}, "speed", "Unknown name"),
        ({"name": ""}, "name", "may not be blank"),
        (
            {"registration_opens_at": "2026-01-01T00:00:00Z"},
            "registration_closes_at",
            "Give both times",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_field(making, change, field, said):
    status, problem = making(change)

    fields = told(problem)
    assert (status, [name.partition(".")[0] for name in fields]) == (400, [field])
    assert said in str(fields)
    assert not Tournament.objects.exists()


def test_a_preview_counts_entrants_or_their_number(post, new, alice):
    named = post("preview/", {"variant": "kalah", "entrants": new["entrants"]}, player=alice)
    counted = post(
        "preview/", {"variant": "pachisi(mode=teams)", "format": "knockout", "count": 5},
        player=alice,
    )  # fmt: skip

    assert (named[0], named[1]["games"], named[1]["exact"]) == (200, 2, True)
    assert (counted[1]["sides"], counted[1]["pairings"], counted[1]["exact"]) == (2, 4, False)
    assert counted[1]["seconds"] is None
    assert not Tournament.objects.exists()


def test_a_preview_says_why_games_would_not_be_rated(post, alice):
    unlisted = post("preview/", {"variant": "kalah(seeds=5)", "count": 2}, player=alice)[1]
    variant("kalah")
    wanted = {"variant": "kalah", "count": 2}
    listed = post("preview/", wanted, player=alice)[1]
    private = post("preview/", wanted | {"access": "private"}, player=alice)[1]

    assert unlisted["not_rated"] == [str(Sentence("no-leaderboard"))]
    assert listed["not_rated"] == []
    assert private["not_rated"] == [str(Sentence("private-tournament"))]


def test_an_organiser_pauses_resumes_extends_and_cancels(post, running, alice):
    states = [
        post(f"{running.slug}/{action}/", player=alice)[1]["status"]
        for action in ("pause", "resume", "extend", "cancel")
    ]

    running.refresh_from_db()
    assert states == ["paused", "running", "running", "cancelled"]
    assert running.format_options["cycles"] == 2


def test_steps_do_not_count_as_making_tournaments(post, running, alice, monkeypatch):
    once = SimpleRateThrottle.THROTTLE_RATES | {"tournaments": "1/hour"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", once)

    statuses = [post(f"{running.slug}/{step}/", player=alice)[0] for step in ("pause", "resume")]

    assert statuses == [200, 200]


@pytest.mark.parametrize("action", ["start", "resume"])
def test_where_there_is_nothing_to_do_that_is_said(post, running, alice, action):
    status, told = post(f"{running.slug}/{action}/", player=alice)

    assert (status, told["code"]) == (409, "nothing_to_do")
    assert told["detail"] == "Autumn Cup is running: there is nothing to do."


@pytest.mark.parametrize("action", ["start", "pause", "resume", "extend", "cancel", "people"])
def test_others_may_not(post, running, carol, bob, action):
    data = {"invited": ["bob"]} if action == "people" else {}

    status, told = post(f"{running.slug}/{action}/", data, player=bob)

    assert status == 403
    assert "Only alice may" in told["detail"]


def test_an_entrant_is_withdrawn_by_the_name_of_its_bot(post, running, alice):
    status, _told = post(f"{running.slug}/withdraw/", {"entrant": "search"}, player=alice)

    assert status == 200
    assert running.entries.get(version__bot__slug="search").withdrawn_at
    assert post(f"{running.slug}/withdraw/", {"entrant": "ghost"}, player=alice)[0] == 404


def test_a_player_enters_and_leaves(post, cup, bots, bob, client):
    status, told = post(f"{cup.slug}/enter/", {"bot": "search"}, player=bob)
    assert (status, told["entrants"]) == (200, 1)
    (entry,) = client.get(f"/api/v1/tournaments/{cup.slug}/entries/").json()["results"]
    assert (entry["seed"], entry["version"]["bot"], entry["newest"]) == (1, "search", True)

    status, told = post(f"{cup.slug}/leave/", {"entrant": "search"}, player=bob)
    assert (status, told["entrants"]) == (200, 0)


def test_nobody_enters_the_bot_of_another(post, cup, bots, bob):
    assert post(f"{cup.slug}/enter/", {"bot": "greedy"}, player=bob)[0] == 403


def test_a_list_of_people_left_out_stays_as_it_is(post, running, alice, bob, carol):
    running.co_organisers.add(carol)

    status, told = post(f"{running.slug}/people/", {"invited": ["bob"]}, player=alice)

    assert (status, told["co_organisers"]) == (200, ["carol"])
    assert list(running.invited.all()) == [bob]


@pytest.mark.parametrize("action", ["pause", "enter", "people", "withdraw"])
def test_a_private_tournament_is_not_found_by_others(post, running, dora, action):
    Tournament.objects.update(access=Tournament.Access.PRIVATE)
    data = {"enter": {"bot": "search"}, "withdraw": {"entrant": "search"}}.get(action, {})

    assert post(f"{running.slug}/{action}/", data, player=dora)[0] == 404


@pytest.fixture
def dora(django_user_model):
    return django_user_model.objects.create(username="dora")
