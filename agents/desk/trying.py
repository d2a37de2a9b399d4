"""The check of an upload: load the bot, and let it play itself in every mode of its games."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from agents.bots import checks
from agents.desk.series import Contender, Seating
from agents.desk.session import Session
from agents.table.conditions import Deal
from agents.terms.faults import BotFault, Fault
from agents.words import Sentence


@dataclass(frozen=True)
class Refusal:
    """Why a bot is refused: the place, the fault, and what the bot had printed."""

    place: Sentence
    fault: Fault
    log: str

    @property
    def sentence(self) -> Sentence:
        """The refusal in one line."""
        kind, why = self.fault.kind, self.fault.summary
        return Sentence("refused", kind=kind, place=self.place, why=why)

    @property
    def texts(self) -> list[str]:
        """Details: the traceback and the log, if there are any."""
        return self.fault.told_with(self.log)


def check(bot: Contender, session: Session, tell: Callable[[Sentence], None]) -> Refusal | None:
    """Check a bot as for an upload, and report each step by `tell`; None if it is accepted.

    Raises PlatformFault or SandboxUnavailable.
    """
    session = replace(session, conditions=checks.hurried(session.conditions))
    try:
        games = session.games_of(bot.archive)
    except BotFault as error:
        return Refusal(Sentence("at-loading"), error.fault, "")
    tell(Sentence("loaded", games=games))
    for game in checks.modes_of(games):
        seats = game.num_players()
        seating = Seating(0, (0,) * seats, Deal(session.seed, 1))
        report = session.play(game, session.seated([bot], seating), seating.deal)
        for seat, fault in enumerate(report.faults):
            if fault is not None:
                place = Sentence("at-event", game=game.variant, seat=seat, ply=fault.ply)
                return Refusal(place, fault, report.logs[seat])
        events = len(report.record["events"])
        tell(Sentence("played-itself", game=game.variant, events=events))
    return None
