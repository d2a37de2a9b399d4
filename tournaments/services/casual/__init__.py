"""Casual games: opened by people, moved by people and hosts, ended by the rules or by absence."""
