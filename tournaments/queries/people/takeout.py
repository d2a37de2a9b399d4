"""All data of a player as one zip, which is sent while it is written."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db.models import Model, QuerySet

from agents.bots.archive import TornArchive
from tournaments.errors import StorageUnavailable
from tournaments.models import (
    ApiToken,
    Bot,
    CasualGame,
    CasualSeat,
    Notice,
    NoticeChoice,
    Player,
    Seat,
    Version,
)
from tournaments.queries.bots import overview
from tournaments.queries.casual import lists
from tournaments.queries.people import hearing
from tournaments.queries.tournaments.exports import harmless

_CHUNK, _FEW = 500, 50
_OF_TOKEN = (
    "label", "scopes", "created_at", "expires_at", "ended_at", "last_used_at", "last_used_from",
)  # fmt: skip
_OF_LOG_IN = ("provider", "uid", "extra_data", "date_joined", "last_login")
_OF_BOT = (
    "name",
    "description",
    "created_at",
    "open_to_all",
    "on_ladders",
    "on_open_ladders",
    "is_remote",
    "connected_since",
    "connected_until",
    "at_once",
    "hidden_at",
)
_OF_VERSION = ("number", "status", "is_remote", "games", "sha256", "refusal", "notes", "created_at")
_OF_DRAFT = ("pk", "name", "variant", "size", "counter", "updated_at")
AnySeat = TypeVar("AnySeat", Seat, CasualSeat)
FIELDS = {
    "ended_at": "game__ended_at",
    "tournament": "game__match__tournament__slug",
    "match": "game__match",
    "game": "game__number",
    "variant": "game__variant__key",
    "bot": "version__bot__slug",
    "version": "version__number",
    "seat": "number",
    "rank": "rank",
    "returns": "returns",
    "reason": "game__reason",
    "fault": "fault__kind",
    "unrated_reason": "game__unrated_reason",
    "voided_at": "game__voided_at",
}
"""The columns of results, and the fields of a seat that hold them."""


class _Pipe(io.RawIOBase):
    """A buffer: what is written stays until it is taken."""

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
    """The zip in pieces, so that memory holds at most one of its files."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in (_account, _bots, _drafts, _results, _casual, _logs):
            for _written in part(packed, player):
                yield pipe.take()
    yield pipe.take()


def results(player: Player) -> Iterator[tuple[Any, ...]]:
    """The results of the player's bots in finished games: `FIELDS`, in the games' order."""
    rows = Seat.objects.finished().filter(version__bot__owner=player).order_by("game", "number")
    return rows.values_list(*FIELDS.values()).iterator(chunk_size=_CHUNK)


