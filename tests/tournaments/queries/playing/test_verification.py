"""Anybody can check a match that is over: by one click, through the API, and by hand."""

import hashlib
import html
import re
import subprocess
import sys

import pytest
from django.db.models import F
from django.urls import reverse

from engine import openings
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    play_all,
    play_out,
    tournament,
    variant,
)
from tournaments.models import Game, Match, Seat, Tournament
from tournaments.queries.playing import verification
from tournaments.services.analysis import luck as judging

pytestmark = pytest.mark.django_db


def finished(key="einstein", **terms):
    tournament([VersionFactory(), VersionFactory()], key=key, **terms)
    match = play_out(Match.objects.latest("pk"))
    judging.judge(match, now=NOW)
    return match


def make_once():
    return finished()


@pytest.fixture
def einstein(made):
    return made


def faults(match):
    """What does not hold."""
    return [one.detail.code for one in verification.findings(match) if one.holds is False]


def tamper(match, change):
    """Change the record of the first game behind the platform's back."""
    game = match.games.get(number=1)
    change(game.record)
    Game.objects.filter(pk=game.pk).update(record_in_row=game.record)
    return Match.objects.get(pk=match.pk)


@pytest.mark.parametrize("key", ["kalah", "einstein", "pachisi"])
def test_whatever_was_played_holds(key):
    entrants = [VersionFactory(games=[key]) for _ in range(4 if key == "pachisi" else 2)]
    row = tournament(entrants, key=key, games_per_pairing=4)
    assert faults(play_out(row.matches.earliest("pk"))) == []


def test_each_game_of_the_block_is_checked(einstein):
    verdicts = [one for one in verification.findings(einstein) if one.what.code == "game-replayed"]
    assert [str(one.what) for one in verdicts] == [
        "Game 1: rules, dice and result",
        "Game 2: rules, dice and result",
    ]
    assert all(str(one.detail).startswith("ok: rules, dice and result hold") for one in verdicts)


def test_a_changed_throw_is_found(einstein):
    match = tamper(einstein, lambda document: document["events"][0].update(throw="s654321"))
    said = [str(one.detail) for one in verification.findings(match) if one.holds is False]
    assert any("the dice give seat" in detail for detail in said)


def test_another_commitment_is_found(einstein):
    match = tamper(einstein, lambda document: document["dice"].update(commitment="00" * 32))
    assert faults(match)[0] == "record-commits-elsewhere"


def test_a_commitment_that_somebody_noted_is_compared(einstein):
    same, other = einstein.commitment, "ab" * 32
    assert verification.findings(einstein, noted=same)[0].holds
    assert not verification.findings(einstein, noted=other)[0].holds


def test_a_result_that_is_not_the_recorded_one_is_found(einstein):
    Seat.objects.filter(game__match=einstein, game__number=1).update(rank=1)
    assert faults(Match.objects.get(pk=einstein.pk)) == ["result-differs"]


def test_a_bots_seed_that_was_chosen_is_found(einstein):
    match = tamper(einstein, lambda document: document["seats"][0].update(seed=1))
    assert faults(match)[0] == "bot-seeds-due"


def luck_found(match):
    """What is said of the luck of each game."""
    found = verification.findings(Match.objects.get(pk=match.pk))
    return [(one.holds, one.detail.code) for one in found if one.what.code == "game-luck"]


def test_luck_is_computed_again(einstein):
    assert luck_found(einstein) == [(True, "luck-due")] * 2
    Seat.objects.update(luck=None)
    assert luck_found(einstein) == [(None, "luck-not-judged")] * 2


def test_luck_that_differs_in_its_last_digit_is_found(einstein):
    Seat.objects.filter(game__match=einstein, game__number=2, number=0).update(
        luck=F("luck") + 0.000001
    )
    assert luck_found(einstein) == [(True, "luck-due"), (False, "luck-due")]


def test_luck_cannot_be_checked_without_its_function(einstein):
    Match.objects.update(value_sha256="ab" * 32)
    assert luck_found(einstein) == [(None, "value-function-gone")] * 2


def test_nothing_is_said_of_luck_where_there_is_none():
    assert luck_found(finished("kalah")) == []


def test_an_order_of_seats_that_is_no_rotation_is_found(einstein):
    first, second = einstein.games.get(number=2).seats.all()
    first.version, second.version = second.version, first.version
    first.save()
    second.save()
    found = verification.findings(Match.objects.get(pk=einstein.pk))
    assert [one.holds for one in found if one.what.code == "every-side-once"] == [False]


def test_the_opening_of_a_later_block_follows_from_its_seed():
    match = finished("kalah", games_per_pairing=4)
    drawn = openings.draw(match.tournament.variant.load(), bytes(match.seed), actions=4, taken=[()])
    assert tuple(match.opening) == drawn == verification.due_opening(match)


def test_an_opening_that_was_chosen_is_found():
    match = finished("kalah", games_per_pairing=4)
    Match.objects.filter(pk=match.pk).update(opening=["A"])
    assert faults(Match.objects.get(pk=match.pk))[0] == "opening-missing"


def test_throws_marked_as_given_are_not_taken_for_throws_of_the_seed(einstein):
    first = tamper(einstein, lambda kept: kept["events"][0].update(opening=True))

    assert "opening-missing" in faults(first)


def test_the_first_throw_is_worked_out(einstein):
    throw = verification.first_throw(einstein)

    text = f"kauri-dice-2:{bytes(einstein.seed).hex()}:1:0:0:0"
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert (throw.steps.text, throw.steps.digest) == (text, digest)
    assert throw.steps.remainder == int(digest, 16) % 720
    assert throw.notation == einstein.games.first().record["events"][0]["throw"]


