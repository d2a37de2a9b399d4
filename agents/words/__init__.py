"""Every sentence that this package says to people, made from its parameters.

What runs inside the sandbox keeps its own sentences: its imports cost every game.
"""

from agents.words import answers, commands, faults, games, limits, sandboxes, uploads

__all__ = ["answers", "commands", "faults", "games", "limits", "sandboxes", "uploads"]
