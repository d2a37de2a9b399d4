"""The analysis of a game on its page: asked for, awaited, and shown."""

import pytest
from django.urls import reverse
from rest_framework.throttling import ScopedRateThrottle

from agents.judge import rollouts
from agents.judge.analysis import analyse
from agents.sandbox import Isolation
from tests.tournaments.casual import at, opened, person
from tests.tournaments.factories import LEASE, NOW, VersionFactory, play_all, tournament
from tournaments.models import Game, GameAnalysis
from tournaments.queries.casual import courses
from tournaments.services.analysis import analyses
from tournaments.services.casual import absence, moves
from tournaments.services.playing.workers import Worker
from tournaments.words import Sentence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_judge")]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(einstein_played):
    return einstein_played


def work():
    analyses.work_next(Worker("worker-1", Isolation.NONE, LEASE, lambda: NOW))


def address(game, name="game-analysis"):
    return reverse(name, args=[game.match_id, game.number])


def page(client, game):
    return client.get(game.get_absolute_url()).content.decode()


def test_a_visitor_asks_waits_and_sees_it(client, game):
    assert "Analyse this game" in page(client, game)
    assert client.post(address(game)).url == f"{game.get_absolute_url()}#analysis"
    assert "look at this game next" in page(client, game)
    assert "hx-get" in client.get(address(game), headers=HTMX).content.decode()
    GameAnalysis.objects.update(asked_at=NOW, not_before=NOW)
    work()
    shown = page(client, game)
    assert '<th scope="col" class="num">Luck</th>' in shown
    assert "from the value function einstein-" in shown
    assert f'data-analysis="{address(game, "api:game-analysis")}"' in shown
    assert shown.count('<th scope="row" class="num">') <= 30
    part = client.get(address(game), headers=HTMX).content.decode()
    assert "hx-get" not in part
    assert "<html" not in part


def test_without_a_script_the_address_leads_to_the_page(client, game):
    assert client.get(address(game)).url == f"{game.get_absolute_url()}#analysis"


def test_where_nothing_is_thrown_no_luck_is_told(client):
    play_all(tournament([VersionFactory(), VersionFactory()], key="kalah"))
    game = Game.objects.finished().first()
    analyses.ask(game, asker="player-1", now=NOW)
    work()
    shown = client.get(address(game), headers=HTMX).content.decode()
    assert "Given away" in shown
    assert "Luck" not in shown


def test_a_variant_without_a_value_function_offers_no_button(client):
    play_all(tournament([VersionFactory(), VersionFactory()], key="kalah(pits=3,seeds=2)"))
    game = Game.objects.finished().first()
    assert "Analyse this game" not in page(client, game)
    answer = client.post(address(game), follow=True).content.decode()
    assert "No value function is kept for this variant" in answer
    assert not GameAnalysis.objects.exists()


def test_a_failure_is_told(client, game):
    row = analyses.ask(game, asker="player-1", now=NOW)
    row.refuse(Sentence("analysis-failed"), now=NOW)
    assert "Three attempts to analyse this game failed" in page(client, game)


def test_a_mistake_names_the_better_action_and_leads_to_it(client, game):
    analyses.ask(game, asker="player-1", now=NOW)
    work()
    row = GameAnalysis.objects.get()
    events = game.kept_record["events"]
    ply = 1 + next(number for number, event in enumerate(events) if "action" in event)
    played, preferred = (
        {"code": "einstein-move", "params": {"stone": stone, "square": "b2"}} for stone in (1, 2)
    )
    row.found["swings"] = [
        {"ply": ply, "seat": 0, "lost": 0.456, "better": "2-b2"}
        | {"played": played, "preferred": preferred},
        {"ply": len(events), "seat": 1, "lost": 0.3, "better": ""}
        | {"played": None, "preferred": None},
    ]
    row.save()
    shown = page(client, game)
    assert f'data-ply="{ply}"' in shown
    assert "Blue moves stone 1 to b2. The judge prefers: <strong>Move stone 2 to b2<" in shown
    assert "0.46 given away" in shown
    assert f"moment-{ply}-" in shown
    assert f'<input type="hidden" name="ply" value="{ply - 1}">' in shown
    assert "Try this moment again" in shown
    assert "left the game" in shown


def test_a_private_game_has_no_analysis_for_strangers(client):
    cup = tournament([VersionFactory(), VersionFactory()], key="einstein", access="private")
    play_all(cup)
    game = Game.objects.finished().first()
    assert client.get(address(game)).status_code == 404
    assert client.post(address(game)).status_code == 404
    assert client.get(address(game, "api:game-analysis")).status_code == 404
    assert not GameAnalysis.objects.exists()


