"""The results of tournaments as files, held against golden ones."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from caissify_pairings.trf import parse_trf
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    exported,
    play_to_the_end,
    tournament,
)
from tournaments.models import Tournament
from tournaments.queries.tournaments import exports, standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.once]

GOLDEN = Path(__file__).parent / "golden"
URL = "https://kauri.example/tournaments/autumn-cup/"


def make_once():
    """Five bots of Alice's, and the Swiss tournament that they have played."""
    alice = PlayerFactory(username="alice")
    names = ["Anna", 'Bert "the \\ Bot"', "=Cleo", "Dora", "Emil"]
    five = [VersionFactory(bot=BotFactory(name=name, owner=alice)) for name in names]
    row = tournament(
        five,
        organiser=alice,
        format="swiss",
        format_options={"rounds": 3},
        starts_at=NOW + timedelta(hours=1),
    )
    # The seed draws the colours of the first round.
    row.pairing_seed = 1
    row.save()
    lifecycle.start(row, now=NOW)
    strengths = {version: number for number, version in enumerate(five)}
    return five, play_to_the_end(row, strengths=strengths)


@pytest.fixture
def five(made):
    return made[0]


@pytest.fixture
def swiss(made):
    return made[1]


@pytest.mark.parametrize("kind", ["csv", "pgn", "trf"])
def test_the_file_is_as_it_was(swiss, kind):
    assert exported(swiss, kind, URL).encode() == (GOLDEN / f"swiss.{kind}").read_bytes()


def test_the_report_says_to_a_program_that_reads_such_what_was_played(swiss):
    read = parse_trf(exported(swiss, "trf"))

    players = {player["name"]: player for player in read["players"]}
    totals = {
        line.row.entrant.version.bot.name + " v1": float(line.row.points)
        for line in standings.lines(format_input(swiss))
    }
    assert {name: player["score"] for name, player in players.items()} == totals
    assert all(len(player["results"]) == 3 for player in players.values())
    assert read["tournament"]["name"] == "Autumn Cup"


def test_a_report_during_a_round_has_its_pairings_without_results(five, alice):
    row = tournament(five, organiser=alice, format="swiss", format_options={"rounds": 3})

    report = exported(row, "trf")

    assert "XXR 3\r\n" in report
    rounds = [line[89:] for line in report.splitlines() if line.startswith("001")]
    assert all(len(line) == 10 for line in rounds)
    assert sorted(line[8:] for line in rounds) == ["  "] * 4 + [" U"]
    assert sorted(line[7] for line in rounds) == ["-", "b", "b", "w", "w"]


def test_a_void_pairing_is_in_the_report_as_half_a_point_without_a_game(swiss, carol):
    match = swiss.matches.filter(pairing__round__number=2).first()
    voiding.void(match.games.all(), player=carol, reason="A fault of the host.", now=NOW)

    read = parse_trf(exported(swiss, "trf"))

    second = {player["starting_number"]: player["results"][2] for player in read["players"]}
    void = [one for one in second.values() if one["result"] == "H"]
    assert [(one["opponent"], one["color"]) for one in void] == [(None, None)] * 2


def test_json_has_every_game_that_counts(swiss):
    document = json.loads(exported(swiss, "json", URL))

    assert len(document["games"]) == 3 * 2 * 2
    assert document["games"][0].keys() == {
        "round", "pairing", "match", "game", "ended_at", "reason", "entrants", "ranks", "luck",
    }  # fmt: skip
    assert document["standings"][0]["bot"] == "Emil"


def test_json_in_pieces_has_a_line_for_each_entrant_each_place_and_each_game(swiss, five, alice):
    nothing_played = tournament(five, organiser=alice, name="New Cup")

    for row in (swiss, nothing_played):
        text = exported(row, "json", URL)
        document = json.loads(text)
        lines = [line.strip().rstrip(",") for line in text.splitlines()]
        told = [json.loads(line) for line in lines if line.startswith('{"')]
        assert told == document["entrants"] + document["standings"] + document["games"]


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl", "pgn", "trf"])
def test_a_file_is_sent_again_only_when_it_has_changed(client, swiss, carol, kind):
    address = reverse("tournament-export", args=[swiss.slug, kind])
    tag = client.get(address)["ETag"]

    same = client.get(address, headers={"If-None-Match": tag})
    games = swiss.matches.first().games.all()
    voiding.void(games, player=carol, reason="A fault of the host.", now=NOW)
    other = client.get(address, headers={"If-None-Match": tag})

    assert (same.status_code, other.status_code) == (304, 200)
    assert other["ETag"] != tag


@pytest.mark.parametrize(("kind", "queries"), [("json", 5), ("pgn", 3)])
def test_a_file_of_all_games_reads_two_rounds_at_first_and_then_ever_more_at_once(
    alice, kind, queries, django_assert_num_queries
):
    for count, reads in ((2, 1), (6, 2)):
        versions = [VersionFactory() for _ in range(count)]
        row = play_to_the_end(
            tournament(versions, organiser=alice, name=f"Cup of {count}"),
            strengths={version: number for number, version in enumerate(versions)},
        )
        exported(row, "csv")  # which computes the table
        with django_assert_num_queries(queries + reads):
            exported(row, kind)


def test_what_there_is_depends_on_the_game_and_the_format(five, alice):
    robin = tournament(five, organiser=alice)
    four = [VersionFactory(games=["pachisi"]) for _ in range(4)]
    tables = tournament(four, organiser=alice, key="pachisi", games_per_pairing=4, format="swiss")

    assert [one.kind for one in exports.available(robin)] == ["csv", "json", "jsonl", "pgn"]
    assert [one.kind for one in exports.available(tables)] == ["csv", "json", "jsonl"]


def test_a_file_can_be_downloaded(client, swiss):
    answer = client.get(reverse("tournament-export", args=[swiss.slug, "csv"]))

    assert answer["Content-Disposition"] == 'attachment; filename="autumn-cup.csv"'
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"Place,Bot,Version")


def test_a_kind_that_there_is_not_is_not_found(client, swiss):
    assert client.get(reverse("tournament-export", args=[swiss.slug, "doc"])).status_code == 404
    assert client.get(f"/api/v1/tournaments/{swiss.slug}/results/doc/").status_code == 404


@pytest.mark.parametrize(
    "address", ["/tournaments/{}/results/csv/", "/api/v1/tournaments/{}/results/csv/"]
)
def test_private_results_are_for_those_who_may_see_them(client, swiss, alice, bob, address):
    Tournament.objects.update(access=Tournament.Access.PRIVATE)

    client.force_login(bob)
    assert client.get(address.format(swiss.slug)).status_code == 404
    client.force_login(alice)
    assert client.get(address.format(swiss.slug)).status_code == 200


def test_the_api_says_where_the_files_are_and_what_decides(client, swiss):
    table = client.get(f"/api/v1/tournaments/{swiss.slug}/standings/").json()

    assert list(table["files"]) == ["csv", "json", "jsonl", "pgn", "trf"]
    assert [one["code"] for one in table["tie_breaks"]] == ["BH-C1", "BH", "DE"]
    assert table["by_way"] is False
    for row in table["standings"]:
        assert len(row["tie_breaks"]) == 3
        assert row["progress"][-1] == row["points"]
    for address in table["files"].values():
        assert client.get(address).status_code == 200
