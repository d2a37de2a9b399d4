"""`kauri new` and `kauri check`: a first bot, and the check that a site will make of it."""

from pathlib import Path
from typing import Any

import click

from agents.desk import contenders, trying
from agents.desk.contenders import Misuse
from agents.desk.status import DONE, REFUSED
from agents.words import Sentence
from tournaments.kit import completing, options, template
from tournaments.kit.output import Output, speaks


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path), default="bot.py")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="GAME",
    shell_complete=completing.variants,
    help="A game or variant; all by default.",
)
@speaks
def new_bot(output: Output, *, file: Path, games: tuple[str, ...]) -> int:
    """Write a commented bot that plays at once: FILE is bot.py by default."""
    text = template.bot(games)
    try:
        with file.open("x", encoding="utf-8") as made:
            made.write(text)
    except FileExistsError:
        raise Misuse("bot-exists", file=file) from None
    except OSError as error:
        raise Misuse("unreadable", path=file, why=error.strerror) from None
    output.tell(str(Sentence("bot-written", file=file)), file=str(file), games=list(games))
    return DONE


@click.command("check")
@click.argument("bot", shell_complete=completing.bots)
@options.conditions(time="bullet")
@options.in_process
@speaks
def check_bot(output: Output, *, bot: str, **chosen: Any) -> int:
    """Check a bot as an upload would: BOT is bot.py, bot.wasm, a folder, or a zip."""
    session = options.opened(chosen)
    most = session.conditions.limits.upload_bytes
    (contender,) = contenders.named([bot], lambda bot: contenders.packed(bot, most=most))

    def tell(said: Sentence) -> None:
        output.tell(str(said), **said.stored())

    refusal = trying.check(contender, session, tell)
    if refusal is None:
        tell(Sentence("accepted"))
        return DONE
    text = "\n\n".join([str(refusal.sentence), *refusal.texts])
    output.tell(text, **refusal.sentence.stored(), texts=refusal.texts)
    return REFUSED