def test_a_game_that_goes_on_has_no_analysis(client):
    cup = tournament([VersionFactory(), VersionFactory()], key="einstein")
    game = cup.matches.get().games.first()
    answer = client.post(address(game), follow=True).content.decode()
    assert "This game is not over yet." in answer
    assert "Analyse this game" not in answer


def test_the_api_tells_it(client, game):
    told = client.get(address(game, "api:game-analysis"))
    assert told.status_code == 404
    assert "Nobody has asked" in told.json()["detail"]
    analyses.ask(game, asker="player-1", now=NOW)
    work()
    told = client.get(address(game, "api:game-analysis")).json()
    assert (told["status"], told["reason"]) == ("done", "")
    assert set(told["found"]) == {
        "version", "function", "sha256", "points", "seats", "swings",
    }  # fmt: skip


def test_the_page_costs_few_queries(client, game, django_assert_max_num_queries):
    analyses.ask(game, asker="player-1", now=NOW)
    work()
    with django_assert_max_num_queries(20):
        page(client, game)


def test_visitors_may_ask_only_so_often(client, game, monkeypatch):
    rates = ScopedRateThrottle.THROTTLE_RATES | {"casual-visitors": "1/hour"}
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)
    assert client.post(address(game)).status_code == 302
    assert client.post(address(game)).status_code == 429


@pytest.fixture
def casual(bob):
    """A casual game that Bob has lost to a bot after an action of his."""
    game = opened(["me", VersionFactory()], who=person(bob), key="einstein")
    state = courses.course_of(game).state
    action = state.action_to_string(state.legal_actions()[0])
    game = moves.act(game, who=person(bob), state=game.state, action=action, now=NOW)
    return moves.resign(game, who=person(bob), seat=0, now=NOW)


def test_whoever_knows_a_casual_game_asks_waits_and_sees_its_analysis(client, casual):
    asked, told = (
        reverse(name, args=[casual.key]) for name in ("play-analysis", "api:casual-game-analysis")
    )
    assert f'action="{asked}"' in page(client, casual)
    assert client.get(told).status_code == 404

    assert client.post(asked).url == f"{casual.get_absolute_url()}#analysis"
    GameAnalysis.objects.update(asked_at=NOW, not_before=NOW)
    work()

    shown = client.get(asked, headers=HTMX).content.decode()
    assert f'data-analysis="{told}"' in shown
    assert "bob, " in shown
    assert client.get(told).json()["found"] == analyse(courses.document(casual)).document()


def test_a_casual_game_that_goes_on_has_none_and_asks_for_it_at_its_end(client, bob):
    game = opened(["me", "here"], who=person(bob))
    address = reverse("play-analysis", args=[game.key])

    assert f'hx-get="{address}"' in page(client, game)
    assert client.get(address, headers=HTMX).status_code == 204
    assert "not over yet" in client.post(address, follow=True).content.decode()


def test_a_casual_game_without_a_result_is_not_analysed(client, bob):
    game = opened(["me", "friend"], who=person(bob))
    absence.end_overdue(now=at(days=2))

    assert "Analyse this game" not in page(client, game)
    answer = client.post(reverse("play-analysis", args=[game.key]), follow=True)
    assert "ended without a result" in answer.content.decode()


def test_a_link_into_a_casual_game_shows_the_position_there(client, casual):
    shown = client.get(f"{casual.get_absolute_url()}?ply=0")

    assert shown.context["position"].to_dict()["history"] == []
    assert f"0 of {len(casual.events)}" in shown.content.decode()
    last = client.get(f"{casual.get_absolute_url()}?ply=9999").context
    assert (last["ply"], last["position"].is_terminal()) == (len(casual.events), True)


def test_a_position_is_played_on_by_one_click_and_the_score_stands_below(client, game, monkeypatch):
    monkeypatch.setattr(rollouts, "GAMES", 3)
    place = address(game, "game-what-if")
    shown = f"{game.get_absolute_url()}?ply=6"
    assert f'formaction="{place}"' in client.get(shown).content.decode()

    answer = client.post(place, {"ply": 6})

    assert answer.url == f"{shown}#what-if"
    assert f'hx-get="{place}?ply=6"' in client.get(shown).content.decode()
    GameAnalysis.objects.update(asked_at=NOW, not_before=NOW)
    work()
    part = client.get(place, {"ply": 6}, headers=HTMX).content.decode()
    assert "3 games from this position" in part
    assert "What if: after event 6" in client.get(shown).content.decode()
    assert "What if: after" not in client.get(game.get_absolute_url()).content.decode()


def test_a_what_if_from_nowhere_is_refused_in_words(client, game):
    place = address(game, "game-what-if")

    assert client.post(place, {"ply": "x"}).url == game.get_absolute_url()
    page = client.post(place, {"ply": 99_999}, follow=True)
    assert 'class="message' in page.content.decode()
