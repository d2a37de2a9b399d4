"""The table at which a game is played: the referee, the players, and their wires."""
