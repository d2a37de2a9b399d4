from importlib import metadata

import pytest

import engine
from agents.terms.limits import Limits
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    check_match,
    play_all,
    tournament,
    variant,
)
from tournaments.models import Version
from tournaments.services.ratings import fits
from tournaments.services.tournaments import tables
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


def three(alice, bob):
    owners = {"Greedy": alice, "Search": bob, "Random": bob}
    return [VersionFactory(bot=BotFactory(owner=who, name=name)) for name, who in owners.items()]


@pytest.fixture
def versions(alice, bob):
    return three(alice, bob)


def make_once():
    alice, bob = (PlayerFactory(username=name) for name in ("alice", "bob"))
    return play_all(tournament(three(alice, bob), organiser=alice))


@pytest.fixture
def played(made):
    return made


def names(page, key="slug"):
    return [row[key] for row in page["results"]]


def test_the_root_leads_everywhere(get, client):
    addresses = [said for name, said in get("").items() if name not in {"version", "protocol"}]

    assert {client.get(address).status_code for address in addresses} == {200}


def test_games_come_with_their_options(get):
    page = get("games/")

    assert names(page, "id") == [info.id for info in engine.games()]
    seeds = next(o for o in page["results"][0]["options"] if o["name"] == "seeds")
    assert seeds == {
        "name": "seeds",
        "kind": "int",
        "default": 3,
        "allowed": [1, 12],
        "help": "Seeds in each pit at the start.",
        "requires": None,
    }


def test_the_limits_are_those_that_are_set_here(get, settings):
    settings.LIMITS = Limits(output_bytes=1 << 20, cpu_seconds=60)

    limits = {row["name"]: (row["value"], row["text"]) for row in get("limits/")["limits"]}

    assert limits["output_bytes"] == (1048576, "1 MiB")
    assert limits["cpu_seconds"] == (60, "60 s")
    assert limits["startup_seconds"] == (0, "5 s (bullet, blitz), 10 s (rapid, classical)")


def test_the_packages_for_bots_come_with_their_versions(get):
    assert get("limits/")["packages"] == [
        {"name": name, "version": metadata.version(name)} for name in ("numpy", "wasmtime")
    ]


def test_an_option_tells_which_other_it_needs(get):
    options = {option["name"]: option for option in get("games/einstein/")["options"]}

    assert options["mirror"]["requires"] == {"option": "setup", "values": ["random"]}


def test_a_variant_without_a_leaderboard_names_none(get):
    variant("kalah(seeds=4)", rated=False)

    page = get("variants/?game=kalah&rated=false")

    assert names(page, "variant") == ["kalah(seeds=4)"]
    assert page["results"][0]["leaderboard"] is None
    assert page["results"][0]["options"]["seeds"] == 4


def test_a_leaderboard_counts_the_versions_rated_on_it(get, played):
    row = get(f"leaderboards/{played.variant.slug}/")

    assert (row["variant"], row["versions"]) == ("kalah", 3)


def test_ratings_come_by_the_fit_and_live_ones_stand_beside(get, played):
    before = get(f"leaderboards/{played.variant.slug}/ratings/")["results"]
    fits.compute(played.variant, now=NOW)
    played.variant.ratings.filter(version__bot__name="Random").update(value=1600000, games=20)

    rows = get(f"leaderboards/{played.variant.slug}/ratings/")["results"]

    assert {(row["place"], row["strength"]) for row in before} == {(None, None)}
    # Greedy's strength is stated; the others lack games.
    assert [row["place"] for row in rows] == [1, None, None]
    assert rows[0]["strength"]["missing_games"] == 0 < rows[1]["strength"]["missing_games"]
    strengths = [row["strength"]["rating"] for row in rows]
    assert strengths == sorted(strengths, reverse=True)
    (chance,) = (row for row in rows if row["version"]["bot"] == "random")
    assert (chance["elo"], chance["games"], chance["is_provisional"]) == (1600.0, 20, False)


def test_narrowed_ratings_keep_their_places(get, played):
    everyone = get(f"leaderboards/{played.variant.slug}/ratings/")["results"]

    mine = get(f"leaderboards/{played.variant.slug}/ratings/?bot=greedy")["results"]

    assert mine == [row for row in everyone if row["version"]["bot"] == "greedy"]


def test_a_history_adds_up_to_the_rating(get, played):
    path = f"leaderboards/{played.variant.slug}/ratings/"
    rating = get(f"{path}?bot=greedy")["results"][0]

    entries = get(f"{path}greedy/1/history/")["results"]

    assert entries[0]["game"] is None
    assert entries[-1]["elo"] == rating["elo"]
    assert sum(entry["delta"] for entry in entries) == pytest.approx(rating["elo"])
    assert len(entries) == 1 + rating["games"]


def test_a_history_goes_on_over_pages(get, played):
    path = f"leaderboards/{played.variant.slug}/ratings/greedy/1/history/"

    whole = get(path)["results"]
    first = get(f"{path}?page_size=4")
    rest = get(first["next"].partition("/api/v1/")[2])

    assert [*first["results"], *rest["results"]] == whole
    assert rest["next"] is None


