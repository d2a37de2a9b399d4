"""The judge: the expected returns of each seat at every moment of a finished game.

`analyse(record)` estimates the expected returns of all seats after each event, by a search of its
own with a fixed number of simulations. It reports how throws and actions changed them, and which
actions gave most away. Equal records give equal analyses, on every machine. docs/27-analysis.md
describes the method and how well it predicts results.
"""

from agents.judge.analysis import VERSION, Analysis, Swing, Total, analyse

__all__ = ["VERSION", "Analysis", "Swing", "Total", "analyse"]
