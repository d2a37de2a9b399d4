"""What a player may have at a time: refused with the number, by page and API, and told before."""

import uuid

import pytest
from django.urls import reverse

from agents import samples
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    as_player,
    tournament,
    variant,
)
from tournaments.errors import Invalid
from tournaments.models import Tournament, Version
from tournaments.services.bots import trials, uploads
from tournaments.services.people import allowances
from tournaments.services.tournaments import create, lifecycle

pytestmark = pytest.mark.django_db

CODE = samples.read("random")


@pytest.fixture
def mine(alice):
    return [VersionFactory(bot=BotFactory(owner=alice)) for _ in range(2)]


@pytest.fixture
def make(client, alice, mine):
    """Makes a tournament by the API, as Alice."""
    headers = as_player(alice)

    def send(name, **terms):
        data = {"name": name, "variant": "kalah", "entrants": [one.bot.slug for one in mine]}
        answer = client.post(
            "/api/v1/tournaments/", data | terms, content_type="application/json", headers=headers
        )
        return answer.status_code, answer.json()

    return send


def test_so_many_tournaments_and_not_one_more(make, alice, monkeypatch):
    monkeypatch.setattr(create, "MAX_OPEN", 2)
    assert [make(name)[0] for name in ("A", "B")] == [201, 201]

    refused = "You have 2 tournaments that are not over; let one of them end first."
    status, answer = make("C")
    assert (status, answer["detail"]) == (400, refused)

    row = Tournament.objects.get(name="A")
    lifecycle.cancel(row, player=alice, now=NOW)
    assert make("C")[0] == 201


def test_so_many_waiting_games_and_not_more(make, monkeypatch):
    monkeypatch.setattr(create, "MAX_WAITING", 4)
    assert make("A", games_per_pairing=4)[0] == 201

    refused = "Your tournaments have 4 waiting games. Let some be played first."
    status, answer = make("B")
    assert (status, answer["detail"]) == (400, refused)


def test_the_form_of_the_site_says_it_too(client, alice, mine, monkeypatch):
    monkeypatch.setattr(create, "MAX_OPEN", 2)
    for name in ("A", "B"):
        tournament(mine, organiser=alice, name=name)
    client.force_login(alice)

    answer = client.post(
        reverse("tournament-create") + "?game=kalah",
        {
            "name": "C", "option_pits": "6", "option_seeds": "4", "option_quiet_limit": "200",
            "option_sowing": "counterclockwise", "entrants": [version.pk for version in mine],
            "games_per_pairing": "2", "time_control": "bullet", "start": "now", "zone": "UTC",
            "submission": str(uuid.uuid4()),
        },
    )  # fmt: skip

    assert "You have 2 tournaments that are not over" in answer.content.decode()


def test_so_many_trials(client, alice, monkeypatch):
    monkeypatch.setattr(trials, "MAX_RUNNING", 1)
    bot = BotFactory(owner=alice)
    old, new, newer = (VersionFactory(bot=bot) for _ in range(3))
    config = trials.TrialConfiguration(variant=variant("einstein"))
    given = {"incumbent": old, "player": alice, "now": NOW, "config": config}
    trials.start(challenger=new, **given)

    with pytest.raises(Invalid, match="1 of your trials are running; let one of them end first"):
        trials.start(challenger=newer, **given)
    client.force_login(alice)
    answer = client.post(
        reverse("trial-start", args=[bot.slug, newer.number]),
        {
            "incumbent": old.pk, "variant": config.variant.pk, "time_control": "bullet",
            "elo1": 30, "most_pairs": 400,
        },
    )  # fmt: skip
    assert "1 of your trials are running" in answer.content.decode()


def test_so_many_uploads_that_wait(client, alice, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_UNCHECKED", 1)
    bot = BotFactory(owner=alice)
    uploads.upload(bot=bot, player=alice, code=uploads.CodeFile("bot.py", CODE), now=NOW)

    with pytest.raises(Invalid, match="1 of your versions are still being checked"):
        uploads.upload(bot=bot, player=alice, code=uploads.CodeFile("bot.py", CODE + b"#"), now=NOW)


def test_the_account_page_says_what_there_is_and_what_is_used(client, alice, mine):
    tournament(mine, organiser=alice, games_per_pairing=4)
    VersionFactory(bot=mine[0].bot, status=Version.Status.CHECKING)
    client.force_login(alice)

    found = [(one.used, one.most) for one in client.get("/accounts/").context["allowances"]]
    page = " ".join(client.get("/accounts/").content.decode().split())

    assert found == [(1, 20), (4, 50_000), (0, 3), (1, 5), (2, 50), (1, 64)]
    assert "Waiting games of these tournaments</dt>" in page
    assert '<dd class="num"> 4 <span class="soft">of 50,000' in page


def test_staff_may_hold_as_many_tournaments_as_they_like(carol):
    assert [one.most for one in allowances.of(carol)] == [None, None, 3, 5, 50, 64]
