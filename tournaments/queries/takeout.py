"""Everything of a player's own as one zip, which is sent while it is written."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from agents.archive import TornArchive
from tournaments.errors import StorageUnavailable
from tournaments.models import Player, Seat, Version
from tournaments.queries import bots
from tournaments.queries.tournaments.exports import harmless

_CHUNK = 500
COLUMNS = (
    "ended_at", "tournament", "match", "game", "variant", "bot", "version", "seat", "rank",
    "returns", "reason", "fault", "unrated_reason", "voided_at",
)  # fmt: skip


class _Pipe(io.RawIOBase):
    """What is written into it waits until it is taken."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken, self._waiting = b"".join(self._waiting), []
        return taken


def pieces(player: Player) -> Iterator[bytes]:
    """The zip, bit by bit, so that memory holds no more than a file of it."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in (_account, _bots, _results_as_csv, _results_as_json, _logs):
            for _written in part(packed, player):
                yield pipe.take()
    yield pipe.take()


def results(player: Player) -> Iterator[dict[str, Any]]:
    """What became of the player's bots in every finished game, in the order of the games."""
    for seat in _seats(player).iterator(chunk_size=_CHUNK):
        game, version = seat.game, seat.version
        tournament = game.match.tournament
        fault = seat.fault["kind"] if seat.fault else ""
        values = (
            game.ended_at, tournament.slug if tournament else "", game.match_id, game.number,
            game.variant.key, version.bot.slug, version.number, seat.number, seat.rank,
            seat.returns, game.reason, fault, game.unrated_reason, game.voided_at,
        )  # fmt: skip
        yield dict(zip(COLUMNS, values, strict=True))


def _seats(player: Player) -> QuerySet[Seat]:
    rows = Seat.objects.finished().filter(version__bot__owner=player)
    joined = rows.select_related("version__bot", "game__variant", "game__match__tournament")
    return joined.defer("log", "log_cuts", "game__record").order_by("game", "number")


def _account(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    addresses = EmailAddress.objects.filter(user=player).order_by("pk")
    notices = player.notices.order_by("at", "pk")
    document = {
        "username": player.username,
        "joined": player.date_joined,
        "last_login": player.last_login,
        "emails": [{"email": one.email, "verified": one.verified} for one in addresses],
        "tokens": list(player.api_tokens.values("label", "created_at")),
        "notices": [{"at": one.at, "text": str(one), "link": one.link} for one in notices],
        "organised": list(player.tournaments.values("slug", "name", "status", "starts_at")),
        "clubs": list(player.memberships.values("club__name", "role", "display_name", "joined_at")),
        "bots": [_bot(bot) for bot in bots.owned_by(player)],
    }
    packed.writestr("account.json", _json(document))
    yield


def _bot(bot: Any) -> dict[str, Any]:
    return {
        "name": bot.name,
        "description": bot.description,
        "created_at": bot.created_at,
        "open_to_all": bot.open_to_all,
        "on_ladders": bot.on_ladders,
        "hidden_at": bot.hidden_at,
        "versions": [_version(version) for version in bot.versions.all()],
    }


def _version(version: Version) -> dict[str, Any]:
    return {
        "number": version.number,
        "status": version.status,
        "games": version.games,
        "sha256": version.sha256,
        "refusal": str(version.refusal),
        "notes": version.notes,
        "created_at": version.created_at,
    }


def _bots(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """The code as it is stored; why, where the storage does not give it."""
    rows = Version.objects.kept().filter(bot__owner=player).select_related("bot")
    for version in rows.order_by("bot__slug", "number"):
        name = f"bots/{version.bot.slug}/v{version.number}"
        try:
            packed.writestr(f"{name}.zip", version.read_archive(), zipfile.ZIP_STORED)
        except (TornArchive, StorageUnavailable) as error:
            packed.writestr(f"{name}-is-missing.txt", f"{error}\n")
        yield


def _results_as_csv(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    def line(row: dict[str, Any]) -> str:
        written = io.StringIO()
        csv.writer(written).writerow(harmless(str(_plain(value))) for value in row.values())
        return written.getvalue()

    yield from _lines(packed, "results.csv", ",".join(COLUMNS) + "\r\n", line, player)


def _results_as_json(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """One object on each line."""
    yield from _lines(packed, "results.jsonl", "", lambda row: _json(row, indent=None), player)


def _lines(
    packed: zipfile.ZipFile,
    name: str,
    head: str,
    line: Callable[[dict[str, Any]], str],
    player: Player,
) -> Iterator[None]:
    with packed.open(name, "w", force_zip64=True) as file:
        file.write(head.encode())
        for number, row in enumerate(results(player)):
            file.write(line(row).encode())
            if number % _CHUNK == 0:
                yield
    yield


def _logs(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """What the bots printed, and what went wrong; both are for their owner."""
    rows = Seat.objects.finished().filter(version__bot__owner=player)
    told = rows.exclude(log="", fault=None).select_related("version__bot", "game")
    ordered = told.defer("game__record").order_by("game", "number")
    for seat in ordered.iterator(chunk_size=50):
        name = f"match-{seat.game.match_id}-game-{seat.game.number}-seat-{seat.number}"
        fault = f"{seat.fault['summary']}\n{seat.fault['detail']}\n\n" if seat.fault else ""
        packed.writestr(f"logs/{seat.version.bot.slug}/{name}.txt", fault + seat.log)
        yield


def _plain(value: Any) -> Any:
    return "" if value is None else value


def _json(document: Any, *, indent: int | None = 1) -> str:
    return json.dumps(document, default=str, indent=indent) + "\n"
