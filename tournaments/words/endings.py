"""What is said of how a game ended: who won, and why."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say
from tournaments.words.retold import retold

SENTENCES: Catalogue = {
    "draw": lambda: say("A draw."),
    "wins": lambda winner: say("{winner} wins.", winner=winner),
    "shared-first": lambda winners: say(
        "{others} and {last} share the first place.",
        others=", ".join(winners[:-1]),
        last=winners[-1],
    ),
    "ended": retold,
    "ended-without-record": lambda reason: say(
        "It ended by “{reason}”. Its record was removed.", reason=reason
    ),
    "ended-under-old-rules": lambda reason: say(
        "It ended by “{reason}”, under rules that this engine no longer has.", reason=reason
    ),
}
