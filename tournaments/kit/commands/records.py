"""`kauri verify`, `rate`, `replay` and `perft`: records, and the size of a game's tree."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from agents.desk.contenders import Misuse
from agents.desk.documents import parsed
from agents.desk.status import DONE, REFUSED
from agents.terms.clock import time_control
from agents.words import Sentence
from engine import counting, parse_variant, perft, record
from engine.printing import escaped
from tournaments.kit import completing, games, saved_page, tables
from tournaments.kit.commands.judging import judged
from tournaments.kit.measures import MeasuredGame, rate
from tournaments.kit.output import Output, speaks

_JUDGE = "With --html: show also what each seat could expect, by the judge. Takes some seconds."
_HTML = "Write one page with the site's board, which needs no network."
EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=EXISTING)
@speaks
def verify_records(output: Output, *, files: tuple[Path, ...]) -> int:
    """Replay records, and say whether rules, dice and results hold."""
    all_hold = True
    for file in files:
        verdict = _verdict(file)
        all_hold &= verdict.ok
        output.tell(f"{file}: {verdict.line}", file=str(file), ok=verdict.ok, line=verdict.line)
    return DONE if all_hold else REFUSED


def _verdict(file: Path) -> record.Verdict:
    try:
        return record.verify(parsed(file.read_bytes()))
    except (OSError, ValueError) as error:
        return record.Verdict(ok=False, line=f"refused: {error}")


@click.command("replay")
@click.argument("game")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help=_HTML)
@click.option("with_judge", "--judge", is_flag=True, help=_JUDGE)
@speaks
def replay_game(output: Output, *, game: str, html: Path | None, with_judge: bool) -> int:
    """Show GAME event by event, as text: a record's file, or 12/1 or its address on a site."""
    if with_judge and html is None:
        raise Misuse("judge-and-html")
    document = games.find(game)
    if html is None:
        _tell_events(output, document)
        return DONE
    control = time_control(games.time_of(document))
    analysis = judged(document) if with_judge else None
    try:
        html.write_text(saved_page.page(document, control, analysis), encoding="utf-8")
    except OSError as error:
        raise Misuse("unreadable", path=html, why=error.strerror) from None
    output.say(Sentence("page-written", file=html))
    return DONE


def _tell_events(output: Output, document: dict[str, Any]) -> None:
    """Print each event with the position after it."""
    start, *positions = record.states(document)
    output.tell(str(start), event=0, board=str(start))
    for number, (event, state) in enumerate(zip(document["events"], positions, strict=True), 1):
        name = document["seats"][event["seat"]]["name"]
        facts = {**event, "event": number, "name": name, "board": str(state)}
        output.tell(f"\n{number:4}  {_deed(event, name)}\n{state}", **facts)
    output.tell(f"\n{document['result']['reason']}", result=document["result"])


def _deed(event: dict[str, Any], name: str) -> str:
    """An event on one line."""
    kind = next(kind for kind in ("action", "throw", "forfeit") if kind in event)
    seconds = f"{event['wall']:.3f} s" if "wall" in event else ""
    return "  ".join(
        filter(None, [f"{name}: {kind} {event[kind]}", seconds, escaped(event.get("note", ""))])
    )


@click.command("perft")
@click.argument("variant", shell_complete=completing.variants)
@click.option("--depth", type=click.IntRange(min=1), default=4, show_default=True)
@click.option("--after", multiple=True, metavar="ACTION", help="Play this first; may be repeated.")
@speaks
def count_positions(output: Output, *, variant: str, depth: int, after: tuple[str, ...]) -> int:
    """Count the positions of a game's tree: VARIANT is kalah, or 'kalah(seeds=4)'."""
    state = parse_variant(variant).new_initial_state()
    for notation in after:
        state.apply_action(state.string_to_action(notation))
    perft.settle(state)
    for level in range(1, depth + 1):
        positions = counting.perft(state, level)
        output.tell(f"depth {level}: {positions}", depth=level, positions=positions)
    return DONE


@click.command("rate")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@speaks
def rate_records(output: Output, *, folder: Path) -> int:
    """Rate the bots of all records in a folder, by their names, with errors.

    Every game counts as a block of its own.
    """
    measured = rate([_game_of(document) for document in games.all_in(str(folder))])
    if not measured:
        raise Misuse("no-records", folder=folder)
    output.tell(tables.ratings(measured), ratings=[asdict(row) for row in measured])
    return DONE


def _game_of(document: dict[str, Any]) -> MeasuredGame:
    seats = [seat["name"] for seat in document["seats"]]
    return MeasuredGame(seats, document["result"]["ranks"], id(document))
