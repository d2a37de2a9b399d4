"""Sentences on why bots cannot be isolated on a machine, what helps, and which layers it has."""

from collections.abc import Iterable

from agents.words.speech import Catalogue, said, say

LANDLOCK = {
    1: "reading, writing and executing files",
    3: "truncating them",
    4: "TCP",
    6: "signals and abstract sockets",
}
"""What Landlock covers, by the first version that covers it."""


def _user(own: bool) -> str:
    return say("a user id of its own for each bot") if own else say("the worker's own user id")


def _limits(names: Iterable[str]) -> str:
    return "".join(say(", limits {name}", name=name) for name in names)


SENTENCES: Catalogue = {
    # Why bots cannot be isolated on this machine, and what helps.
    "no-layer-holds": lambda missing: "\n".join([say("No isolation holds here."), *missing]),
    "no-start": "A bot's process cannot be started here: {why}.",
    "no-program": "The program {name} is missing. On Debian and Ubuntu: apt-get install {package}",
    "no-seccomp": "The system library libseccomp is missing. On Debian and Ubuntu: apt-get "
    "install libseccomp2",
    "no-namespaces": lambda why: say(
        "bubblewrap cannot make a sandbox here: {why}. It needs user namespaces; "
        "docs/41-sandbox.md says how to allow them.",
        why=why or "it gave no reason",
    ),
    "setup-too-slow": "bubblewrap cannot make a sandbox here: no answer in {seconds:.0f} s.",
    "no-libraries": "Libraries that bots need are missing: {names:list}.",
    "no-package": "The package {name}, which bots may import, is not installed; requirements.txt "
    "has it.",
    "not-root": "A root folder for bots (chroot) needs a worker that is root.",
    "no-capabilities": "A root folder for bots (chroot) needs these capabilities, which root does "
    "not have here: {names:list}. Docker grants them by default.",
    "folder-stays": "A bot's folder cannot be removed: {why}",
    "needs-linux": "Processes for bots need Linux. On this system add --in-process, for your own "
    "bots.",
    "no-runtime": "The bots' runtime cannot be prepared in {folder}: {why}. Set KAURI_RUNTIME_DIR "
    "to a folder that can be written.",
    "private-parent": "The bots' runtime {folder} lies inside {parent}, which only its owner may "
    "enter. Set KAURI_RUNTIME_DIR to a folder that everyone may enter.",
    "not-compiled": "Modules of the bots' runtime in {folder} do not compile.",
    "no-user-ids": "All {count} user ids for sandboxes are in use on this machine. Run fewer "
    "games at once.",
    "no-reply": "A program started in the sandbox gave no answer: {why}",
    "not-stopped": "Not stopped: {what}.",
    "no-good-bot": "A good bot could not work in the sandbox: it answered {said}.",
    # Which layers of the sandbox this machine has.
    "layer-bubblewrap": lambda own_user: say(
        "Bots run in bubblewrap, under {user}.", user=_user(own_user)
    ),
    "layer-chroot": lambda own_user: say(
        "Bots run in a root folder each (chroot), under {user}.", user=_user(own_user)
    ),
    "layer-memory": "What all bots share lies in memory, in {folder}.",
    "layer-filter": "System call filter: {calls} calls for {machine}, all others refused.",
    "layer-landlock": lambda version: say(
        "Landlock, version {version}: {what:list}.",
        version=version,
        what=[said(what) for since, what in LANDLOCK.items() if since <= version],
    ),
    "layer-group": lambda folder, limits: say(
        "A control group of its own for each bot in {folder}: freezes, kills{limits}.",
        folder=folder,
        limits=_limits(limits),
    ),
    "layer-works": "A good bot works: it imports engine and kauri.sdk, and writes in its own /tmp.",
    "no-devices": "The bots have no /dev/null, /dev/zero and /dev/urandom: the worker may make "
    "none. It needs CAP_MKNOD, and KAURI_RUNTIME_DIR on a file system that allows devices.",
    "no-memory": "The files that all bots share lie on a disk, in {folder}. A bot can tell by the "
    "time it takes what the last one looked for there. It can also fill the kernel's memory with "
    "names. Set KAURI_RUNTIME_DIR to a folder on a tmpfs that lets programs run: "
    "docs/41-sandbox.md says how.",
    "no-landlock": "Landlock is missing, one layer of several. It comes with Linux 5.13. Start "
    "the kernel with landlock among the modules that lsm= names. Allow its calls in a container's "
    "profile.",
    "no-group": "Bots have no control groups, so only their address space limits their memory. "
    "Threads, where allowed, run on for milliseconds when stopped. Delegate a group (version 2) "
    "to the worker: docs/41-sandbox.md says how.",
    "no-controller": lambda names: say(
        "Control groups do not limit {names} here. The group that is delegated to the worker "
        "does not hand it on: docs/41-sandbox.md says how.",
        names=" and ".join(names),
    ),
    "check-passed": "Strangers' bots may run here (tier {tier}).",
    "check-failed-here": "Strangers' bots must not run here (tier {tier}).",
}
