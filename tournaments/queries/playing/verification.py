"""Checks whether a match followed its rules and its dice, as anybody can by hand.

The code of `python -m engine verify` checks a record. A match that was queued again has had several
seeds; the commitment in a record tells which of them its game was played with.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from agents.table.referee import bot_seeds_from
from agents.words.speech import say
from engine import EngineError, State, record
from engine.dice import Throw, commitment, compute
from tournaments.mathematics import formats, openings
from tournaments.models import Game, Match, PairingSide, load_records
from tournaments.queries.playing import luck, queue
from tournaments.words import Sentence

FORGOTTEN = Sentence("rules-forgotten")


@dataclass(frozen=True)
class MatchFinding:
    """The result of one check; `holds` is None where it can no longer be checked."""

    what: Sentence
    holds: bool | None
    detail: Sentence


@dataclass(frozen=True)
class FirstThrow:
    """The first throw of a match: game, seat, the steps that compute it, and its notation."""

    game: int
    seat: int
    steps: Throw
    notation: str


def findings(match: Match, *, noted: str = "") -> list[MatchFinding]:
    """All findings about a match that is over.

    `noted` is the commitment that the reader wrote down before the match; empty without one.
    """
    games = [game for game in match.games.all() if game.is_over]
    load_records(games)
    about = [MatchFinding(Sentence("seeds-committed"), *_commitment(match, games, noted))]
    for game in games:
        about += _game(match, game)
    if match.pairing is not None:
        about.append(MatchFinding(Sentence("same-opening"), *_opening(match)))
        about.append(MatchFinding(Sentence("every-side-once"), *_seating(match)))
    return about


def first_throw(match: Match) -> FirstThrow | None:
    """The first throw of the first game that has one; None before the match is over."""
    if not match.is_over:
        return None
    for game in match.games.all():
        if game.has_record and _is_readable(game):
            document = game.kept_record
            for event, state in zip(document["events"], record.states(document), strict=False):
                if "throw" in event:
                    return _worked_out(match, game, event, state)
    return None


def _worked_out(match: Match, game: Game, event: dict[str, Any], state: State) -> FirstThrow | None:
    seed = match.seed_of(game.kept_record)
    if seed is None:
        return None
    number = record.game_number(game.kept_record)
    steps = compute(seed, event["seat"], 0, state.chance_weights(), game_number=number)
    return FirstThrow(game.number, event["seat"], steps, event["throw"])


def opening_command(match: Match) -> str:
    """The shell command that computes the opening of a match; empty without an opening."""
    tournament = match.tournament
    if not match.opening or tournament is None:
        return ""
    words = ["python3 -m engine opening", f"'{tournament.variant.key}'"]
    words += [match.seeds[0].hex(), f"--actions {len(match.opening)}"]
    before = sorted(" ".join(opening) for opening in _earlier_openings(match) if opening)
    return " ".join([*words, *(f"--taken '{opening}'" for opening in before)])


_Finding = tuple[bool | None, Sentence]
"""Whether something holds, None where it can no longer be checked, and what was found."""


def _commitment(match: Match, games: list[Game], noted: str) -> _Finding:
    """Check the seeds against the commitments in the records and the reader's note."""
    every = [commitment(seed) for seed in match.seeds]
    sha = ", ".join(every)
    in_records = {document["dice"]["commitment"] for document in _records(games)}
    if noted and noted not in every:
        return False, Sentence("noted-differs", noted=noted, sha=sha)
    if in_records - set(every):
        return False, Sentence("record-commits-elsewhere", sha=sha)
    if not noted and not in_records:
        return None, Sentence("nothing-to-compare", sha=sha)
    return True, Sentence("as-committed", sha=sha, reader=bool(noted), records=bool(in_records))


def _records(games: Iterable[Game]) -> list[dict[str, Any]]:
    return [game.kept_record for game in games if game.has_record]


def _game(match: Match, game: Game) -> Iterator[MatchFinding]:
    name = Sentence("game", game=game.number)
    if not game.has_record:
        yield MatchFinding(name, None, Sentence("record-removed", days=game.record_kept_days))
        return
    if not _is_readable(game):
        yield MatchFinding(name, None, FORGOTTEN)
        return
    seed = match.seed_of(game.kept_record)
    checks = {
        "game-replayed": _replayed(game, seed),
        "game-own-dice": _own_dice(game),
        "game-result": _result(game),
        "game-bot-seeds": _bot_seeds(game, seed),
    }
    if match.value_function and checks["game-replayed"][0]:
        checks["game-luck"] = _luck(match, game)
    for code, (holds, detail) in checks.items():
        yield MatchFinding(Sentence(code, game=game.number), holds, detail)


