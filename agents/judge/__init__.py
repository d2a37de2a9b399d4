"""The judge: what each seat of a finished game could expect at every moment of it.

`analyse(record)` estimates the expected returns of all seats after each event, by a search of its
own with a fixed number of simulations. It says what throws and actions changed, and which actions
gave most away. Equal records give equal analyses, on every machine. docs/27-analysis.md tells the
method and how well it predicts results.
"""

from agents.judge.analysis import VERSION, Analysis, Swing, Total, analyse

__all__ = ["VERSION", "Analysis", "Swing", "Total", "analyse"]
