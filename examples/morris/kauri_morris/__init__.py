"""Nine Men's Morris, a game for Kauri."""