def test_players_tell_their_name_and_nothing_private(get, played):
    assert get("players/bob/") == {
        "url": "http://testserver/api/v1/players/bob/",
        "username": "bob", "bots": 2, "tournaments": 0,
    }  # fmt: skip


def test_a_player_who_was_shut_out_is_not_listed(get, alice, bob):
    bob.is_active = False
    bob.save()

    assert names(get("players/"), "username") == ["alice"]
    get("players/bob/", status=404)


def test_a_bot_plays_what_its_newest_accepted_version_plays(get, versions):
    bot = versions[0].bot
    VersionFactory(bot=bot, games=["einstein"])
    VersionFactory(bot=bot, games=[], status=Version.Status.CHECKING)

    row = get("bots/greedy/")

    assert (row["newest_accepted"], row["games"]) == (2, ["einstein"])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["greedy", "random", "search"]),
        ("?owner=bob", ["random", "search"]),
        ("?owner=bob&game=einstein", ["search"]),
        ("?is_house=true", []),
        ("?open_to_all=true&owner=alice", ["greedy"]),
    ],
)
def test_bots_can_be_narrowed(get, versions, query, found):
    versions[2].games = ["kalah"]
    versions[2].save()

    assert names(get(f"bots/{query}")) == found


def test_bots_without_an_accepted_version_play_no_game(get, versions):
    Version.objects.update(status=Version.Status.CHECKING)

    assert names(get("bots/?game=kalah")) == []


def test_versions_can_be_narrowed_by_what_became_of_them(get, versions):
    VersionFactory(bot=versions[0].bot, status=Version.Status.CHECKING)

    assert names(get("bots/greedy/versions/"), "number") == [2, 1]
    assert names(get("bots/greedy/versions/?status=accepted"), "number") == [1]


def test_a_refused_version_is_for_its_owner_and_staff(get, versions, alice, bob, carol):
    check_match(versions[0])
    versions[0].refuse(
        Sentence("bot-fault", kind="crash", summary="It crashed.", detail="secret = 1")
    )
    path = "bots/greedy/versions/1/"

    for stranger in (None, bob):
        assert "no version of" in get(path, status=404, player=stranger)["detail"]
        assert names(get("bots/greedy/versions/", player=stranger), "number") == []
    for reader in (alice, carol):
        private = get(path, player=reader)
        assert private["refusal"].endswith("secret = 1")
        assert private["check"]["status"] == "queued"


def test_nothing_of_a_version_gives_its_code_away(get, versions, alice):
    row = get("bots/greedy/versions/1/", player=alice)

    assert set(row) == {
        "url", "bot", "number", "is_remote", "status", "games", "size", "sha256", "created_at",
        "paused_at", "pause_reason", "pause_code", "notes", "held_back", "hidden_at",
        "source_is_public", "refusal", "check",
    }  # fmt: skip


def test_a_tournament_counts_its_games(get, played):
    row = get("tournaments/autumn-cup/")

    counts = (row["entrants"], row["games"], row["settled"])
    assert (row["status"], row["variant"]["variant"], counts) == ("finished", "kalah", (3, 6, 6))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?status=finished", 1),
        ("?status=running", 0),
        ("?game=kalah&organiser=alice&bot=search", 1),
        ("?game=einstein", 0),
        ("?organiser=bob", 0),
    ],
)
def test_tournaments_can_be_narrowed(get, played, query, found):
    assert len(get(f"tournaments/{query}")["results"]) == found


def test_standings_and_crosstable_agree(get, played):
    table = get("tournaments/autumn-cup/standings/")

    progress = {"games": 6, "finished": 6, "playing": 0, "void": 0, "percent": 100}
    assert table["progress"] == progress
    for number, row in enumerate(table["standings"], start=1):
        assert row["number"] == number
        assert number not in [one["number"] for one in row["against"]]
        assert sum(one["points"] for one in row["against"]) == row["points"]


def test_standings_come_by_pages(get, played):
    first = get("tournaments/autumn-cup/standings/?page_size=2")
    second = get("tournaments/autumn-cup/standings/?page_size=2&page=2")

    assert [one["number"] for one in first["standings"]] == [1, 2]
    assert [one["number"] for one in second["standings"]] == [3]
    assert first["count"] == second["count"] == 3
    assert first["next"].endswith("/standings/?page=2&page_size=2")
    assert second["next"] is None


def test_a_table_that_is_being_computed_says_when_to_ask_again(client, played, monkeypatch):
    monkeypatch.setattr(tables, "AT_ONCE", 1)

    refusal = client.get("/api/v1/tournaments/autumn-cup/standings/")

    assert (refusal.status_code, refusal.json()["code"]) == (503, "being_computed")
    assert int(refusal["Retry-After"]) > 0


def test_standings_are_sent_again_only_when_they_have_changed(client, played):
    address = "/api/v1/tournaments/autumn-cup/standings/"
    tag = client.get(address)["ETag"]

    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"{address}?page_size=1", headers={"If-None-Match": tag}).status_code == 200
