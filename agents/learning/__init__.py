"""For programs that learn: published games, observations, spaces, and other libraries' interfaces.

Each module is imported by itself (docs/28-research.md). Those for other libraries need the extras
of the kit: `pettingzoo`, `gymnasium` and `open_spiel`.
"""
