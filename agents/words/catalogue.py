"""The sentences of this package by their codes. A code keeps its name and its parameters."""

from agents.sizes import UNITS, size_text
from agents.words import kit, machines
from agents.words.speech import Catalogue, listed, mebibytes, number, said, say

__all__ = ["SENTENCES", "UPLOAD", "Catalogue", "listed"]

UPLOAD = "bot.py, or a zip with bot.py at its root"


SENTENCES: Catalogue = {
    # Why an upload is refused.
    "file-empty": lambda: say("The file is empty."),
    # Of a file that is far too large no more is read than shows that, so its size is not told.
    "file-too-large": lambda most: say(
        "The file is too large: an upload may have {most} at the most.", most=mebibytes(most)
    ),
    "not-python": lambda what: say(
        "{what} has NUL bytes, so it is not Python text. Upload {upload}.",
        what=what,
        upload=said(UPLOAD),
    ),
    "not-utf8": lambda what, line: say(
        "{what} is not UTF-8 text (line {line}). Save the source as UTF-8 and upload {upload}.",
        what=what,
        line=line,
        upload=said(UPLOAD),
    ),
    "source-empty": lambda what: say("{what} is empty.", what=what),
    "byte-code": lambda name: say(
        "{name} in the zip is compiled for one version of Python. Add the .py file instead.",
        name=repr(name),
    ),
    "native-code": lambda name, kind: say(
        "{name} in the zip is native code ({kind}). An upload may hold only Python source "
        "and data. numpy is there already.",
        name=repr(name),
        kind=kind or "by its name",
    ),
    "reserved-name": lambda name, module: say(
        "{name} in the zip has the name of a module that every bot has ({module}). Choose "
        "another name.",
        name=repr(name),
        module=module,
    ),
    "nested-main": lambda found, folder: say(
        "The zip has no bot.py at its root, but it has {found}. Zip the files in {folder}, "
        "not the folder itself.",
        found=found,
        folder=folder,
    ),
    "no-main": lambda: say("The zip has no bot.py at its root."),
    "zip-lists-too-many": lambda most: say(
        "The zip has too many files; {most} are allowed.", most=most
    ),
    "zip-too-many-files": lambda count, most: say(
        "The zip has {count} files; {most} are allowed.", count=count, most=most
    ),
    "zip-damaged": lambda why: say("The zip is damaged: {why}.", why=why),
    "zip-ends-early": lambda name: say("The zip is damaged: {name} ends early.", name=repr(name)),
    "zip-unreadable": lambda why: say("The zip cannot be read: {why}.", why=why),
    "zip-link": lambda shown: say(
        "{shown} in the zip is a link. Add the file itself instead.", shown=shown
    ),
    "zip-special-file": lambda shown: say(
        "{shown} in the zip is a device or a pipe. Add only files.", shown=shown
    ),
    "zip-encrypted": lambda shown: say(
        "{shown} in the zip is encrypted. Zip it without a password.", shown=shown
    ),
    "zip-method": lambda shown: say(
        "{shown} in the zip is packed by a rare method. Use deflate.", shown=shown
    ),
    "zip-backslash": lambda shown: say(
        "{shown} in the zip has a backslash in its name. Use /.", shown=shown
    ),
    "zip-absolute": lambda shown: say(
        "{shown} in the zip is an absolute path. Use a relative one.", shown=shown
    ),
    "zip-odd-path": lambda shown: say(
        "{shown} in the zip has an empty name, '.' or '..' in it.", shown=shown
    ),
    "zip-unprintable": lambda shown: say(
        "{shown} in the zip has unprintable characters in its name.", shown=shown
    ),
    "zip-long-name": lambda shown, most: say(
        "{shown} in the zip has a name over {most} bytes.", shown=shown, most=most
    ),
    "zip-too-deep": lambda shown, most: say(
        "{shown} in the zip lies more than {most} folders deep.", shown=shown, most=most
    ),
    "zip-twice": lambda name: say("{name} is in the zip twice.", name=repr(name)),
    "zip-file-and-folder": lambda name: say(
        "{name} in the zip lies inside another file.", name=repr(name)
    ),
    "zip-file-too-large": lambda name, size, most: say(
        "{name} in the zip unpacks to {size}; one file may have {most} at the most.",
        name=repr(name),
        size=mebibytes(size),
        most=mebibytes(most),
    ),
    "zip-too-large": lambda most: say("The zip unpacks to more than {most}.", most=mebibytes(most)),
    # What is wrong with a stored archive.
    "archive-undone": lambda why: say("it cannot be unpacked ({why})", why=why),
    "archive-cut": lambda: say("its end is missing"),
    "archive-other": lambda: say("it has other bytes than were stored"),
    # Why a limit or a time control is refused.
    "no-such-limit": lambda name, known: say(
        "There is no limit {name}, only {known}.", name=repr(name), known=listed(known)
    ),
    "limit-no-number": lambda name, text: say(
        "The limit {name} must be a whole number, not {text}.", name=name, text=repr(text)
    ),
    "limit-no-size": lambda name, text: say(
        "The limit {name} must be a whole number, with {units} or none, not {text}.",
        name=name,
        units=listed(UNITS),
        text=repr(text),
    ),
    "limit-too-low": lambda name, least, value: say(
        "The limit {name} must be a whole number of at least {least}, not {value}.",
        name=name,
        least=least,
        value=repr(value),
    ),
    "time-not-positive": lambda name, given: say(
        "{name} must be more than 0 seconds, not {given}.", name=name, given=given
    ),
    "no-time-control": lambda text, known: say(
        "{text} is no time control. Allowed are {known}, or seconds such as 5+0.1.",
        text=repr(text),
        known=listed(known),
    ),
    "time-negative": lambda name, given: say(
        "{name} must be 0 seconds or more, not {given}.", name=name, given=given
    ),
    # What a bot did wrong.
    "bad-manifest": lambda: say(
        "It broke the protocol: it names no games, or games or options not known here."
    ),
    "no-answer": lambda seconds: say(
        "It did not answer within {seconds} s.", seconds=number(seconds, "g")
    ),
    "late-start": lambda seconds: say(
        "It did not start within its {seconds} s.", seconds=number(seconds, "g")
    ),
    "late-action": lambda seconds: say(
        "It did not answer within {seconds} s, the most allowed.", seconds=number(seconds, "g")
    ),
    "empty-bank": lambda seconds: say(
        "It used up its time: {seconds} s were left in its bank.", seconds=number(seconds, ".3f")
    ),
    "late-finish": lambda seconds: say(
        "It did not notice the end of the game within {seconds} s.", seconds=number(seconds, "g")
    ),
    "charged": lambda wall, stall: say(
        "It was charged {charged} s: {wall} s on the wall, less {stall} s for which the host "
        "kept it from running.",
        charged=number(wall - stall, ".3f"),
        wall=number(wall, ".3f"),
        stall=number(stall, ".3f"),
    ),
    "unmeasured-stalls": lambda why: say(
        "The host's stalls cannot be measured here: {why}.", why=why
    ),
    "unreadable-account": lambda path, why: say("{path} cannot be read: {why}", path=path, why=why),
    "other-turn": lambda answered, turn: say(
        "It answered turn {answered} in turn {turn}.", answered=answered, turn=turn
    ),
    "unasked": lambda: say("It answered without being asked, or twice."),
    "computed-stopped": lambda cpu: say(
        "It used {cpu} s of CPU time while it was stopped.", cpu=number(cpu, ".3f")
    ),
    "broken-protocol": lambda how: say("It broke the protocol: {how}.", how=how),
    "other-reply": lambda got, wanted: say(
        "It broke the protocol: {got} came in place of {wanted}.", got=got, wanted=wanted
    ),
    "too-many-scratch-files": lambda most: say(
        "It made more than {most} files in /tmp.", most=most
    ),
    "too-much-memory": lambda limit: say(
        "It used more than {limit} of memory.", limit=size_text(limit)
    ),
    "too-much-scratch": lambda limit: say(
        "It put more than {limit} into /tmp.", limit=size_text(limit)
    ),
    "too-much-cpu": lambda seconds: say(
        "It used more than {seconds} s of CPU time.", seconds=seconds
    ),
    "too-long-answer": lambda limit: say(
        "Its answer is longer than {limit}.", limit=size_text(limit)
    ),
    "too-much-output": lambda limit: say("It printed more than {limit}.", limit=size_text(limit)),
    "closed-answers": lambda: say("It closed the descriptor of its answers."),
    "ended-itself": lambda status: say(
        "Its process ended early with status {status}.", status=status
    ),
    "ended-by": lambda signal: say("Its process was ended by {signal}.", signal=signal),
    "no-action": lambda notation, game: say(
        "It answered {notation}, which is no action of {game}.",
        notation=repr(notation),
        game=said(game),
    ),
    "not-allowed": lambda tried: say("It chose {tried}, which is not allowed here.", tried=tried),
    "allowed": lambda actions, more: say(
        "Allowed: {actions}{more}", actions=listed(actions), more=", ..." if more else ""
    ),
    # How it broke the protocol.
    "answer-no-object": lambda: say("the answer is JSON, but no object"),
    "answer-unknown-type": lambda known: say(
        "the answer has no known type; known are {known}", known=listed(known)
    ),
    "answer-unknown-member": lambda name: say(
        "the answer has an unknown member {name}", name=repr(name)
    ),
    "answer-not-utf8": lambda: say("the answer is not UTF-8 text"),
    "answer-not-json": lambda why: say("the answer is not JSON ({why})", why=why),
    "answer-too-deep": lambda: say("the answer is nested too deeply"),
    "answer-member-twice": lambda: say("the answer has a member twice"),
    "answer-no-number": lambda name: say(
        "the answer contains {name}, which is not JSON", name=name
    ),
    "answer-fraction": lambda: say(
        "the answer contains a fraction; actions are integers or notation"
    ),
    "answer-long-integer": lambda most: say(
        "the answer has an integer of more than {most} digits", most=most
    ),
    "answer-no-text": lambda member: say("{member} must be text", member=repr(member)),
    "answer-no-integer": lambda member: say("{member} must be an integer", member=repr(member)),
    "answer-no-games": lambda most: say(
        "'games' must be a list of at most {most} games or variants", most=most
    ),
    "answer-no-ids": lambda most: say(
        "'games' must hold ids of games, or variants of at most {most} characters", most=most
    ),
    "answer-long-notation": lambda most: say(
        "the notation has more than {most} characters", most=most
    ),
    "answer-no-action": lambda: say("'action' must be an integer or the notation of an action"),
    "answer-unknown-kind": lambda known: say("'kind' must be one of {known}", known=listed(known)),
    "answer-no-summary": lambda: say("'summary' must not be empty"),
    # What the platform did wrong, which costs no bot its game.
    "process-not-up": lambda why: say("The bot's process did not come up: {why}", why=why),
    "not-the-harness": lambda reply: say(
        "The bot's process is not the harness: it said {reply}.", reply=reply
    ),
    "starved": lambda seconds: say(
        "The host failed: a bot that was ready to run did not get to run once in {seconds} s.",
        seconds=number(seconds, "g"),
    ),
    "killed-from-outside": lambda: say(
        "Something outside the sandbox ended the bot's process by SIGKILL: the host's "
        "out-of-memory killer, or an operator."
    ),
    "not-frozen": lambda seconds: say(
        "The kernel did not stop a bot's threads within {seconds} s. This host has too much to do.",
        seconds=number(seconds, ".0f"),
    ),
    "not-reaped": lambda seconds: say(
        "A killed bot did not end within {seconds} s.", seconds=number(seconds, ".0f")
    ),
    "bubblewrap-ended": lambda status: say(
        "bubblewrap ended with status {status} before it started the bot.", status=status
    ),
    "ended-unready": lambda status: say(
        "The bot's process ended with status {status} before its sandbox was complete.",
        status=status,
    ),
    "scratch-unreadable": lambda why: say("The bot's folder cannot be looked at: {why}", why=why),
    **machines.SENTENCES,
    **kit.SENTENCES,
    # Why a game cannot be played, or not again.
    "one-bot-a-seat": lambda game, seats: say(
        "{game} has {seats} seats: give one bot for each.", game=game, seats=seats
    ),
    "another-bench": lambda: say("The bench was made for other limits or another isolation."),
    "record-seats": lambda seats: say(
        "The record has {seats} seats: give one bot for each.", seats=seats
    ),
    "record-other-dice": lambda why: say("The dice cannot be thrown again: {why}.", why=why),
    "record-hides-dice": lambda: say("The record does not reveal the seed of its dice yet."),
    "record-no-seeds": lambda: say("The record is old: it does not hold the seeds of its bots."),
    # How a game went when it was played again.
    "identical": lambda actions: say("identical ({actions} actions)", actions=actions),
    "different": lambda ply, seat, actions, then, now: say(
        "different at event {ply}, seat {seat}, after {actions} identical actions\n  then: "
        "{then}\n  now:  {now}\nThis is no fault of a bot that looks at its clock, at the time "
        "or at os.urandom.\nA bot that draws only from its seed never differs.",
        ply=ply,
        seat=seat,
        actions=actions,
        then=then,
        now=now,
    ),
    "event": lambda seat, kind, what: say(
        "seat {seat}, {kind} {what}", seat=seat, kind=kind, what=what
    ),
    "was-over": lambda: say("the game was over"),
    # What the command line says.
    "trusted": lambda: say("Bots run without isolation: only with bots that you trust."),
    "no-sandbox": lambda why: say(
        "No sandbox: {why}\nTo run bots that you trust without isolation, add --trusted.", why=why
    ),
    "machine-failed": lambda why: say("This machine failed, not a bot: {why}", why=why),
    "name-as-many-bots": lambda game, seats: say(
        "{game} has {seats} seats: name as many bots.", game=game, seats=seats
    ),
    "loaded": lambda games: say("Loaded. It plays {games}.", games=listed(games)),
    "played-itself": lambda game, events: say(
        "{game} against itself: {events} events, no fault.", game=game, events=events
    ),
    "accepted": lambda: say("Accepted."),
    "refused": lambda kind, place, why: say(
        "Refused ({kind}) at {place}: {why}", kind=kind, place=place, why=why
    ),
    "at-loading": lambda: say("loading it"),
    "at-event": lambda game, seat, ply: say(
        "{game}, seat {seat}{ply}",
        game=game,
        seat=seat,
        ply="" if ply is None else say(", event {ply}", ply=ply + 1),
    ),
    "unreadable": lambda path, why: say("{path}: {why}.", path=path, why=why),
    "no-record": lambda path, why: say("{path} is no record: {why}.", path=path, why=why),
    "no-record-object": lambda path: say("{path} is no record: it is no JSON object.", path=path),
    "about-option": lambda option, why: say("{option}: {why}", option=option, why=why),
    "same-dice-and-first": lambda: say(
        "--same-dice is for seats that alternate: leave out --first."
    ),
    "openings-and-dice": lambda game: say(
        "{game} has dice: --openings is for games without.", game=game
    ),
    "folder-as-bot": lambda bot: say(
        "{bot} is a folder: name its bot.py, or a zip of its files.", bot=bot
    ),
    "no-bot": lambda bot, why, known: say(
        "{bot}: {why}. A bot is a file, or one of {known}.", bot=bot, why=why, known=listed(known)
    ),
    "no-count": lambda text: say("{text} is not a whole number from 1 on", text=repr(text)),
    "no-opening": lambda most: say("an opening has 0 to {most} actions", most=most),
    "no-seed": lambda: say("a seed is 64 hex digits"),
}