def _account(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """One JSON object; each of its values is read once those before it are sent."""
    with packed.open("account.json", "w") as file:
        before = "{"
        for name, value in _of_account(player):
            file.write(f"{before}\n {_json(name).strip()}: {_json(value).strip()}".encode())
            before = ","
            yield
        file.write(b"\n}\n")
    yield


def _of_account(player: Player) -> Iterator[tuple[str, Any]]:
    yield "username", player.username
    yield "joined", player.date_joined
    yield "last_login", player.last_login
    emails = EmailAddress.objects.filter(user=player).order_by("pk")
    yield "emails", [{"email": row.email, "verified": row.verified} for row in emails]
    yield "log_ins", list(SocialAccount.objects.filter(user=player).values(*_OF_LOG_IN))
    yield "tokens", [_token(token) for token in player.api_tokens.all()]
    yield "notices", [_notice(notice) for notice in player.notices.order_by("at", "pk")]
    yield "notices_by", list(player.notice_choices.values("kind", *NoticeChoice.WAYS))
    yield "language", player.language
    yield "webhook", getattr(hearing.webhook(player), "url", None)
    yield "organised", list(player.tournaments.values("slug", "name", "status", "starts_at"))
    clubs = player.memberships.values("club__name", "role", "display_name", "joined_at")
    yield "clubs", list(clubs)
    yield "drafts", list(player.drafts.values(*_OF_DRAFT))
    yield "bots", [_bot(bot) for bot in overview.owned_by(player)]


def _token(token: ApiToken) -> dict[str, Any]:
    acts = list(token.acts.values("at", "method", "path"))
    return {**_columns(token, *_OF_TOKEN), "acts": acts}


def _notice(notice: Notice) -> dict[str, Any]:
    return {"at": notice.at, "kind": notice.kind, "text": str(notice), "link": notice.link}


def _bot(bot: Bot) -> dict[str, Any]:
    versions = [
        _columns(version, *_OF_VERSION) | {"refusal": str(version.refusal)}
        for version in bot.versions.all()
    ]
    return _columns(bot, *_OF_BOT) | {"versions": versions}


def _columns(row: Model, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _bots(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """The code as it is stored, or the reason why the storage does not give it."""
    rows = Version.objects.hosted().kept().filter(bot__owner=player).select_related("bot")
    for version in rows.order_by("bot__slug", "number"):
        name = f"bots/{version.bot.slug}/v{version.number}"
        try:
            packed.writestr(f"{name}.zip", version.read_archive(), zipfile.ZIP_STORED)
        except (TornArchive, StorageUnavailable) as error:
            packed.writestr(f"{name}-is-missing.txt", f"{error}\n")
        yield


def _drafts(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """The files of each draft of the workshop."""
    for draft in player.drafts.iterator(_FEW):
        for name, text in draft.files.items():
            packed.writestr(f"drafts/{draft.pk}/{name}", text)
        yield


def _results(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """The results as CSV, and as JSON with one object on each line."""
    table = csv.writer(_Echo())
    cells = ([harmless(_text(value)) for value in row] for row in results(player))
    lines = (table.writerow(row) for row in chain([list(FIELDS)], cells))
    yield from _file(packed, "results.csv", lines)
    rows = (_named(row) for row in results(player))
    yield from _file(packed, "results.jsonl", (_json(row, indent=None) for row in rows))


class _Echo:
    """Lets the writer of a table return each line."""

    def write(self, line: str) -> str:
        return line


def _named(row: tuple[Any, ...]) -> dict[str, Any]:
    named = dict(zip(FIELDS, row, strict=True))
    return named | {name: named[name] or "" for name in ("tournament", "fault")}


def _file(packed: zipfile.ZipFile, name: str, lines: Iterator[str]) -> Iterator[None]:
    with packed.open(name, "w", force_zip64=True) as file:
        while some := list(islice(lines, _CHUNK)):
            file.write("".join(some).encode())
            yield
    yield


def _casual(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """Casual games that they opened, sat in, or had a bot in; one on each line."""
    games = lists.of_account(player).iterator(chunk_size=_CHUNK)
    lines = (_json(_casual_game(game), indent=None) for game in games)
    yield from _file(packed, "casual.jsonl", lines)


def _casual_game(game: CasualGame) -> dict[str, Any]:
    return {
        "address": game.get_absolute_url(),
        "variant": game.variant.key,
        "seats": [seat.name for seat in game.seats.all()],
        "created_at": game.created_at,
        "ended_at": game.ended_at,
        "reason": game.reason,
        "result": game.result,
        "commitment": game.commitment,
        "seed": game.revealed_seed,
        "events": game.events if game.is_over else None,
    }


def _logs(packed: zipfile.ZipFile, player: Player) -> Iterator[None]:
    """The bots' output and faults, which are for their owner."""
    for seat in _told(Seat.objects.finished(), player).defer("game__record_in_row").iterator(_FEW):
        place = f"match-{seat.game.match_id}-game-{seat.game.number}-seat-{seat.number}"
        _log(packed, seat, place)
        yield
    for casual in _told(CasualSeat.objects.all(), player).defer("game__events").iterator(_FEW):
        _log(packed, casual, f"casual-{casual.game.key}-seat-{casual.number}")
        yield


def _told(rows: QuerySet[AnySeat], player: Player) -> QuerySet[AnySeat]:
    """The seats of a player's bots that have a log or a fault."""
    seats = rows.filter(version__bot__owner=player).exclude(log="", fault=None)
    return seats.select_related("version__bot", "game").order_by("game", "number")


def _log(packed: zipfile.ZipFile, seat: Seat | CasualSeat, place: str) -> None:
    version = seat.version
    if version is not None:
        fault = f"{seat.fault['summary']}\n{seat.fault['detail']}\n\n" if seat.fault else ""
        packed.writestr(f"logs/{version.bot.slug}/{place}.txt", fault + seat.log)


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _json(document: Any, *, indent: int | None = 1) -> str:
    return json.dumps(document, default=str, indent=indent) + "\n"
