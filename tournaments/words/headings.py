"""What lines of lists are called: allowances, what a check looked at, what was removed, files."""

from agents.words.speech import Catalogue, count, ordinal, say

SENTENCES: Catalogue = {
    # What a player may have at a time.
    "open-tournaments": "Tournaments that are not over",
    "waiting-games": "Waiting games of these tournaments",
    "running-trials": "Running trials",
    "unchecked-uploads": "Uploads that are being checked",
    "stored-uploads": "Storage for uploads in MiB, compressed",
    # What the check of a match looks at.
    "seeds-committed": "Each revealed seed is one that was committed to",
    "game": "Game {game}",
    "game-replayed": "Game {game}: rules, dice and result",
    "game-own-dice": "Game {game}: it has dice of its own",
    "game-result": "Game {game}: the record is of the result that counts",
    "game-bot-seeds": "Game {game}: the bots' own seeds follow from the seed",
    "game-luck": "Game {game}: the luck of each seat is what the value function says",
    "same-opening": "The opening is the same in all games, and follows from the seed",
    "every-side-once": "Each entrant has every side once",
    # What is removed once it is no longer kept.
    "bots-kept": "Bots",
    "deleted-versions": "deleted versions whose code or logs were still there",
    "old-logs": "logs of bots",
    "old-records": "records of games",
    "visitors-games": "casual games of visitors without accounts",
    "old-sessions": "expired sessions",
    "orphaned-archives": "archives that no version has",
    "orphaned-results": "files of results that later ones replaced",
    "old-deliveries": "old deliveries of notices",
    "expired-tokens": "expired tokens, with what they set",
    "old-tokens": "tokens that ended long ago",
    "old-acts": "old acts of tokens",
    "untaken-messages": "messages that no worker took",
    "unused-runtimes": "sandbox runtimes that nobody uses",
    # What a leaderboard says of a place.
    "places": lambda best, worst: (
        say("{best:ordinal} to {worst:ordinal}", best=best, worst=worst)
        if best < worst
        else ordinal(best)
    ),
    "lacks-for-a-place": lambda games, owners: ", ".join(
        [count("more games", games)] * bool(games) + [count("more owners", owners)] * bool(owners)
    ),
    # Files of results.
    "csv-file": "standings as a table",
    "json-file": "standings and all games",
    "jsonl-file": "all games with their moves",
    "pgn-file": "results for rating programs",
    "trf-file": "FIDE report of the rounds",
}
