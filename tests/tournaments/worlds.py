"""A site on which everything has happened once, so that each of its addresses shows something."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    found_anomaly,
    play_out,
    tournament,
    variant,
)
from tournaments.models import CasualGame, Course, Fit, GameFile, Player, Series, Variant, Version
from tournaments.queries.casual.people import Person
from tournaments.services.analysis import analyses
from tournaments.services.bots import connecting, remote, trials
from tournaments.services.casual import moves, opening
from tournaments.services.notices import hearing_changes
from tournaments.services.people import accounts, clubs
from tournaments.services.tournaments import series
from tournaments.services.tournaments.configuration import Configuration
from tournaments.services.tournaments.series import SeriesPlan
from tournaments.services.upkeep import game_files

PASSWORD = "cowrie-and-wood"


def population(name: Callable[[str], str] = str) -> dict[str, Player | None]:
    """Everybody by their roles; staff may do all in the administration."""
    people = {
        role: PlayerFactory(username=name(username))
        for role, username in (
            ("stranger", "bob"),
            ("owner", "alice"),
            ("organiser", "dora"),
            ("staff", "carol"),
        )
    }
    people["staff"].is_staff = people["staff"].is_superuser = True
    for one in people.values():
        one.set_password(PASSWORD)
        one.save()
    return {"anonymous": None, **people}


def furnish(people: dict[str, Player], name: Callable[[str], str] = str) -> dict[str, Any]:
    """Make what the addresses show; what stands in each, by the parameter after its word."""
    alice, dora = people["owner"], people["organiser"]
    bot = BotFactory(owner=alice, name=name("Anna"), slug="anna", open_to_all=False)
    new = [VersionFactory(bot=bot) for _ in range(2)]
    other = VersionFactory(bot=BotFactory(name=name("Otto"), slug="otto"))
    board = variant("einstein")
    trial = trials.start(
        challenger=new[1], incumbent=new[0], player=alice, now=NOW,
        config=trials.TrialConfiguration(variant=board, most_pairs=40),
    )  # fmt: skip
    entered = VersionFactory(bot=BotFactory(owner=alice, name=name("Ella"), slug="ella"))
    cup = tournament([entered, other], organiser=dora, key="einstein", name=name("Autumn Cup"))
    match = play_out(cup.matches.get())
    analyses.ask(match.games.get(number=1), asker="player-1", now=NOW)
    club = clubs.create(player=dora, name=name("Course"), description="", now=NOW)
    clubs.join(club.join_code, player=alice, now=NOW)
    Course.objects.create(club=club, variant=board, to_beat=other.bot)
    anomaly = found_anomaly(board, alice, other.bot.owner)
    Fit.objects.create(variant=board, computed_at=NOW, games=0)
    accounts.make_token(alice, label=name("laptop"), now=timezone.now())
    hearing_changes.set_webhook(alice, "https://hook.example.org/", now=NOW)
    return {
        "leaderboards/<slug:slug>": board.slug,
        "tournaments/<slug:slug>": cup.slug,
        "series/<slug:slug>": _series(dora, entered, name("Fridays")).slug,
        "anomalies/<int:pk>": anomaly.pk,
        "clubs/<slug:slug>": club.slug,
        "bots/<slug:slug>": "anna",
        "against/<slug:other>": "otto",
        "matches/<int:pk>": match.pk,
        "trials/<int:pk>": trial.pk,
        "games/<slug:game_id>": "kalah",
        "guide/<slug:name>": "ratings",
        "kit/<str:name>": wheel().name,
        "games/<str:name>": game_file(board).name,
        "games/<slug:stem>": game_file(board).stem,
        "players/<str:username>": alice.username,
        "play/<slug:key>": (casual := _casual(alice, entered)).key,
        "casual-games/<slug:key>": casual.key,
        "remote/<slug:slug>": "fara",
        "games/<slug:key>": _remote_game(alice, name("Fara")),
        "leaderboards/<slug:leaderboard>": board.slug,
        "notices/<int:pk>": alice.notices.latest("pk").pk,
        "openid/<slug:provider_id>": "home",
        "token/<int:pk>": alice.api_tokens.get().pk,
        "ratings/<slug:bot>": "ella",
        "fit/<slug:bot>": "ella",
        "<slug:other>": "otto",
        "<int:number>": 1,
        "<int:other_number>": 1,
        "<slug:problem>": "invalid",
        "<slug:kind>": "csv",
        "<str:username>": alice.username,
        "<str:key>": "kalah",
    }


def _remote_game(owner: Player, name: str) -> str:
    """The key of a game in which a remote bot is to act."""
    bot = BotFactory(owner=owner, name=name, slug="fara", is_remote=True)
    registered = {"bot": bot, "player": owner, "identity": "one", "games": ["kalah"]}
    version, _new = remote.register(**registered, now=NOW)
    connecting.connect(bot.pk, at_once=4, now=timezone.now())
    config = opening.CasualConfiguration(
        variant=variant("kalah", rated=False), seats=[version, "friend"]
    )
    game = opening.open_game(config, who=Person(owner), now=timezone.now())
    return opening.sit_down(game, number=1, who=Person(owner), now=timezone.now()).key


def _series(organiser: Player, version: Version, name: str) -> Series:
    """A series in which the version's bot is entered; its first tournament is to come."""
    now = timezone.now()
    config = Configuration(
        name=name, game=variant("einstein").load(), time_control="bullet",
        starts_at=now + timedelta(days=7), games_per_pairing=2,
    )  # fmt: skip
    return series.begin(
        config, SeriesPlan(zone="Europe/Berlin"), organiser=organiser, versions=[version],
        submission=uuid.uuid4(), now=now,
    )  # fmt: skip


def wheel() -> Path:
    """A file of the kit, which the page of the kit lists: one that is there, or an empty one."""
    folder = Path(settings.KIT)
    for one in folder.glob("*.whl"):
        return one
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / "kauri_kit-0.1.0-py3-none-any.whl"
    made.write_bytes(b"PK\x05\x06" + bytes(18))
    return made


def game_file(board: Variant) -> GameFile:
    """The file of a leaderboard's games of the month that its players play in."""
    game_files.publish(now=NOW + timedelta(days=40))
    return board.game_files.earliest("month")


def _casual(player: Player, version: Version) -> CasualGame:
    """A game that the player has lost against a bot; somebody has asked for its analysis."""
    game = opened(["me", version], who=person(player))
    game = moves.resign(game, who=person(player), seat=0, now=NOW)
    analyses.ask(game, asker="player-1", now=NOW)
    return game


def address(route: str, values: dict[str, Any]) -> str:
    """The path of a route, with these values in it."""
    path = route
    for name, value in values.items():
        before, _, parameter = name.rpartition("/")
        stem = f"{before}/" if before else ""
        path = path.replace(name, f"{stem}{value}") if parameter in path else path
    return "/" + path.replace("^", "").rstrip("$")
