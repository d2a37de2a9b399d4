"""The judge: the expected returns of each seat at every moment of a finished game.

`agents.judge.analysis.analyse(record)` gives the expected returns of all seats after each event, by
a value function. It tells how throws and actions changed them, and which actions gave most away, by
a search over that function. `agents.judge.luck.luck(record, function)` gives the luck alone. Equal
records give equal answers, on every machine. docs/27-analysis.md describes the method and how good
it is.
"""

from agents.judge.findings import VERSION, Analysis, Swing, Total

__all__ = ["VERSION", "Analysis", "Swing", "Total"]
