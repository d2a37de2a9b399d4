"""What is said of how a game ended: who won, and why."""

from agents.words.speech import Catalogue, say
from tournaments.words.retold import retold

SENTENCES: Catalogue = {
    "draw": "A draw.",
    "wins": "{winner} wins.",
    "shared-first": lambda winners: say(
        "{others} and {last} share the first place.",
        others=", ".join(winners[:-1]),
        last=winners[-1],
    ),
    "ended": retold,
    "ended-without-record": "It ended by “{reason}”. Its record was removed.",
    "ended-under-old-rules": "It ended by “{reason}”, under rules that this engine no longer has.",
}
