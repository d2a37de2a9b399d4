"""What lines of lists are called: allowances, what a check looked at, what was removed, files."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say
from tournaments.words.figures import count, ordinal

SENTENCES: Catalogue = {
    # What a player may have at a time.
    "open-tournaments": lambda: say("Tournaments that are not over"),
    "waiting-games": lambda: say("Their games that are not over"),
    "running-trials": lambda: say("Running trials"),
    "unchecked-uploads": lambda: say("Uploads that are being checked"),
    "stored-uploads": lambda: say("Storage for uploads in MiB, compressed"),
    # What the check of a match looks at.
    "seeds-committed": lambda: say("Each revealed seed is one that was committed to"),
    "game": lambda game: say("Game {game}", game=game),
    "game-replayed": lambda game: say("Game {game}: rules, dice and result", game=game),
    "game-own-dice": lambda game: say("Game {game}: it has dice of its own", game=game),
    "game-result": lambda game: say(
        "Game {game}: the record is of the result that counts", game=game
    ),
    "game-bot-seeds": lambda game: say(
        "Game {game}: the bots' own seeds follow from the seed", game=game
    ),
    "same-opening": lambda: say("The opening is the same in all games, and follows from the seed"),
    "every-side-once": lambda: say("Each entrant has every side once"),
    # What is removed once it is no longer kept.
    "bots-kept": lambda: say("Bots"),
    "deleted-versions": lambda: say("deleted versions whose code or logs were still there"),
    "old-logs": lambda: say("logs of bots"),
    "old-records": lambda: say("records of games"),
    "visitors-games": lambda: say("casual games of visitors without accounts"),
    "old-sessions": lambda: say("expired sessions"),
    "orphaned-archives": lambda: say("archives that no version has"),
    "orphaned-results": lambda: say("files of results that later ones replaced"),
    "old-deliveries": lambda: say("old deliveries of notices"),
    "expired-tokens": lambda: say("expired tokens, with what they set"),
    "old-tokens": lambda: say("tokens that ended long ago"),
    "old-acts": lambda: say("old acts of tokens"),
    "untaken-messages": lambda: say("messages that no worker took"),
    "unused-runtimes": lambda: say("sandbox runtimes that nobody uses"),
    # What a leaderboard says of a place.
    "places": lambda best, worst: (
        say("{best} to {worst}", best=ordinal(best), worst=ordinal(worst))
        if best < worst
        else ordinal(best)
    ),
    "lacks-for-a-place": lambda games, owners: ", ".join(
        [count(games, "more game")] * bool(games) + [count(owners, "more owner")] * bool(owners)
    ),
    # Files of results.
    "csv-file": lambda: say("standings as a table"),
    "json-file": lambda: say("standings and all games"),
    "jsonl-file": lambda: say("all games with their moves"),
    "pgn-file": lambda: say("results for rating programs"),
    "trf-file": lambda: say("FIDE report of the rounds"),
}
