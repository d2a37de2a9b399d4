"""What runs in a bot's own process, inside the sandbox."""