def test_the_page_says_it_line_by_line(client, einstein):
    page = client.get(reverse("match-verify", args=[einstein.pk])).content.decode()
    assert page.count('badge good">yes') == 13
    assert "badge bad" not in page
    assert einstein.commitment in page
    assert verification.first_throw(einstein).steps.text in page


def test_the_page_of_a_match_leads_to_its_check_when_it_is_over(client, einstein):
    address = reverse("match-verify", args=[einstein.pk])
    assert address in client.get(einstein.get_absolute_url()).content.decode()


def test_before_the_end_the_page_keeps_the_seed(client):
    tournament([VersionFactory(), VersionFactory()])
    match = Match.objects.get()
    page = client.get(reverse("match-verify", args=[match.pk])).content.decode()
    assert match.commitment in page
    assert bytes(match.seed).hex() not in page


def test_a_record_that_was_removed_is_no_fault(client, einstein, settings):
    game = einstein.games.get(number=1)
    Game.objects.filter(pk=game.pk).update(record_in_row=None, record_removed_at=game.ended_at)
    found = verification.findings(Match.objects.get(pk=einstein.pk))
    unknown = [str(one.detail) for one in found if one.holds is None]
    assert unknown == ["Its record was removed after 0 days."]


def test_where_nothing_is_left_to_compare_with_the_commitment_is_not_said_to_hold(einstein):
    removed = {"record_in_row": None, "record_removed_at": einstein.ended_at}
    einstein.games.update(**removed)
    match = Match.objects.get(pk=einstein.pk)

    assert verification.findings(match)[0].holds is None
    assert verification.findings(match, noted=match.commitment)[0].holds


def by_hand(client, match):
    """The commands of the page of a match, each with what they print here and what it says."""
    page = client.get(reverse("match-verify", args=[match.pk])).content.decode()
    blocks = re.findall(r'<pre class="log" tabindex="0">(.*?)</pre>', page, re.DOTALL)
    lines = [line for block in blocks for line in html.unescape(block).splitlines()]
    told = dict(zip(lines[::2], lines[1::2], strict=True))
    assert all(command.startswith("$ ") for command in told)
    return [(command, _printed(command.removeprefix("$ ")), line) for command, line in told.items()]


def _printed(command):
    # Whoever follows the page has some Python and sha256sum, and the engine where it says so.
    python = f'python3() {{ {sys.executable} "$@"; }}; '
    done = subprocess.run(["bash", "-c", python + command], capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.mark.parametrize("key", ["einstein", "pachisi", "ashte-kashte"])
def test_what_the_page_says_to_do_by_hand_gives_what_it_says(client, key):
    seats = variant(key).load().num_players()
    entrants = [VersionFactory(games=[key]) for _ in range(seats)]
    row = tournament(entrants, key=key, games_per_pairing=seats)
    match = play_out(row.matches.get())

    commands = by_hand(client, match)

    assert [printed for _c, printed, _told in commands] == [told for *_, told in commands]
    assert len(commands) == 3
    assert commands[0][1] == match.commitment
    weights = verification.first_throw(match).steps.total
    assert int(commands[2][1]) == int(commands[1][1].split()[0], 16) % weights


def test_by_hand_the_throw_is_found_among_the_outcomes_by_their_weights(einstein):
    throw = verification.first_throw(einstein)
    state = einstein.games.first().variant.load().new_initial_state()

    spread = [outcome for outcome, weight in state.chance_weights() for _one in range(weight)]

    assert state.action_to_string(spread[throw.steps.remainder]) == throw.notation


def test_by_hand_the_opening_is_drawn_again(client):
    match = finished("kalah", games_per_pairing=6)

    commands = by_hand(client, match)

    assert [printed for _c, printed, _told in commands] == [told for *_, told in commands]
    assert commands[-1][1] == " ".join(match.opening)
    assert commands[-1][0].count("--taken") == 1


def test_the_api_compares_a_commitment_that_somebody_noted(client, einstein):
    address = reverse("api:match-verify", args=[einstein.pk])

    same, other = einstein.commitment.upper(), "ab" * 32
    assert client.get(address, {"commitment": same}).json()[0]["holds"] is True
    assert client.get(address, {"commitment": other}).json()[0]["holds"] is False
    assert client.get(address, {"commitment": "abc"}).status_code == 400
    assert client.get(address, {"commitments": same}).status_code == 400


def test_the_api_says_the_same(client, einstein):
    answer = client.get(reverse("api:match-verify", args=[einstein.pk]))
    assert [one["holds"] for one in answer.json()] == [True] * 13


def test_the_api_tells_nothing_before_the_end(client):
    tournament([VersionFactory(), VersionFactory()])
    answer = client.get(reverse("api:match-verify", args=[Match.objects.get().pk]))
    assert answer.status_code == 400
    assert "not over yet" in answer.json()["detail"]


def test_only_who_may_see_a_match_may_check_it(client, alice):
    match = check_match(VersionFactory(bot=BotFactory(owner=alice)))
    assert client.get(reverse("match-verify", args=[match.pk])).status_code == 404
    client.force_login(alice)
    assert client.get(reverse("match-verify", args=[match.pk])).status_code == 200


def test_a_whole_tournament_holds():
    row = play_all(tournament([VersionFactory() for _ in range(3)], games_per_pairing=6))
    assert isinstance(row, Tournament)
    assert [faults(match) for match in row.matches.all()] == [[]] * 9
