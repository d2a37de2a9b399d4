"""The sentences of the kit for authors that the other commands lack (`tournaments/kit`)."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "bot-exists": "{file} is there already: name another file.",
    "bot-written": "{file} is written. Next: kauri check {file}.",
    "board-spelt": "shelf.py: write the leaderboard {key} as the engine spells the variant.",
    "folder-there": "{folder} is there already: name another folder.",
    "game-conforms": "{name} keeps every promise of a game.",
    "game-lacks": "{file} is missing.",
    "game-taken": "There is a game {name} already: take another name.",
    "game-written": "{folder} is written. Next: kauri conform {package} --write.",
    "golden-differs": "tests/golden/{file}: {why}",
    "lesson-wrong": "lessons.json, lesson {number}: {why}",
    "no-game-id": "'{name}' is no id of a game: it has small letters and digits of ASCII, words "
    "with - between them, and at most {most} characters.",
    "no-game-package": "Name the module of a game, or its folder: {why}.",
    "no-german": "locale/de/LC_MESSAGES/django.po has no German for '{text}'.",
    "no-golden-game": "tests/golden has no game: kauri conform PACKAGE --write writes one.",
    "rules-lack": "rules.md has no line for the option {option} in its table.",
    "first-and-jobs": "Who sits first follows from the last game: leave --jobs out, or take "
    "--first alternate.",
    "in-process": "Bots run in this process, without a sandbox and without limits: only your own "
    "should.",
    "in-process-limits": "--in-process holds no limits: leave --limit out.",
    "no-records": "{folder} holds no records.",
    "no-tournament": "{path} holds no tournament of this command: {why}.",
    "no-variant": "Name a variant and its bots, or --resume and a folder.",
    "resume-alone": "--resume goes on with what its folder holds: name no variant and no bots.",
    "tournament-begins": "Tournament in {folder}: {games} games, of which {done} are played.",
    "no-tuned-bot": "Name a bot and --game, or --resume and a file.",
    "no-tunable": "bot.py cannot be read: {why}.",
    "no-tuning": "{path} holds no tuning of this command: {why}.",
    "tunable-missing": "bot.py needs one class that names what to tune, such as tunable = "
    "{'reach': (0.0, 2.0)}.",
    "tunable-bounds": "The class needs {name} = NUMBER, written out, and tunable its lowest and "
    "highest value.",
    "tuning-begins": "Tuning in {file}: {iterations} iterations, of which {done} are played.",
    "tuning-faults": "faults: {faults}",
    "elo-difference": "{bot} against {other}: {elo} Elo, between {low} and {high} (95 %). It is "
    "stronger with a probability of {percent} %.",
    "benchmark": "Kauri benchmark {edition}, {variant} (rules {rules}): {bot} has {elo} ± {margin} "
    "Elo (95 %), in {games:games}.",
    "rough-benchmark": "A rough look, with {blocks} of the {most} blocks of Kauri benchmark "
    "{edition}, {variant} (rules {rules}): {bot} has {elo} ± {margin} Elo (95 %), in "
    "{games:games}.",
    "nothing-solved": "No choice there was in a position that can be solved.",
    "no-anchors": "{variant} has too few anchors of stated strength for a benchmark.",
    "needs-scipy": "Ratings need SciPy: pip install 'kauri-kit[ratings]'.",
    "entered": "{bot} is entered in {tournament}.",
    "challenged": "The game begins: {address}",
    "held": "{name} is held, as {slug}.",
    "log-in-again": "{why} Log in with kauri login SITE.",
    "logged-in-as": "{username} at {site}.",
    "logged-in-by-token": "Somebody with a token at {site}.",
    "logged-out": "Logged out at {site}.",
    "trial-stands": "Trial {id}: {status} after {pairs} pairs.",
    "uploaded-before": "Nothing was uploaded: version {number} of {bot} has this code already.",
    "logged-in": "Logged in at {site}, version {version}. The token is in {path}.",
    "no-verdict": "The check has not ended yet: look at the page of the bot.",
    "no-sprt": "'{text}' is no test: give two differences in Elo, the lower first, such as 0,20.",
    "sprt-two": "--sprt compares two bots in a plain round-robin of a game for two sides.",
    "sprt": "{verdict} The ratio is {ratio} after {pairs} blocks, for {elo0} against {elo1} Elo; "
    "the bounds are {lower} and {upper}.",
    "sprt-better": "The first bot is better.",
    "sprt-not-better": "The first bot is not better.",
    "sprt-running": "No verdict yet.",
    "not-logged-in": "You are logged in nowhere: begin with kauri login SITE.",
    "uploaded": "Uploaded as version {number} of {bot}.",
    "upload-verdict": "{bot} v{number}: {status}.",
    "asked-again": "It answered {answers:questions}.",
    "differs": "At event {ply} it answers {now} now, and answered {then} then.",
    "fails-again": "At event {ply} it fails ({kind}): {why}",
    "no-seat": "The record has no seat {seat}: its seats are 0 to {last}.",
    "pdb-and-json": "A debugger needs somebody who types: leave --json out.",
    "downloaded": "{records:records}.",
    "no-game": "'{text}' is no game: give a match, such as 12, or a game of it, such as 12/1.",
    "no-logs": "No log of a bot of yours is kept of this game.",
    "page-written": "{file} is written: open it in a browser.",
    "judge-and-html": "--judge belongs to --html: without a page, kauri judge shows what the "
    "judge found.",
    "judged": "Returns: +1 is a sure win, -1 a sure loss, by the value function {function}.",
    "luck-by": "By the value function {function}, with the SHA-256 {sha256}.",
    "other-value-function": "This kit lacks the value function {name} with the SHA-256 {sha256}. "
    "Install the kit of the site.",
    "no-value-function": "No value function is kept for {variant}, so its games cannot be judged.",
    "no-mistake": "The judge found no large mistake.",
    "record-not-kept": "The site keeps no record of game {number} of match {match} any more.",
    "other-protocol": "{site} speaks version {theirs} of the protocol, and this kit version "
    "{ours}. Install the kit of that site.",
    "site-silent": "{site} does not answer: {why}.",
    "site-failed": "{site} failed: it answered {status}.",
    "odd-answer": "{site} answered {path} otherwise than the API describes. Nothing of it was "
    "used.",
    "answer-too-large": "{site} sent more than {most:mib}, which is the most that is read.",
    "no-token": "That is no token of a site.",
    "no-code": "What the site sent as version {number} of {bot} is no code of a bot. It was not "
    "kept.",
    "version-needs-sandbox": "{bot}/{number} is code of a site, which needs a sandbox. To run it "
    "without one, read it first: kauri download {bot}/{number}.",
    "no-time": "The record names no time control: {why}",
    "json-too-deep": "it is nested too deeply",
    "json-no-number": "it contains {text}, which is not JSON",
    "site-refused": "The site refused, with status {status}.",
}
