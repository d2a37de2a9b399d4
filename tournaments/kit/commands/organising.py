"""`kauri hold`, `challenge` and `trial`: tournaments, casual games and trials on a site."""

from collections.abc import Sequence
from typing import Any

import click

from agents.desk.status import DONE, FAILED, REFUSED
from agents.words import Sentence
from tournaments.kit import accounts, completing, contest, options, patience, site_names
from tournaments.kit.output import Output, speaks

_OPTIONS = "An option of the format; may be repeated."
_STARTS = "As 2030-05-01T18:00Z; at once by default."
_ELO1 = "The difference to find."


@click.command("hold")
@click.argument("name")
@click.argument("variant", shell_complete=completing.variants)
@click.option(
    "entrants",
    "--entrant",
    multiple=True,
    metavar="BOT",
    shell_complete=site_names.entrants,
    help="May be repeated.",
)
@click.option("format", "--format", default="round-robin", show_default=True)
@click.option(
    "format_options", "--format-option", multiple=True, metavar="NAME=VALUE", help=_OPTIONS
)
@click.option("--time", "time_control", default="blitz", show_default=True)
@click.option("starts_at", "--starts", metavar="TIME", help=_STARTS)
@click.option("is_open", "--open", is_flag=True, help="Remote bots may take part.")
@speaks
def hold_on_site(
    output: Output, *, name: str, variant: str, format_options: Sequence[str], **terms: Any
) -> int:
    """Hold a tournament called NAME on your site: VARIANT is kalah, or 'kalah(seeds=4)'.

    A token with the scope organise is needed: kauri login SITE --scope organise.
    """
    settings = contest.format_options(terms["format"], format_options)
    chosen = {term: value for term, value in terms.items() if value}
    with accounts.client() as site:
        made = site.hold(name, variant, **chosen, format_options=settings)
    output.say(Sentence("held", name=made["name"], slug=made["slug"]), url=made["url"])
    return DONE


@click.command("challenge")
@click.argument("variant", shell_complete=completing.variants)
@click.argument("bots", nargs=-1, required=True, shell_complete=site_names.entrants)
@click.option("--time", "time_control", default="blitz", show_default=True)
@speaks
def challenge_bots(output: Output, *, variant: str, bots: Sequence[str], time_control: str) -> int:
    """Let BOTS of your site play a casual game now: sower, or sower/3 for one version.

    VARIANT is kalah, or 'kalah(seeds=4)'. Nothing is rated.
    """
    with accounts.client() as site:
        game = site.challenge(variant, bots, time_control=time_control)
        address = f"{site.site}/play/{game['key']}/"
    output.say(Sentence("challenged", address=address), key=game["key"])
    return DONE


@click.command("trial")
@click.argument("bot", shell_complete=site_names.bots)
@click.argument("new", type=click.IntRange(min=1))
@click.argument("old", type=click.IntRange(min=1))
@click.argument("leaderboard")
@click.option("--elo1", type=float, default=30.0, show_default=True, help=_ELO1)
@click.option("--pairs", type=click.IntRange(min=1), default=400, show_default=True)
@options.every
@options.longest(86400)
@speaks
def try_version(
    output: Output, *, bot: str, new: int, old: int, leaderboard: str, elo1: float, pairs: int,
    **waiting: float,
) -> int:  # fmt: skip
    """Try version NEW of BOT against version OLD on your site, and wait for the verdict.

    --pairs is the most pairs of games. LEADERBOARD is its name in addresses. The exit
    status is 0 only if the new version is better.
    """
    with accounts.client() as site:
        trial = site.start_trial(
            bot, new, against=old, variant=leaderboard, elo1=elo1, most_pairs=pairs
        )
        for state in patience.changes(lambda: site.trial(trial["id"]), **waiting):
            status, played = str(state["status"]), len(state["ratios"])
            output.say(Sentence("trial-stands", id=trial["id"], status=status, pairs=played))
            if status != "running":
                return DONE if status == "better" else REFUSED
    return FAILED
