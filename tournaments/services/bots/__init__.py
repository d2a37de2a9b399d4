"""What a player's bots go through: uploads, checks, trials, pauses and bans."""
