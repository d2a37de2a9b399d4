"""Liar's Dice with a die each, a game for Kauri that hides throws."""
