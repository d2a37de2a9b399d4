"""The games, a folder each, which `engine.registry` finds: see docs/22-adding-a-game.md.

The name `engine.games` is that of the function which lists them; import from this package with
`from engine.games.kalah.rules import KalahState`, in tests alone.
"""
