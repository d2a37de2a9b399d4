"""What the kit for authors says, beside what the other commands say (`tournaments/kit`)."""

from agents.words.speech import Catalogue, mebibytes, say, say_count

SENTENCES: Catalogue = {
    "bot-exists": lambda file: say("{file} is there already: name another file.", file=file),
    "bot-written": lambda file: say("{file} is written. Next: kauri check {file}.", file=file),
    "first-and-jobs": lambda: say(
        "Who sits first follows from the last game: leave --jobs out, or take --first alternate."
    ),
    "in-process": lambda: say(
        "Bots run in this process, without a sandbox and without limits: only your own should."
    ),
    "in-process-limits": lambda: say("--in-process holds no limits: leave --limit out."),
    "no-records": lambda folder: say("{folder} holds no records.", folder=folder),
    "no-tournament": lambda path, why: say(
        "{path} holds no tournament of this command: {why}.", path=path, why=why
    ),
    "no-variant": lambda: say("Name a variant and its bots, or --resume and a folder."),
    "resume-alone": lambda: say(
        "--resume goes on with what its folder holds: name no variant and no bots."
    ),
    "tournament-begins": lambda folder, games, done: say(
        "Tournament in {folder}: {games} games, of which {done} are played.",
        folder=folder,
        games=games,
        done=done,
    ),
    "entered": lambda bot, tournament: say(
        "{bot} is entered in {tournament}.", bot=bot, tournament=tournament
    ),
    "logged-in": lambda site, version, path: say(
        "Logged in at {site}, version {version}. The token is in {path}.",
        site=site,
        version=version,
        path=path,
    ),
    "no-verdict": lambda: say("The check has not ended yet: look at the page of the bot."),
    "no-sprt": lambda text: say(
        "'{text}' is no test: give two differences in Elo, the lower first, such as 0,20.",
        text=text,
    ),
    "sprt-two": lambda: say(
        "--sprt compares two bots in a plain round-robin of a game for two sides."
    ),
    "sprt": lambda elo0, elo1, pairs, ratio, lower, upper, verdict: say(
        "{verdict} The ratio is {ratio} after {pairs} blocks, for {elo0} against {elo1} Elo; "
        "the bounds are {lower} and {upper}.",
        verdict=verdict,
        ratio=ratio,
        pairs=pairs,
        elo0=elo0,
        elo1=elo1,
        lower=lower,
        upper=upper,
    ),
    "sprt-better": lambda: say("The first bot is better."),
    "sprt-not-better": lambda: say("The first bot is not better."),
    "sprt-running": lambda: say("No verdict yet."),
    "not-logged-in": lambda: say("You are logged in nowhere: begin with kauri login SITE."),
    "uploaded": lambda bot, number: say(
        "Uploaded as version {number} of {bot}.", bot=bot, number=number
    ),
    "upload-verdict": lambda bot, number, status: say(
        "{bot} v{number}: {status}.", bot=bot, number=number, status=status
    ),
    "asked-again": lambda answers: say_count(
        "It answered {count} question.", "It answered {count} questions.", answers
    ),
    "differs": lambda ply, then, now: say(
        "At event {ply} it answers {now} now, and answered {then} then.",
        ply=ply,
        then=then,
        now=now,
    ),
    "fails-again": lambda ply, kind, why: say(
        "At event {ply} it fails ({kind}): {why}", ply=ply, kind=kind, why=why
    ),
    "no-seat": lambda seat, last: say(
        "The record has no seat {seat}: its seats are 0 to {last}.", seat=seat, last=last
    ),
    "pdb-and-json": lambda: say("A debugger needs somebody who types: leave --json out."),
    "downloaded": lambda records: say_count("{count} record.", "{count} records.", records),
    "no-game": lambda text: say(
        "'{text}' is no game: give a match, such as 12, or a game of it, such as 12/1.", text=text
    ),
    "no-logs": lambda: say("No log of a bot of yours is kept of this game."),
    "page-written": lambda file: say("{file} is written: open it in a browser.", file=file),
    "judge-and-html": lambda: say(
        "--judge belongs to --html: without a page, kauri judge shows what the judge found."
    ),
    "judged": lambda simulations, judged, events: say(
        "Returns: +1 is a sure win, -1 a sure loss. {judged} of {events} throws and choices were "
        "judged, by {simulations} simulations for each position.",
        judged=judged,
        events=events,
        simulations=simulations,
    ),
    "no-mistake": lambda: say("The judge found no large mistake."),
    "record-not-kept": lambda match, number: say(
        "The site keeps no record of game {number} of match {match} any more.",
        number=number,
        match=match,
    ),
    "other-protocol": lambda site, theirs, ours: say(
        "{site} speaks version {theirs} of the protocol, and this kit version {ours}. Install the "
        "kit of that site.",
        site=site,
        theirs=theirs,
        ours=ours,
    ),
    "site-silent": lambda site, why: say("{site} does not answer: {why}.", site=site, why=why),
    "site-failed": lambda site, status: say(
        "{site} failed: it answered {status}.", site=site, status=status
    ),
    "odd-answer": lambda site, path: say(
        "{site} answered {path} otherwise than the API describes. Nothing of it was used.",
        site=site,
        path=path,
    ),
    "answer-too-large": lambda site, most: say(
        "{site} sent more than {most}, which is the most that is read.",
        site=site,
        most=mebibytes(most),
    ),
    "no-token": lambda: say("That is no token of a site."),
    "no-code": lambda bot, number: say(
        "What the site sent as version {number} of {bot} is no code of a bot. It was not kept.",
        bot=bot,
        number=number,
    ),
    "no-time": lambda why: say("The record names no time control: {why}", why=why),
    "json-too-deep": lambda: say("it is nested too deeply"),
    "json-no-number": lambda text: say("it contains {text}, which is not JSON", text=text),
    "site-refused": lambda status: say("The site refused, with status {status}.", status=status),
}
