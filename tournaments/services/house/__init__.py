"""What a new site comes with: house bots, opening tournaments, a showcase."""
