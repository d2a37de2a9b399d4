"""The one document that shows a whole game."""

import pytest

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    outcome,
    play_out,
    tournament,
)
from tournaments.models import Match, Tournament
from tournaments.queries.games import films
from tournaments.services.playing import reports

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PRIVATE = Tournament.Access.PRIVATE
PLAYED = {"kalah": 2, "einstein(setup=chosen)": 2, "pachisi(mode=teams)": 2,
          "ashte-kashte(seats=3)": 3, "alquerque(mode=two)": 2}  # fmt: skip


def game_of(key, sides=2):
    versions = [VersionFactory(games=[key.partition("(")[0]]) for _ in range(sides)]
    tournament(versions, key=key, games_per_pairing=sides)
    return Match.objects.get().games.get(number=1)


def finished(key, sides=2):
    game = game_of(key, sides)
    play_out(game.match)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("key", PLAYED)
def test_a_film_has_every_event_of_the_record_and_its_end(key):
    game = finished(key, PLAYED[key])

    film = films.document(game)

    told = [{name: event[name] for name in one if name in event}
            for one, event in zip(game.record["events"], film["events"], strict=True)]  # fmt: skip
    assert told == game.record["events"]
    assert film["events"][-1]["end"]["ranks"] == game.record["result"]["ranks"]


def test_a_film_names_the_players_by_seat_with_their_teams():
    game = finished("pachisi(mode=teams)")

    seats = films.document(game)["seats"]

    assert [seat["name"] for seat in seats] == [str(one.version) for one in game.seats.all()]
    assert [seat["side"] for seat in seats] == [0, 1, 0, 1]


@pytest.mark.parametrize("kind", ["timeout", "resigned"])
def test_a_game_that_was_given_up_is_told_to_its_end(kind):
    game = game_of("kalah")
    report = outcome(game, forfeits=1, fault=Fault(kind, 0, "It gave up."))
    reports.report(claimed(game.match), game, report, now=NOW, lease=LEASE)
    game.refresh_from_db()

    last = films.document(game)["events"][-1]

    assert (last["forfeit"], last["marks"], last["end"]["reason"]) == (kind, ["fault"], "forfeit")


def film_url(client, game):
    page = client.get(game.get_absolute_url())
    return page.context["film_url"]


def test_the_film_that_a_page_names_is_kept_for_ever(client):
    game = finished("kalah")

    answer = client.get(film_url(client, game))

    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer.json()["events"]


def test_a_film_asked_for_by_another_name_is_asked_for_again_and_not_sent_again(client):
    game = finished("kalah")
    address = film_url(client, game).partition("?")[0]
    first = client.get(address)

    again = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert first["Cache-Control"] == "private, no-cache"
    assert (again.status_code, again.content) == (304, b"")


def test_a_film_takes_few_queries(client, django_assert_max_num_queries):
    game = finished("kalah")
    address = film_url(client, game)

    with django_assert_max_num_queries(4):
        client.get(address)


def test_there_is_no_film_of_a_game_that_is_not_over_or_of_other_rules(client):
    game = game_of("kalah")
    address = f"{game.get_absolute_url()}film/"
    waiting = client.get(address)
    play_out(game.match)
    game.refresh_from_db()
    game.record["variant"]["rules"] = 99
    game.save()

    assert (waiting.status_code, client.get(address).status_code) == (404, 404)


def test_a_private_game_has_no_film_and_no_frame_for_strangers(client, alice):
    tournament([VersionFactory(), VersionFactory()], organiser=alice, access=PRIVATE)
    game = play_out(Match.objects.get()).games.get(number=1)
    seen = {}
    for name in ("film", "embed"):
        seen[name] = client.get(f"{game.get_absolute_url()}{name}/").status_code
    client.force_login(alice)
    own = client.get(f"{game.get_absolute_url()}film/").status_code

    assert (seen, own) == ({"film": 404, "embed": 404}, 200)


def test_an_embedded_game_may_stand_in_any_page_and_the_game_itself_in_none(client):
    game = finished("kalah")

    embedded = client.get(f"{game.get_absolute_url()}embed/")
    page = client.get(game.get_absolute_url())

    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "script-src 'self'" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_an_embedded_game_is_the_same_for_everybody_and_changes_nothing(client, alice):
    game = finished("kalah")
    address = f"{game.get_absolute_url()}embed/"
    stranger = client.get(address).content.decode()
    alice.is_staff = True
    alice.save()
    client.force_login(alice)

    assert client.get(address).content.decode() == stranger
    assert 'method="post"' not in stranger
    assert "csrf" not in stranger
