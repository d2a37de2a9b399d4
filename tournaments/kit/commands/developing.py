"""`kauri dev`: each time a bot is saved, it is checked, and plays the version before it."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import click

from agents.desk import contenders, trying
from agents.desk.contenders import Misuse
from agents.desk.series import Contender
from agents.desk.session import Session, game_of
from agents.desk.status import DONE
from agents.words import Sentence
from tournaments.kit import completing, options
from tournaments.kit.commands.playing import Series
from tournaments.kit.output import Output, speaks

_GAME = "What to play: the first that the bot plays, by default."

PAUSE = 0.5
"""Seconds between two looks at the files."""


@click.command("dev")
@click.argument("bot", shell_complete=completing.bots)
@click.option("--game", "variant", shell_complete=completing.variants, help=_GAME)
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True)
@options.conditions(time="bullet")
@speaks
def follow_bot(output: Output, *, bot: str, variant: str | None, games: int, **chosen: Any) -> int:
    """Check BOT at each save, and let it play its last version: BOT is bot.py or its folder.

    Bots run in this process. Ctrl-C ends it.
    """
    session = options.opened({**chosen, "in_process": True})
    last: Contender | None = None
    for saved in versions(output, bot):
        if (refusal := trying.check(saved, session, lambda _said: None)) is not None:
            text = "\n\n".join([str(refusal.sentence), *refusal.texts])
            output.tell(text, **refusal.sentence.stored(), texts=refusal.texts)
            continue
        output.say(Sentence("accepted"))
        if last is not None:
            _measure(output, session, [saved, last], variant, games)
        last = Contender(f"{saved.name} before", saved.archive)
    return DONE


def versions(output: Output, bot: str) -> Iterator[Contender]:
    """The bot as it is, and as it is after each save. What cannot be packed is said once."""
    archive, complaint = b"", ""
    while True:
        try:
            (saved,) = contenders.named([bot])
        except Misuse as error:
            if str(error) != complaint:
                output.tell(str(error), **error.sentence.stored())
            complaint = str(error)
        else:
            if saved.archive != archive:
                yield saved
            archive, complaint = saved.archive, ""
        time.sleep(PAUSE)


def _measure(
    output: Output, session: Session, pair: Sequence[Contender], variant: str | None, games: int
) -> None:
    """Play a quick series, and print what it tells of the two."""
    game = game_of(variant or session.games_of(pair[0].archive)[0], [])
    entrants = [pair[seat % 2] for seat in range(game.num_players())]
    series = Series(game, entrants, session, games)
    series.tell_score(output, list(series.results()))