def _replayed(game: Game, seed: bytes | None) -> _Finding:
    if seed is None:
        return False, Sentence("seed-never-had")
    verdict = record.verify(record.reveal(game.kept_record, seed), say)
    return verdict.ok, Sentence("verdict", line=verdict.line)


def _own_dice(game: Game) -> _Finding:
    """Check that no other game of the match has the same dice, which bots could know."""
    try:
        number = record.game_number(game.kept_record)
    except EngineError as error:
        return False, Sentence("verdict", line=error)
    if number is None:
        return False, Sentence("dice-of-the-match")
    return number == game.number, Sentence("dice-keyed", number=number, game=game.number)


def _is_readable(game: Game) -> bool:
    return (game.variant.game_id, game.variant.rules_version) in queue.rules_here()


def _result(game: Game) -> _Finding:
    """Check that the record belongs to the result that counts."""
    seats = list(game.seats.all())
    document = game.kept_record
    recorded = [(seat["name"], seat["version"]) for seat in document["seats"]]
    holds = (
        document["final"] == game.final
        and document["result"]["ranks"] == [seat.rank for seat in seats]
        and recorded == [(seat.version.bot.name, seat.version.number) for seat in seats]
    )
    return holds, Sentence("result-same" if holds else "result-differs")


def _bot_seeds(game: Game, seed: bytes | None) -> _Finding:
    """Check that the bots' seeds follow from the match's seed, so that nobody can choose them."""
    recorded = [seat.get("seed") for seat in game.kept_record["seats"]]
    if seed is None or None in recorded:
        return None, Sentence("bot-seeds-unknown")
    due = bot_seeds_from(seed, game_number=game.number, seats=len(recorded))
    return recorded == list(due), Sentence("bot-seeds-due", seeds=due)


def _luck(match: Match, game: Game) -> _Finding:
    """Check that the match's value function gives the stored luck, to the last digit."""
    stored = [seat.luck for seat in game.seats.all()]
    if None in stored:
        return None, Sentence("luck-not-judged")
    if not luck.is_judge_here(match):
        function = {"name": match.value_function, "sha256": match.value_sha256}
        return None, Sentence("value-function-gone", **function)
    return stored == (due := luck.of_game(match, game)), Sentence("luck-due", luck=due)


def _opening(match: Match) -> _Finding:
    """Check that every game has the opening that follows from the match's first seed."""
    if any(record.opening(document) != match.opening for document in _records(match.games.all())):
        return False, Sentence("opening-missing", opening=match.opening)
    if not _is_readable(match.games.all()[0]):
        return None, FORGOTTEN
    due = due_opening(match)
    if list(due) != match.opening:
        return False, Sentence("opening-differs", opening=match.opening, due=due)
    return True, Sentence("opening-is", due=due)


def due_opening(match: Match) -> tuple[str, ...]:
    """The opening that a match must have; the first block of its entrants has none."""
    tournament = match.tournament
    taken = _earlier_openings(match)
    if tournament is None or not tournament.opening_actions or not taken:
        return ()
    game, actions = tournament.variant.load(), tournament.opening_actions
    return openings.due(game, match.seeds[0], actions=actions, taken=taken)


def _earlier_openings(match: Match) -> set[tuple[str, ...]]:
    """The openings of earlier matches of the same entrants in the tournament."""
    sides = PairingSide.objects.filter(pairing=match.pairing_id)
    rows = Match.objects.filter(tournament=match.tournament_id, pk__lt=match.pk)
    for entry in sides.values_list("entry", flat=True):
        rows = rows.filter(pairing__sides__entry=entry)
    return {tuple(opening) for opening in rows.values_list("opening", flat=True)}


def _seating(match: Match) -> _Finding:
    """Check that the games seat the entrants in every order once."""
    versions = PairingSide.objects.filter(pairing=match.pairing_id).order_by("position")
    entrants = list(versions.values_list("entry__version", flat=True))
    games = list(match.games.all())
    sides = games[0].variant.sides()
    due = [
        [entrants[order[side]] for side in sides]
        for order in formats.seat_orders(range(len(entrants)))
    ]
    seated = [[seat.version_id for seat in game.seats.all()] for game in games]
    return seated == due, Sentence("games-make-block", games=len(due))
