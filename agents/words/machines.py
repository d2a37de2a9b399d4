"""Why bots cannot be isolated on a machine, what helps, and which layers it has."""

from agents.words.speech import Catalogue, listed, number, said, say

HELP = "docs/41-sandbox.md says how"
LANDLOCK = {
    1: "reading, writing and executing files",
    3: "truncating them",
    4: "TCP",
    6: "signals and abstract sockets",
}
"""What Landlock covers, by the version from which on it does."""


def _user(own: bool) -> str:
    return say("a user id of its own for each bot") if own else say("the worker's own user id")


SENTENCES: Catalogue = {
    # Why bots cannot be isolated on this machine, and what helps.
    "no-layer-holds": lambda missing: "\n".join([say("No isolation holds here."), *missing]),
    "no-start": lambda why: say("A bot's process cannot be started here: {why}.", why=why),
    "no-program": lambda name, package: say(
        "The program {name} is missing. On Debian and Ubuntu: apt-get install {package}",
        name=name,
        package=package,
    ),
    "no-seccomp": lambda: say(
        "The system library libseccomp is missing. On Debian and Ubuntu: apt-get install "
        "libseccomp2"
    ),
    "no-namespaces": lambda why: say(
        "bubblewrap cannot make a sandbox here: {why}. It needs user namespaces; "
        "docs/41-sandbox.md says how to allow them.",
        why=why or "it gave no reason",
    ),
    "setup-too-slow": lambda seconds: say(
        "bubblewrap cannot make a sandbox here: no answer in {seconds} s.",
        seconds=number(seconds, ".0f"),
    ),
    "no-libraries": lambda names: say(
        "Libraries that bots need are missing: {names}.", names=listed(names)
    ),
    "no-package": lambda name: say(
        "The package {name}, which bots may import, is not installed; requirements.txt has it.",
        name=name,
    ),
    "not-root": lambda: say("A root folder for bots (chroot) needs a worker that is root."),
    "no-capabilities": lambda names: say(
        "A root folder for bots (chroot) needs these capabilities, which root does not have "
        "here: {names}. Docker grants them by default.",
        names=listed(names),
    ),
    "folder-stays": lambda why: say("A bot's folder cannot be removed: {why}", why=why),
    "no-runtime": lambda folder, why: say(
        "The bots' runtime cannot be prepared in {folder}: {why}. Set KAURI_RUNTIME_DIR to a "
        "folder that can be written.",
        folder=folder,
        why=why,
    ),
    "private-parent": lambda folder, parent: say(
        "The bots' runtime {folder} lies inside {parent}, which only its owner may enter. "
        "Set KAURI_RUNTIME_DIR to a folder that everyone may enter.",
        folder=folder,
        parent=parent,
    ),
    "not-compiled": lambda folder: say(
        "Modules of the bots' runtime in {folder} do not compile.", folder=folder
    ),
    "no-user-ids": lambda count: say(
        "All {count} user ids for sandboxes are in use on this machine. Run fewer games at once.",
        count=count,
    ),
    "no-reply": lambda why: say("A program started in the sandbox gave no answer: {why}", why=why),
    "not-stopped": lambda what: say("Not stopped: {what}.", what=what),
    "no-good-bot": lambda said: say(
        "A good bot could not work in the sandbox: it answered {said}.", said=said
    ),
    # Which layers of the sandbox this machine has.
    "layer-bubblewrap": lambda own_user: say(
        "Bots run in bubblewrap, under {user}.", user=_user(own_user)
    ),
    "layer-chroot": lambda own_user: say(
        "Bots run in a root folder each (chroot), under {user}.", user=_user(own_user)
    ),
    "layer-memory": lambda folder: say(
        "What all bots share lies in memory, in {folder}.", folder=folder
    ),
    "layer-filter": lambda calls, machine: say(
        "System call filter: {calls} calls for {machine}, all others refused.",
        calls=calls,
        machine=machine,
    ),
    "layer-landlock": lambda version: say(
        "Landlock, version {version}: {what}.",
        version=version,
        what=listed(said(what) for since, what in LANDLOCK.items() if since <= version),
    ),
    "layer-group": lambda folder, limits: say(
        "A control group of its own for each bot in {folder}: freezes, kills{limits}.",
        folder=folder,
        limits="".join(say(", limits {name}", name=name) for name in limits),
    ),
    "layer-works": lambda: say(
        "A good bot works: it imports engine and agents.sdk, and writes in its own /tmp."
    ),
    "no-devices": lambda: say(
        "The bots have no /dev/null, /dev/zero and /dev/urandom: the worker may make none. "
        "It needs CAP_MKNOD, and KAURI_RUNTIME_DIR on a file system that allows devices."
    ),
    "no-memory": lambda folder: say(
        "The files that all bots share lie on a disk, in {folder}. A bot can tell by the "
        "time it takes what the last one looked for there. It can also fill the kernel's "
        "memory with names. Set KAURI_RUNTIME_DIR to a folder on a tmpfs that lets programs "
        "run: {help}.",
        folder=folder,
        help=said(HELP),
    ),
    "no-landlock": lambda: say(
        "Landlock is missing, one layer of several. It comes with Linux 5.13. Start the "
        "kernel with landlock among the modules that lsm= names. Allow its calls in a "
        "container's profile."
    ),
    "no-group": lambda: say(
        "Bots have no control groups, so only their address space limits their memory. "
        "Threads, where allowed, run on for milliseconds when stopped. Delegate a group "
        "(version 2) to the worker: {help}.",
        help=said(HELP),
    ),
    "no-controller": lambda names: say(
        "Control groups do not limit {names} here. The group that is delegated to the worker "
        "does not hand it on: {help}.",
        names=" and ".join(names),
        help=said(HELP),
    ),
    "check-passed": lambda tier: say("Strangers' bots may run here (tier {tier}).", tier=tier),
    "check-failed-here": lambda tier: say(
        "Strangers' bots must not run here (tier {tier}).", tier=tier
    ),
}
