"""`kauri new-game` and `kauri conform`: a game as a package, and whether it keeps every promise."""

from pathlib import Path

import click

from agents.desk import conforming
from agents.desk.status import DONE, REFUSED
from agents.words import Sentence
from tournaments.kit import new_game
from tournaments.kit.output import Output, speaks


@click.command("new-game")
@click.argument("name")
@click.option(
    "--folder", type=click.Path(path_type=Path, file_okay=False), default=".", help="Where to."
)
@speaks
def write_game(output: Output, *, name: str, folder: Path) -> int:
    """Write the package of a tiny game that passes: NAME is the id of yours, such as nine-holes."""
    made = new_game.write(name, folder)
    package = made / made.name.replace("-", "_")
    output.tell(str(Sentence("game-written", folder=made, package=package)), folder=str(made))
    return DONE


@click.command("conform")
@click.argument("package")
@click.option("--write", is_flag=True, help="First write counts and games to compare with anew.")
@speaks
def conform(output: Output, *, package: str, write: bool) -> int:
    """Check a game: PACKAGE is its module, or the module's folder."""
    info = conforming.opened(package)
    if write:
        conforming.write(info, new_game.SUITE)
    lacking = conforming.missing(info)
    for said in lacking:
        output.tell(str(said), **said.stored())
    if lacking or conforming.suite(info, new_game.SUITE):
        return REFUSED
    said = Sentence("game-conforms", name=info.name)
    output.tell(str(said), **said.stored())
    return DONE
