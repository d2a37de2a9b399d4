"""Every sentence that this package says to people, made from its parameters.

What runs inside the sandbox keeps its own sentences: its imports cost every game.
"""

from agents.words import commands, faults, games, uploads

__all__ = ["commands", "faults", "games", "uploads"]
