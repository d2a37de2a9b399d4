"""What notices say, and what is said of the ways by which players hear them."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say, say_count
from tournaments.words.retold import retold


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
    "version-was-accepted": lambda version: say("{version} is accepted.", version=version),
    "version-was-refused": lambda version, why: say(
        "{version} is refused: {why}", version=version, why=retold(str(why))
    ),
    "version-failed": lambda version, variant, fault: say(
        "{version} failed in a rated game of {variant}: {fault}.",
        version=version,
        variant=variant,
        fault=retold(str(fault)),
    ),
    "was-passed": _passed,
    "unknown-language": lambda given: say("This site does not speak “{given}”.", given=given),
    "webhook-url": lambda: say("Write an address that begins with https:// and names a host."),
    "webhook-internal": lambda host: say(
        "{host} is not on the public internet, and this site sends nothing there.", host=host
    ),
    "webhook-unknown-host": lambda host: say("Nobody knows the host {host}.", host=host),
    "webhook-unreachable": lambda why: say("No connection: {why}", why=why),
    "webhook-too-slow": lambda seconds: say(
        "There was no answer within {seconds} seconds.", seconds=seconds
    ),
    "webhook-answered": lambda status: say("The answer was {status}, not 2xx.", status=status),
    "no-webhook": lambda: say("You have no webhook. Give its address first."),
    "mail-unsent": lambda why: say("The mail server did not take it: {why}", why=why),
    "mail-without-address": lambda: say("There is no confirmed e-mail address."),
    "worker-was-lost": lambda: say("The worker that sent it was lost."),
    "webhook-gave-up": lambda tries, why: say(
        "A notice did not reach your webhook in {tries} tries. {why}", tries=tries, why=why
    ),
    "mail-gave-up": lambda tries, why: say(
        "A mail with notices could not be sent in {tries} tries. {why}", tries=tries, why=why
    ),
}
