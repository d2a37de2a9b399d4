"""The files of results read by programs of other hands: what they find is what was played."""

import csv
import io
import json
import re
from collections import defaultdict
from fractions import Fraction

import pytest

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    as_player,
    claimed,
    exported,
    outcome,
    play_to_the_end,
    tournament,
)
from tests.tournaments.problems import told
from tournaments.models import Game
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.playing import reports
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import lifecycle, withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.once]

URL = "https://kauri.example/tournaments/cup/"
NAMES = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fay"]
RESULTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (Fraction(1, 2), Fraction(1, 2))}


def bots(owner):
    return [VersionFactory(bot=BotFactory(name=name, owner=owner)) for name in NAMES]


def played(row, match, seed):
    """A match by random play, so that there are draws as well."""
    claimed(match)
    for game in match.games.order_by("number"):
        report = outcome(game, seed=seed + game.number)
        reports.report(match, game, report, now=NOW, lease=LEASE)


@pytest.fixture
def robin(alice, carol):
    """A round-robin with a withdrawal and a voided game."""
    row = tournament(bots(alice), organiser=alice, name='The "Cup" \\ 1', games_per_pairing=4)
    gone = row.entries.get(number=6)
    first = row.matches.filter(pairing__entries=gone).first()
    played(row, first, seed=7)
    withdrawals.withdraw(gone, player=alice, now=NOW)
    for number, match in enumerate(row.matches.filter(status="queued")):
        played(row, match, seed=100 * number)
    voiding.void(
        Game.objects.filter(ended_at__isnull=False)[5:6], player=carol, reason="-", now=NOW
    )
    lifecycle.advance(now=NOW)
    row.refresh_from_db()
    assert row.is_over
    return row


def read_pgn(text):
    """Games as dicts of their tags, by the PGN standard's import format; the result comes last."""
    games, tags = [], {}
    for line in text.splitlines():
        if found := re.fullmatch(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', line):
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif line:
            assert line == tags["Result"]
            games.append(tags)
            tags = {}
    assert tags == {}
    return games


def test_a_reader_of_pgn_adds_up_the_points_of_the_games(robin):
    games = read_pgn(exported(robin, "pgn", URL))

    points = defaultdict(Fraction)
    for game in games:
        white, black = RESULTS[game["Result"]]
        points[game["White"]] += white
        points[game["Black"]] += black
        assert set(game) == {"Event", "Site", "Date", "Round", "White", "Black", "Result"}
    assert games[0]["Event"] == 'The "Cup" \\ 1'
    assert games[0]["Date"] == "2026.01.02"
    counted = Game.objects.filter(ended_at__isnull=False, voided_at=None)
    assert len(games) == counted.count() == 10 * 4 + 2 - 1
    assert points == {name: _made(robin, name) for name in points}


def _made(row, name):
    """The points of games, annulled ones too: what programs rate."""
    seats = Game.objects.filter(match__tournament=row, voided_at=None, ended_at__isnull=False)
    ranks = [
        {str(seat.version): seat.rank for seat in game.seats.select_related("version__bot")}
        for game in seats
    ]
    mine = [(one[name], sum(one.values()) - one[name]) for one in ranks if name in one]
    return sum(Fraction(1 if a < b else 0) if a != b else Fraction(1, 2) for a, b in mine)


def test_a_reader_of_csv_and_one_of_json_find_the_same_standings(robin):
    rows = list(csv.DictReader(io.StringIO(exported(robin, "csv", URL))))
    document = json.loads(exported(robin, "json", URL))

    lines = standings.lines(format_input(robin))
    assert [row["Bot"] for row in rows] == [line.row.entrant.version.bot.name for line in lines]
    assert [float(row["Points"]) for row in rows] == [float(line.row.points) for line in lines]
    assert [one["bot"] for one in document["standings"]] == [row["Bot"] for row in rows]
    assert rows[-1]["Withdrawn"] == "Withdrawn by alice."
    assert len(document["games"]) == 41
    for game in document["games"]:
        assert len(game["entrants"]) == len(game["ranks"]) == 2


def trf_columns(line):
    """A player's line of TRF16 by the columns of FIDE's table, which count from 1."""
    rounds = [line[start - 1 : start + 9] for start in range(92, len(line) + 1, 10)]
    return {
        "number": int(line[4:8]),
        "name": line[14:47].strip(),
        "rating": line[48:52].strip(),
        "points": float(line[80:84]),
        "rank": int(line[85:89]),
        "rounds": [(int(one[0:4]), one[5], one[7]) for one in rounds],
    }


def test_a_reader_of_trf_by_columns_finds_a_report_that_agrees_with_itself(alice):
    versions = bots(alice)
    row = tournament(
        versions[:5], organiser=alice, format="swiss", format_options={"rounds": 3}, name="Cup"
    )
    play_to_the_end(row, strengths={version: n for n, version in enumerate(versions)})

    lines = exported(row, "trf", URL).split("\r\n")
    read = [trf_columns(line) for line in lines if line.startswith("001 ")]
    players = {one["number"]: one for one in read}

    worth = {"1": 1, "+": 1, "U": 1, "=": 0.5, "H": 0.5, "0": 0, "-": 0, "Z": 0}
    assert len(players) == 5
    for number, one in players.items():
        assert one["points"] == sum(worth[result] for _who, _colour, result in one["rounds"])
        for place, (who, colour, result) in enumerate(one["rounds"]):
            if who:
                other = players[who]["rounds"][place]
                assert other[0] == number
                assert {colour, other[1]} == {"w", "b"}
                assert {result, other[2]} in ({"1", "0"}, {"="})
    ranked = sorted(players.values(), key=lambda one: one["rank"])
    assert [one["points"] for one in ranked] == sorted((p["points"] for p in ranked), reverse=True)
    assert "062 5" in lines
    assert "XXR 3" in lines


@pytest.mark.parametrize("name", ["Two\nlines", "A\ttab", "Bell\x07"])
def test_no_name_of_a_tournament_breaks_a_line_of_a_file(client, alice, name):
    made = client.post(
        "/api/v1/tournaments/",
        {"name": name, "variant": "kalah", "entrants": [one.bot.slug for one in bots(alice)]},
        content_type="application/json",
        headers=as_player(alice),
    )

    assert (made.status_code, list(told(made.json()))) == (400, ["name"])
