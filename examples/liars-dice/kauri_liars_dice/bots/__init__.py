"""House bots of Liar's Dice."""
