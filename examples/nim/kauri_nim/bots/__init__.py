"""House bots of Nim."""
