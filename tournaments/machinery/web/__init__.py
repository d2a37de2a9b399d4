"""The web server, and what it knows of those who ask."""
