"""Bots as files: their archives, and the games that check them."""
