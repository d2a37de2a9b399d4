"""The terms of a game: clocks, limits, faults, and which games a bot plays."""
