"""The sentences of this package by their codes. A code keeps its name and its parameters."""

from collections.abc import Callable, Iterable, Mapping

from agents.sizes import UNITS, mebibytes, size_text

Catalogue = Mapping[str, Callable[..., str]]

_UPLOAD = "bot.py, or a zip with bot.py at its root"
_HELP = "docs/41-sandbox.md says how"
_LANDLOCK = {
    1: "reading, writing and executing files",
    3: "truncating them",
    4: "TCP",
    6: "signals and abstract sockets",
}
"""What Landlock covers, by the version from which on it does."""


def listed(names: Iterable[str]) -> str:
    """What is allowed, one after the other."""
    return ", ".join(names)


def _user(own: bool) -> str:
    return "a user id of its own for each bot" if own else "the worker's own user id"


SENTENCES: Catalogue = {
    # Why an upload is refused.
    "file-empty": lambda: "The file is empty.",
    # Of a file that is far too large no more is read than shows that, so its size is not told.
    "file-too-large": lambda most: (
        f"The file is too large: an upload may have {mebibytes(most)} at the most."
    ),
    "not-python": lambda what: f"{what} has NUL bytes, so it is not Python text. Upload {_UPLOAD}.",
    "not-utf8": lambda what, line: (
        f"{what} is not UTF-8 text (line {line}). Save the source as UTF-8 and upload {_UPLOAD}."
    ),
    "source-empty": lambda what: f"{what} is empty.",
    "byte-code": lambda name: (
        f"{name!r} in the zip is compiled for one version of Python. Add the .py file instead."
    ),
    "native-code": lambda name, kind: (
        f"{name!r} in the zip is native code ({kind or 'by its name'}). "
        "An upload may hold only Python source and data. numpy is there already."
    ),
    "reserved-name": lambda name, module: (
        f"{name!r} in the zip has the name of a module that every bot has ({module}). "
        "Choose another name."
    ),
    "nested-main": lambda found, folder: (
        f"The zip has no bot.py at its root, but it has {found}. "
        f"Zip the files in {folder}, not the folder itself."
    ),
    "no-main": lambda: "The zip has no bot.py at its root.",
    "zip-lists-too-many": lambda most: f"The zip has too many files; {most} are allowed.",
    "zip-too-many-files": lambda count, most: f"The zip has {count} files; {most} are allowed.",
    "zip-damaged": lambda why: f"The zip is damaged: {why}.",
    "zip-ends-early": lambda name: f"The zip is damaged: {name!r} ends early.",
    "zip-unreadable": lambda why: f"The zip cannot be read: {why}.",
    "zip-link": lambda shown: f"{shown} in the zip is a link. Add the file itself instead.",
    "zip-special-file": lambda shown: f"{shown} in the zip is a device or a pipe. Add only files.",
    "zip-encrypted": lambda shown: f"{shown} in the zip is encrypted. Zip it without a password.",
    "zip-method": lambda shown: f"{shown} in the zip is packed by a rare method. Use deflate.",
    "zip-backslash": lambda shown: f"{shown} in the zip has a backslash in its name. Use /.",
    "zip-absolute": lambda shown: f"{shown} in the zip is an absolute path. Use a relative one.",
    "zip-odd-path": lambda shown: f"{shown} in the zip has an empty name, '.' or '..' in it.",
    "zip-unprintable": lambda shown: f"{shown} in the zip has unprintable characters in its name.",
    "zip-long-name": lambda shown, most: f"{shown} in the zip has a name over {most} bytes.",
    "zip-too-deep": lambda shown, most: f"{shown} in the zip lies more than {most} folders deep.",
    "zip-twice": lambda name: f"{name!r} is in the zip twice.",
    "zip-file-and-folder": lambda name: f"{name!r} in the zip lies inside another file.",
    "zip-file-too-large": lambda name, size, most: (
        f"{name!r} in the zip unpacks to {mebibytes(size)}; "
        f"one file may have {mebibytes(most)} at the most."
    ),
    "zip-too-large": lambda most: f"The zip unpacks to more than {mebibytes(most)}.",
    # What is wrong with a stored archive.
    "archive-undone": lambda why: f"it cannot be unpacked ({why})",
    "archive-cut": lambda: "its end is missing",
    "archive-other": lambda: "it has other bytes than were stored",
    # Why a limit or a time control is refused.
    "no-such-limit": lambda name, known: f"There is no limit {name!r}, only {listed(known)}.",
    "limit-no-number": lambda name, text: f"The limit {name} must be a whole number, not {text!r}.",
    "limit-no-size": lambda name, text: (
        f"The limit {name} must be a whole number, with {listed(UNITS)} or none, not {text!r}."
    ),
    "limit-too-low": lambda name, least, value: (
        f"The limit {name} must be a whole number of at least {least}, not {value!r}."
    ),
    "time-not-positive": lambda name, given: f"{name} must be more than 0 seconds, not {given}.",
    "time-negative": lambda name, given: f"{name} must be 0 seconds or more, not {given}.",
    # What a bot did wrong.
    "bad-manifest": lambda: "It broke the protocol: it names no games, or some not played here.",
    "no-answer": lambda seconds: f"It did not answer within {seconds:g} s.",
    "late-start": lambda seconds: f"It did not start within its {seconds:g} s.",
    "late-action": lambda seconds: f"It did not answer within {seconds:g} s, the most allowed.",
    "empty-bank": lambda seconds: f"It used up its time: {seconds:.3f} s were left in its bank.",
    "late-finish": lambda seconds: f"It did not notice the end of the game within {seconds:g} s.",
    "charged": lambda wall, stall: (
        f"It was charged {wall - stall:.3f} s: {wall:.3f} s on the wall, less {stall:.3f} s "
        "for which the host kept it from running."
    ),
    "unmeasured-stalls": lambda why: f"The host's stalls cannot be measured here: {why}.",
    "unreadable-account": lambda path, why: f"{path} cannot be read: {why}",
    "other-turn": lambda answered, turn: f"It answered turn {answered} in turn {turn}.",
    "unasked": lambda: "It answered without being asked, or twice.",
    "computed-stopped": lambda cpu: f"It used {cpu:.3f} s of CPU time while it was stopped.",
    "broken-protocol": lambda how: f"It broke the protocol: {how}.",
    "other-reply": lambda got, wanted: f"It broke the protocol: {got} came in place of {wanted}.",
    "too-many-scratch-files": lambda most: f"It made more than {most} files in /tmp.",
    "too-much-memory": lambda limit: f"It used more than {size_text(limit)} of memory.",
    "too-much-scratch": lambda limit: f"It put more than {size_text(limit)} into /tmp.",
    "too-much-cpu": lambda seconds: f"It used more than {seconds} s of CPU time.",
    "too-long-answer": lambda limit: f"Its answer is longer than {size_text(limit)}.",
    "too-much-output": lambda limit: f"It printed more than {size_text(limit)}.",
    "closed-answers": lambda: "It closed the descriptor of its answers.",
    "ended-itself": lambda status: f"Its process ended early with status {status}.",
    "ended-by": lambda signal: f"Its process was ended by {signal}.",
    "no-action": lambda notation, game: f"It answered {notation!r}, which is no action of {game}.",
    "not-allowed": lambda tried: f"It chose {tried}, which is not allowed here.",
    "allowed": lambda actions, more: f"Allowed: {listed(actions)}{', ...' if more else ''}",
    # How it broke the protocol.
    "answer-no-object": lambda: "the answer is JSON, but no object",
    "answer-unknown-type": lambda known: f"the answer has no known type; known are {listed(known)}",
    "answer-unknown-member": lambda name: f"the answer has an unknown member {name!r}",
    "answer-not-utf8": lambda: "the answer is not UTF-8 text",
    "answer-not-json": lambda why: f"the answer is not JSON ({why})",
    "answer-too-deep": lambda: "the answer is nested too deeply",
    "answer-member-twice": lambda: "the answer has a member twice",
    "answer-no-number": lambda name: f"the answer contains {name}, which is not JSON",
    "answer-fraction": lambda: "the answer contains a fraction; actions are integers or notation",
    "answer-long-integer": lambda most: f"the answer has an integer of more than {most} digits",
    "answer-no-text": lambda member: f"{member!r} must be text",
    "answer-no-integer": lambda member: f"{member!r} must be an integer",
    "answer-no-games": lambda: "'games' must be a list of at most 100 ids",
    "answer-no-ids": lambda: "'games' must hold ids of games",
    "answer-long-notation": lambda most: f"the notation has more than {most} characters",
    "answer-no-action": lambda: "'action' must be an integer or the notation of an action",
    "answer-unknown-kind": lambda known: f"'kind' must be one of {listed(known)}",
    "answer-no-summary": lambda: "'summary' must not be empty",
    # What the platform did wrong, which costs no bot its game.
    "process-not-up": lambda why: f"The bot's process did not come up: {why}",
    "not-the-harness": lambda reply: f"The bot's process is not the harness: it said {reply}.",
    "starved": lambda seconds: (
        f"The host failed: a bot that was ready to run did not get to run once in {seconds:g} s."
    ),
    "killed-from-outside": lambda: (
        "Something outside the sandbox ended the bot's process by SIGKILL: "
        "the host's out-of-memory killer, or an operator."
    ),
    "not-frozen": lambda seconds: (
        f"The kernel did not stop a bot's threads within {seconds:.0f} s. "
        "This host has too much to do."
    ),
    "not-reaped": lambda seconds: f"A killed bot did not end within {seconds:.0f} s.",
    "bubblewrap-ended": lambda status: (
        f"bubblewrap ended with status {status} before it started the bot."
    ),
    "ended-unready": lambda status: (
        f"The bot's process ended with status {status} before its sandbox was complete."
    ),
    "scratch-unreadable": lambda why: f"The bot's folder cannot be looked at: {why}",
    # Why bots cannot be isolated on this machine, and what helps.
    "no-layer-holds": lambda missing: "\n".join(["No isolation holds here.", *missing]),
    "no-start": lambda why: f"A bot's process cannot be started here: {why}.",
    "no-program": lambda name, package: (
        f"The program {name} is missing. On Debian and Ubuntu: apt-get install {package}"
    ),
    "no-seccomp": lambda: (
        "The system library libseccomp is missing. "
        "On Debian and Ubuntu: apt-get install libseccomp2"
    ),
    "no-namespaces": lambda why: (
        f"bubblewrap cannot make a sandbox here: {why or 'it gave no reason'}. "
        "It needs user namespaces; docs/41-sandbox.md says how to allow them."
    ),
    "setup-too-slow": lambda seconds: (
        f"bubblewrap cannot make a sandbox here: no answer in {seconds:.0f} s."
    ),
    "no-libraries": lambda names: f"Libraries that bots need are missing: {listed(names)}.",
    "no-package": lambda name: (
        f"The package {name}, which bots may import, is not installed; requirements.txt has it."
    ),
    "not-root": lambda: "A root folder for bots (chroot) needs a worker that is root.",
    "no-capabilities": lambda names: (
        "A root folder for bots (chroot) needs these capabilities, "
        f"which root does not have here: {listed(names)}. Docker grants them by default."
    ),
    "folder-stays": lambda why: f"A bot's folder cannot be removed: {why}",
    "no-runtime": lambda folder, why: (
        f"The bots' runtime cannot be prepared in {folder}: {why}. "
        "Set KAURI_RUNTIME_DIR to a folder that can be written."
    ),
    "private-parent": lambda folder, parent: (
        f"The bots' runtime {folder} lies inside {parent}, which only its owner may enter. "
        "Set KAURI_RUNTIME_DIR to a folder that everyone may enter."
    ),
    "not-compiled": lambda folder: f"Modules of the bots' runtime in {folder} do not compile.",
    "no-user-ids": lambda count: (
        f"All {count} user ids for sandboxes are in use on this machine. Run fewer games at once."
    ),
    "no-reply": lambda why: f"A program started in the sandbox gave no answer: {why}",
    "not-stopped": lambda what: f"Not stopped: {what}.",
    "no-good-bot": lambda said: f"A good bot could not work in the sandbox: it answered {said}.",
    # Which layers of the sandbox this machine has.
    "layer-bubblewrap": lambda own_user: f"Bots run in bubblewrap, under {_user(own_user)}.",
    "layer-chroot": lambda own_user: (
        f"Bots run in a root folder each (chroot), under {_user(own_user)}."
    ),
    "layer-memory": lambda folder: f"What all bots share lies in memory, in {folder}.",
    "layer-filter": lambda calls, machine: (
        f"System call filter: {calls} calls for {machine}, all others refused."
    ),
    "layer-landlock": lambda version: (
        f"Landlock, version {version}: "
        f"{listed(what for since, what in _LANDLOCK.items() if since <= version)}."
    ),
    "layer-group": lambda folder, limits: (
        f"A control group of its own for each bot in {folder}: "
        f"freezes, kills{''.join(f', limits {name}' for name in limits)}."
    ),
    "layer-works": lambda: (
        "A good bot works: it imports engine and agents.sdk, and writes in its own /tmp."
    ),
    "no-devices": lambda: (
        "The bots have no /dev/null, /dev/zero and /dev/urandom: the worker may make none. "
        "It needs CAP_MKNOD, and KAURI_RUNTIME_DIR on a file system that allows devices."
    ),
    "no-memory": lambda folder: (
        f"The files that all bots share lie on a disk, in {folder}. "
        "A bot can tell by the time it takes what the last one looked for there. "
        "It can also fill the kernel's memory with names. Set KAURI_RUNTIME_DIR to a folder on a "
        f"tmpfs that lets programs run: {_HELP}."
    ),
    "no-landlock": lambda: (
        "Landlock is missing, one layer of several. It comes with Linux 5.13. "
        "Start the kernel with landlock among the modules that lsm= names. "
        "Allow its calls in a container's profile."
    ),
    "no-group": lambda: (
        "Bots have no control groups, so only their address space limits their memory. "
        "Threads, where allowed, run on for milliseconds when stopped. "
        f"Delegate a group (version 2) to the worker: {_HELP}."
    ),
    "no-controller": lambda names: (
        f"Control groups do not limit {' and '.join(names)} here. "
        f"The group that is delegated to the worker does not hand it on: {_HELP}."
    ),
    "check-passed": lambda tier: f"Strangers' bots may run here (tier {tier}).",
    "check-failed-here": lambda tier: f"Strangers' bots must not run here (tier {tier}).",
    # Why a game cannot be played, or not again.
    "one-bot-a-seat": lambda game, seats: f"{game} has {seats} seats: give one bot for each.",
    "another-bench": lambda: "The bench was made for other limits or another isolation.",
    "record-seats": lambda seats: f"The record has {seats} seats: give one bot for each.",
    "record-other-dice": lambda why: f"The dice cannot be thrown again: {why}.",
    "record-hides-dice": lambda: "The record does not reveal the seed of its dice yet.",
    "record-no-seeds": lambda: "The record is old: it does not hold the seeds of its bots.",
    # How a game went when it was played again.
    "identical": lambda actions: f"identical ({actions} actions)",
    "different": lambda ply, seat, actions, then, now: (
        f"different at event {ply}, seat {seat}, after {actions} identical actions\n"
        f"  then: {then}\n"
        f"  now:  {now}\n"
        "This is no fault of a bot that looks at its clock, at the time or at os.urandom.\n"
        "A bot that draws only from its seed never differs."
    ),
    "event": lambda seat, kind, what: f"seat {seat}, {kind} {what}",
    "was-over": lambda: "the game was over",
    # What the command line says.
    "trusted": lambda: "Bots run without isolation: only with bots that you trust.",
    "no-sandbox": lambda why: (
        f"No sandbox: {why}\nTo run bots that you trust without isolation, add --trusted."
    ),
    "machine-failed": lambda why: f"This machine failed, not a bot: {why}",
    "name-as-many-bots": lambda game, seats: f"{game} has {seats} seats: name as many bots.",
    "loaded": lambda games: f"Loaded. It plays {listed(games)}.",
    "played-itself": lambda game, events: f"{game} against itself: {events} events, no fault.",
    "accepted": lambda: "Accepted.",
    "refused": lambda kind, place, why: f"Refused ({kind}) at {place}: {why}",
    "at-loading": lambda: "loading it",
    "at-event": lambda game, seat, ply: (
        f"{game}, seat {seat}{'' if ply is None else f', event {ply + 1}'}"
    ),
    "unreadable": lambda path, why: f"{path}: {why}.",
    "no-record": lambda path, why: f"{path} is no record: {why}.",
    "no-record-object": lambda path: f"{path} is no record: it is no JSON object.",
    "about-option": lambda option, why: f"{option}: {why}",
    "same-dice-and-first": lambda: "--same-dice is for seats that alternate: leave out --first.",
    "openings-and-dice": lambda game: f"{game} has dice: --openings is for games without.",
    "folder-as-bot": lambda bot: f"{bot} is a folder: name its bot.py, or a zip of its files.",
    "no-bot": lambda bot, why, known: f"{bot}: {why}. A bot is a file, or one of {listed(known)}.",
    "no-count": lambda text: f"{text!r} is not a whole number from 1 on",
    "no-opening": lambda most: f"an opening has 0 to {most} actions",
    "no-seed": lambda: "a seed is 64 hex digits",
}
