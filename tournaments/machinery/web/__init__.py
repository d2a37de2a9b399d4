"""The web server, its clients' addresses, and webhooks."""
