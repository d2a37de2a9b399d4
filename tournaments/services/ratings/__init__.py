"""What changes ratings: Elo after each game, its proof, and the fit of all games."""
