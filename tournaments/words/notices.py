"""What notices say, and what is said of the ways by which players hear them."""

from agents.words.speech import Catalogue, say, say_count


def _passed(bot: str, variant: str, by: str, others: int) -> str:
    if not others:
        return say("{by} has passed {bot} on {variant}.", by=by, bot=bot, variant=variant)
    return say_count(
        "{by} and {count} other bot have passed {bot} on {variant}.",
        "{by} and {count} other bots have passed {bot} on {variant}.",
        others,
        by=by,
        bot=bot,
        variant=variant,
    )


SENTENCES: Catalogue = {
    "version-was-accepted": "{version} is accepted.",
    "version-was-refused": "{version} is refused: {why}",
    "version-failed": "{version} failed in a rated game of {variant}: {fault:said}.",
    "was-passed": _passed,
    "unknown-language": "This site does not speak “{given}”.",
    "webhook-url": "Write an address that begins with https:// and names a host.",
    "webhook-internal": "{host} is not on the public internet, and this site sends nothing there.",
    "webhook-unknown-host": "Nobody knows the host {host}.",
    "webhook-unreachable": "No connection: {why}",
    "webhook-too-slow": "There was no answer within {seconds} seconds.",
    "webhook-answered": "The answer was {status}, not 2xx.",
    "no-webhook": "You have no webhook. Give its address first.",
    "mail-unsent": "The mail server did not take it: {why}",
    "mail-without-address": "There is no confirmed e-mail address.",
    "worker-was-lost": "The worker that sent it was lost.",
    "webhook-gave-up": "A notice did not reach your webhook in {tries} tries. {why}",
    "mail-gave-up": "A mail with notices could not be sent in {tries} tries. {why}",
}
