"""What a bot is and how one is run: SDK, archive, protocol, sandbox, referee, command line.

Imports `engine`; knows no Django and no database. A bot author needs `agents.sdk` alone.
"""
