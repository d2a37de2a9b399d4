"""What is said of tournaments: their configuration, their entrants, their course."""

from agents.words.catalogue import Catalogue, listed
from tournaments.words.figures import count, lasting, moment


def _size(
    *, entrants: int, rounds: int, pairings: int, games_per_pairing: int, games: int, exact: bool
) -> str:
    played = count(games, "game")
    return (
        f"{entrants} entrants, {count(rounds, 'round')}, "
        f"{count(pairings, 'pairing')} of {games_per_pairing:,} games: "
        f"{played if exact else f'at most {played}, without deciders'}."
    )


SENTENCES: Catalogue = {
    # What cannot be played.
    "time-too-far": lambda years: f"Choose a time within {years} years from now.",
    "name-breaks": lambda: (
        "A name is one line, without characters that control text or turn its direction."
    ),
    "unknown-time-control": lambda allowed: f"Unknown time control; allowed are {listed(allowed)}.",
    "uneven-games": lambda sides: (
        f"Games per pairing must be a multiple of {sides}, "
        "so that everyone plays from every seat equally often."
    ),
    "pairing-too-long": lambda most: f"A tournament may have {most:,} games at the most.",
    "too-many-games": lambda games, most: (
        f"That makes {games:,} games; at most {most:,} are allowed."
    ),
    "too-many-openings": lambda drawn, most: (
        f"That makes {drawn:,} openings; at most {most:,} are drawn for a tournament. "
        "Choose fewer games per pairing, or no opening actions."
    ),
    "opening-length": lambda most: f"An opening has 0 to {most} actions.",
    "opening-with-dice": lambda game: (
        f"{game} is played with dice, and each game has its own: choose 0 opening actions."
    ),
    "unknown-tie-break": lambda tie_break, allowed: (
        f"No tie-break {tie_break}; allowed are {listed(allowed)}."
    ),
    "half-a-registration": lambda: "Give both times: when registration opens, and when it closes.",
    "registration-closes-first": lambda: "Registration must close after it has opened.",
    "starts-too-early": lambda: "The tournament cannot start before registration closes.",
    "game-is-gone": lambda why: f"It cannot be played here any more: {why}.",
    "format-refused": lambda rule, why: why,  # noqa: ARG005 - the rule is for scripts
    "one-entrant": lambda: "Choose at least two entrants: one alone has nobody to play.",
    "name-just-taken": lambda: "Another tournament has just got this name. Try again.",
    "too-many-open": lambda most: (
        f"You have {most} tournaments that are not over; let one of them end first."
    ),
    "too-many-waiting": lambda most: (
        f"Your tournaments have {most:,} waiting games. Let some be played first."
    ),
    "cannot-be-extended": lambda format_id: (
        f"A tournament of this format cannot be extended: {format_id}."
    ),
    "no-such-file": lambda tournament, kind, there: (
        f"There is no {kind} file of {tournament}; there is {listed(there) or 'none at all'}."
    ),
    # Who may do what.
    "organiser-only": lambda organiser, action, tournament: (
        f"Only {organiser} may {action} {tournament}."
    ),
    "organiser-invites": lambda organiser, tournament: (
        f"Only {organiser} may invite players to {tournament}."
    ),
    "organiser-appoints": lambda organiser, tournament: (
        f"Only {organiser} may choose the co-organisers of {tournament}."
    ),
    "too-many-named": lambda most, given: f"Name at most {most} players, not {given}.",
    "invited-only": lambda tournament, organiser: (
        f"{tournament} is for players whom {organiser} has invited."
    ),
    "organiser-or-owner-withdraws": lambda organiser, owner, version: (
        f"Only {organiser} and {owner} may withdraw {version}."
    ),
    "organiser-or-owner-asks": lambda organiser, owner, version: (
        f"Only {organiser} and {owner} may ask for byes of {version}."
    ),
    # Registration.
    "no-registration": lambda tournament: (
        f"The entrants of {tournament} are chosen by its organisers."
    ),
    "registration-opens-later": lambda tournament, opens: (
        f"The registration for {tournament} opens on {moment(opens)}."
    ),
    "registration-closed": lambda tournament: f"The registration for {tournament} is closed.",
    "tournament-full": lambda tournament, most: (
        f"{tournament} is full: it takes at most {count(most, 'entrant')}."
    ),
    "was-taken-out": lambda bot, tournament, why: f"{bot} was taken out of {tournament}. {why}",
    # Byes.
    "unknown-bye": lambda worth: f"A bye is worth half or zero, not {worth}.",
    "no-byes-here": lambda: "Only Swiss tournaments have byes to ask for.",
    "round-paired": lambda number: f"Round {number} is paired already; ask for a later one.",
    "no-such-round": lambda tournament, rounds: f"{tournament} has {count(rounds, 'round')}.",
    "no-half-bye-at-the-end": lambda: "There is no half-point bye in the last round.",
    "too-many-half-byes": lambda version, most: (
        f"{version} may ask for {most} half-point byes at the most."
    ),
    # Why an entrant left.
    "two-must-stay": lambda: "Two entrants must stay. You can cancel the tournament instead.",
    "withdrawn-by": lambda player: f"Withdrawn by {player}.",
    "banned-while-entered": lambda bot, reason: f"{bot} was banned: {reason}",
    "paused-too-long": lambda hours, why: f"It had been paused for more than {hours} hours: {why}",
    "heir-plays": lambda heir: f"{heir} has taken its place.",
    "off-ladders": lambda: "Its owner has taken it off the ladders.",
    "cannot-climb": lambda: "It cannot play now: it is paused, banned or held back.",
    # Why it is paused.
    "paused-by": lambda player, at: f"Paused by {player} on {moment(at)}.",
    "rules-not-played": lambda version, game: (
        f"It began under version {version} of the rules of {game}, which no worker plays now. "
        "It goes on when one does."
    ),
    # Notices.
    "invited": lambda by, tournament: f"{by} has invited you to {tournament}.",
    "made-co-organiser": lambda by, tournament: (
        f"{by} has made you a co-organiser of {tournament}."
    ),
    "called-off": lambda tournament, why: f"{tournament} was called off at its start. {why}",
    "taken-out": lambda version, tournament, why: f"{version} was taken out of {tournament}. {why}",
    # What a new one will come to.
    "forecast-size": _size,
    "forecast-note": lambda note: note,
    "forecast-partners": lambda sides: (
        f"In each game {sides} entrants meet; each plays both partners of its team."
    ),
    "forecast-longest": lambda control, longest: (
        f"If all bots use all of their time, it takes {lasting(longest)}. "
        f"It may be much quicker: no game of this kind was played at {control} lately."
    ),
    "forecast-duration": lambda seconds, longest: (
        f"It takes {lasting(seconds)} if its games last as long as those of their kind did lately. "
        f"It takes {lasting(longest)} if all bots use all of their time. "
        "It takes longer if other matches wait."
    ),
}
