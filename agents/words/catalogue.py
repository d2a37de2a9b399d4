"""The sentences of this package by their codes. A code keeps its name and its parameters."""

from agents import complaints
from agents.sizes import UNITS
from agents.words import kit, machines
from agents.words.speech import Catalogue, say

SENTENCES: Catalogue = {
    # Why an upload is refused.
    "file-empty": "The file is empty.",
    # Reading stops as soon as a file is too large, so its size is unknown.
    "file-too-large": "The file is too large: an upload may have {most:mib} at the most.",
    "not-python": "{what} has NUL bytes, so it is not Python text. Upload bot.py, or a zip with "
    "bot.py at its root.",
    "not-utf8": "{what} is not UTF-8 text (line {line}). Save the source as UTF-8 and upload "
    "bot.py, or a zip with bot.py at its root.",
    "source-empty": "{what} is empty.",
    "not-wasm": "bot.wasm does not begin as a WebAssembly module does.",
    "byte-code": "{name:repr} in the zip is compiled for one version of Python. Add the .py file "
    "instead.",
    "native-code": lambda name, kind: say(
        "{name:repr} in the zip is native code ({kind}). An upload may hold only Python source, "
        "a WebAssembly module and data. numpy is there already.",
        name=name,
        kind=kind or "by its name",
    ),
    "reserved-name": "{name:repr} in the zip has the name of a module that every bot has "
    "({module}). Choose another name.",
    "nested-main": "The zip has no bot.py at its root, but it has {found}. Zip the files in "
    "{folder}, not the folder itself.",
    "no-main": "The zip has neither bot.py nor bot.wasm at its root.",
    "zip-lists-too-many": "The zip has too many files; {most} are allowed.",
    "zip-too-many-files": "The zip has {count} files; {most} are allowed.",
    "zip-damaged": "The zip is damaged: {why}.",
    "zip-ends-early": "The zip is damaged: {name:repr} ends early.",
    "zip-unreadable": "The zip cannot be read: {why}.",
    "zip-link": "{shown} in the zip is a link. Add the file itself instead.",
    "zip-special-file": "{shown} in the zip is a device or a pipe. Add only files.",
    "zip-encrypted": "{shown} in the zip is encrypted. Zip it without a password.",
    "zip-method": "{shown} in the zip is packed by a rare method. Use deflate.",
    "zip-backslash": "{shown} in the zip has a backslash in its name. Use /.",
    "zip-absolute": "{shown} in the zip is an absolute path. Use a relative one.",
    "zip-odd-path": "{shown} in the zip has an empty name, '.' or '..' in it.",
    "zip-unprintable": "{shown} in the zip has unprintable characters in its name.",
    "zip-long-name": "{shown} in the zip has a name over {most} bytes.",
    "zip-too-deep": "{shown} in the zip lies more than {most} folders deep.",
    "zip-twice": "{name:repr} is in the zip twice.",
    "zip-file-and-folder": "{name:repr} in the zip lies inside another file.",
    "zip-file-too-large": "{name:repr} in the zip unpacks to {size:mib}; one file may have "
    "{most:mib} at the most.",
    "zip-too-large": "The zip unpacks to more than {most:mib}.",
    # What is wrong with a stored archive.
    "archive-undone": "it cannot be unpacked ({why})",
    "archive-cut": "its end is missing",
    "archive-other": "it has other bytes than were stored",
    # Why a limit or a time control is refused.
    "no-such-limit": "There is no limit {name:repr}, only {known:list}.",
    "limit-no-number": "The limit {name} must be a whole number, not {text:repr}.",
    "limit-no-size": lambda name, text: say(
        "The limit {name} must be a whole number, with {units:list} or none, not {text:repr}.",
        name=name,
        units=UNITS,
        text=text,
    ),
    "limit-too-low": "The limit {name} must be a whole number of at least {least}, not "
    "{value:repr}.",
    "time-not-positive": "{name} must be more than 0 seconds, not {given}.",
    "no-time-control": "{text:repr} is no time control. Allowed are {known:list}, or seconds such "
    "as 5+0.1.",
    "time-negative": "{name} must be 0 seconds or more, not {given}.",
    # What a bot did wrong.
    "bad-manifest": "It broke the protocol: it names no games, or games or options not known here.",
    "no-answer": "It did not answer within {seconds:g} s.",
    "late-start": "It did not start within its {seconds:g} s.",
    "late-action": "It did not answer within {seconds:g} s, the most allowed.",
    "empty-bank": "It used up its time: {seconds:.3f} s were left in its bank.",
    "late-finish": "It did not notice the end of the game within {seconds:g} s.",
    "charged": lambda wall, stall: say(
        "It was charged {charged:.3f} s: {wall:.3f} s on the wall, less {stall:.3f} s for which "
        "the host kept it from running.",
        charged=wall - stall,
        wall=wall,
        stall=stall,
    ),
    "unmeasured-stalls": "The host's stalls cannot be measured here: {why}.",
    "unreadable-account": "{path} cannot be read: {why}",
    "other-turn": "It answered turn {answered} in turn {turn}.",
    "unasked": "It answered without being asked, or twice.",
    "computed-stopped": "It used {cpu:.3f} s of CPU time while it was stopped.",
    "broken-protocol": "It broke the protocol: {how}.",
    "other-reply": "It broke the protocol: {got} came in place of {wanted}.",
    "too-many-scratch-files": "It made more than {most} files in /tmp.",
    "too-much-memory": "It used more than {limit:size} of memory.",
    "too-much-scratch": "It put more than {limit:size} into /tmp.",
    "too-much-cpu": "It used more than {seconds} s of CPU time.",
    "too-long-answer": "Its answer is longer than {limit:size}.",
    "too-much-output": "It printed more than {limit:size}.",
    "closed-answers": "It closed the descriptor of its answers.",
    "ended-itself": "Its process ended early with status {status}.",
    "ended-by": "Its process was ended by {signal}.",
    "no-action": "It answered {notation:repr}, which is no action of {game:said}.",
    "not-allowed": "It chose {tried}, which is not allowed here.",
    "allowed": lambda actions, more: say(
        "Allowed: {actions:list}{more}", actions=actions, more=", ..." if more else ""
    ),
    # How it broke the protocol.
    "answer-no-object": "the answer is JSON, but no object",
    "answer-unknown-type": "the answer has no known type; known are {known:list}",
    "answer-unknown-member": "the answer has an unknown member {name:repr}",
    "answer-not-utf8": "the answer is not UTF-8 text",
    "answer-not-json": "the answer is not JSON ({why})",
    "answer-too-deep": "the answer is nested too deeply",
    "answer-member-twice": "the answer has a member twice",
    "answer-no-number": "the answer contains {name}, which is not JSON",
    "answer-fraction": "the answer contains a fraction; actions are integers or notation",
    "answer-long-integer": "the answer has an integer of more than {most} digits",
    "answer-no-text": "{member:repr} must be text",
    "answer-no-integer": "{member:repr} must be an integer",
    "answer-no-games": "'games' must be a list of at most {most} games or variants",
    "answer-no-ids": "'games' must hold ids of games, or variants of at most {most} characters",
    "answer-long-notation": "the notation has more than {most} characters",
    "answer-no-action": "'action' must be an integer or the notation of an action",
    "answer-unknown-kind": "'kind' must be one of {known:list}",
    "answer-no-summary": "'summary' must not be empty",
    **complaints.SENTENCES,
    # What the platform did wrong, which costs no bot its game.
    "process-not-up": "The bot's process did not come up: {why}",
    "not-the-harness": "The bot's process is not the harness: it said {reply}.",
    "starved": "The host failed: a bot that was ready to run did not get to run once in "
    "{seconds:g} s.",
    "killed-from-outside": "Something outside the sandbox ended the bot's process by SIGKILL: the "
    "host's out-of-memory killer, or an operator.",
    "not-frozen": "The kernel did not stop a bot's threads within {seconds:.0f} s. This host has "
    "too much to do.",
    "not-reaped": "A killed bot did not end within {seconds:.0f} s.",
    "bubblewrap-ended": "bubblewrap ended with status {status} before it started the bot.",
    "ended-unready": "The bot's process ended with status {status} before its sandbox was "
    "complete.",
    "scratch-unreadable": "The bot's folder cannot be looked at: {why}",
    **machines.SENTENCES,
    **kit.SENTENCES,
    # Why a game cannot be played, or not again.
    "one-bot-a-seat": "{game} has {seats} seats: give one bot for each.",
    "another-bench": "The bench was made for other limits or another isolation.",
    "record-seats": "The record has {seats} seats: give one bot for each.",
    "record-other-dice": "The dice cannot be thrown again: {why}.",
    "record-hides-dice": "The record does not reveal the seed of its dice yet.",
    "record-no-seeds": "The record is old: it does not hold the seeds of its bots.",
    # How a game went when it was played again.
    "identical": "identical ({actions} actions)",
    "different": "different at event {ply}, seat {seat}, after {actions} identical actions\n  "
    "then: {then}\n  now:  {now}\nThis is no fault of a bot that looks at its clock, at the time "
    "or at os.urandom.\nA bot that draws only from its seed never differs.",
    "event": "seat {seat}, {kind} {what}",
    "was-over": "the game was over",
    # What the command line says.
    "trusted": "Bots run without isolation: only with bots that you trust.",
    "no-sandbox": "No sandbox: {why}\nTo run bots that you trust without isolation, add --trusted.",
    "machine-failed": "This machine failed, not a bot: {why}",
    "name-as-many-bots": "{game} has {seats} seats: name as many bots.",
    "loaded": "Loaded. It plays {games:list}.",
    "played-itself": "{game} against itself: {events} events, no fault.",
    "accepted": "Accepted.",
    "refused": "Refused ({kind}) at {place}: {why}",
    "at-loading": "loading it",
    "at-event": lambda game, seat, ply: say(
        "{game}, seat {seat}{ply}",
        game=game,
        seat=seat,
        ply="" if ply is None else say(", event {ply}", ply=ply + 1),
    ),
    "unreadable": "{path}: {why}.",
    "no-record": "{path} is no record: {why}.",
    "no-record-object": "{path} is no record: it is no JSON object.",
    "about-option": "{option}: {why}",
    "same-dice-and-first": "--same-dice is for seats that alternate: leave out --first.",
    "openings-and-dice": "{game} has dice: --openings is for games without.",
    "no-bot": "{bot}: {why}. A bot is a file, a folder, or one of {known:list}.",
    "no-seed": "a seed is 64 hex digits",
}
