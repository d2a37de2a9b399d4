"""What is said of how a game ended: who won, and why."""

from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    "draw": lambda: "A draw.",
    "wins": lambda winner: f"{winner} wins.",
    "shared-first": lambda winners: (
        f"{', '.join(winners[:-1])} and {winners[-1]} share the first place."
    ),
    "ended": lambda text: text,
    "ended-without-record": lambda reason: f"It ended by “{reason}”. Its record was removed.",
    "ended-under-old-rules": lambda reason: (
        f"It ended by “{reason}”, under rules that this engine no longer has."
    ),
}
