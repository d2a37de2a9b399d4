"""The names that authors import: `kauri.sdk`, `kauri.engine`, and the rest of the kit.

In the wheel of the kit these are folders of one package. Here they stand for the packages that the
wheel is made of.
"""

from agents.inside.names import alias

alias(__name__, "agents")
alias(f"{__name__}.engine", "engine")
alias(f"{__name__}.kit", "tournaments.kit")
alias(f"{__name__}.mathematics", "tournaments.mathematics")
