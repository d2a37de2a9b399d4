"""What is said of tournaments: their configuration, their entrants, their course."""

from agents.words.speech import Catalogue, count, listed, say


def _size(
    *, entrants: int, rounds: int, pairings: int, games_per_pairing: int, games: int, exact: bool
) -> str:
    played = count("games", games)
    return say(
        "{entrants} entrants, {rounds:rounds}, {pairings:pairings} of {each:,} games: {played}.",
        entrants=entrants,
        rounds=rounds,
        pairings=pairings,
        each=games_per_pairing,
        played=played if exact else say("at most {played}, without deciders", played=played),
    )


SENTENCES: Catalogue = {
    # What cannot be played.
    "time-too-far": "Choose a time within {years} years from now.",
    "time-passed": "This time has passed. Choose a later one.",
    "name-breaks": "A name is one line, without characters that control text or turn its "
    "direction.",
    "unknown-time-control": "Unknown time control; allowed are {allowed:list}.",
    "uneven-games": "Games per pairing must be a multiple of {sides}, so that everyone plays from "
    "every seat equally often.",
    "pairing-too-long": "A tournament may have {most:,} games at the most.",
    "too-many-games": "That makes {games:,} games; at most {most:,} are allowed.",
    "too-many-openings": "That makes {drawn:,} openings; at most {most:,} are drawn for a "
    "tournament. Choose fewer games per pairing, or no opening actions.",
    "opening-length": "An opening has 0 to {most} actions.",
    "opening-with-dice": "{game} is played with dice, and each game has its own: choose 0 opening "
    "actions.",
    "unknown-tie-break": "No tie-break {tie_break}; allowed are {allowed:list}.",
    "half-a-registration": "Give both times: when registration opens, and when it closes.",
    "registration-closes-first": "Registration must close after it has opened.",
    "starts-too-early": "The tournament cannot start before registration closes.",
    "game-is-gone": "It cannot be played here any more: {why}.",
    "format-refused": lambda rule, why: why,  # noqa: ARG005 - the rule is for scripts
    "one-entrant": "Choose at least two entrants: one alone has nobody to play.",
    "name-just-taken": "Another tournament has just got this name. Try again.",
    "too-many-open": "You have {most} tournaments that are not over; let one of them end first.",
    "too-many-waiting": "Your tournaments have {most:,} waiting games. Let some be played first.",
    "cannot-be-extended": "A tournament of this format cannot be extended: {format_id}.",
    "no-such-file": lambda tournament, kind, there: say(
        "There is no {kind} file of {tournament}; there is {there}.",
        kind=kind,
        tournament=tournament,
        there=listed(there) or say("none at all"),
    ),
    # Who may do what.
    "organiser-only": "Only {organiser} may {action:said} {tournament}.",
    "organiser-invites": "Only {organiser} may invite players to {tournament}.",
    "organiser-appoints": "Only {organiser} may choose the co-organisers of {tournament}.",
    "too-many-named": "Name at most {most} players, not {given}.",
    "invited-only": "{tournament} is for players whom {organiser} has invited.",
    "organiser-or-owner-withdraws": "Only {organiser} and {owner} may withdraw {version}.",
    "organiser-or-owner-asks": "Only {organiser} and {owner} may ask for byes of {version}.",
    # Registration.
    "no-registration": "The entrants of {tournament} are chosen by its organisers.",
    "registration-opens-later": "The registration for {tournament} opens on {opens:moment}.",
    "registration-closed": "The registration for {tournament} is closed.",
    "tournament-full": "{tournament} is full: it takes at most {most:entrants}.",
    "was-taken-out": "{bot} was taken out of {tournament}. {why}",
    # Series.
    "series-tournament": "{series} {number}",
    "series-division": "{series} {number}, division {division}",
    "series-organiser-only": "Only {organiser} may change {series}.",
    "series-over": "{series} has ended.",
    "series-stopped": "{series} has ended, since its next tournament cannot be played: {why}",
    "not-in-series": "{bot} is not in {tournament}: {why}",
    # Byes.
    "unknown-bye": "A bye is worth half or zero, not {worth}.",
    "no-byes-here": "Only Swiss tournaments have byes to ask for.",
    "round-paired": "Round {number} is paired already; ask for a later one.",
    "no-such-round": "{tournament} has {rounds:rounds}.",
    "no-half-bye-at-the-end": "There is no half-point bye in the last round.",
    "too-many-half-byes": "{version} may ask for {most} half-point byes at the most.",
    # Why an entrant left.
    "two-must-stay": "Two entrants must stay. You can cancel the tournament instead.",
    "withdrawn-by": "Withdrawn by {player}.",
    "paused-too-long": "It had been paused for more than {hours} hours: {why}",
    "check-not-passed": "It did not pass its check.",
    "plays-other-games": "It does not play {game}.",
    "unchecked-too-long": "For more than {hours} hours it could not be checked.",
    "heir-plays": "{heir} has taken its place.",
    "off-ladders": "Its owner has taken it off the ladders.",
    "cannot-climb": "It cannot play now: it is paused, banned or held back.",
    # Why it is paused.
    "paused-by": "Paused by {player} on {at:moment}.",
    "rules-not-played": "It began under version {version} of the rules of {game}, which no worker "
    "plays now. It goes on when one does.",
    "stopped-by-fault": "A fault of the platform stopped it. Its organisers and staff can let it "
    "go on.",
    # Names of tournaments that the site begins.
    "trial-of": "Trial of {challenger} against {incumbent}",
    "ladder-of": "Ladder: {variant:said}",
    "opening-tournament": "Opening tournament: {variant:said}",
    # Notices.
    "tournament-stopped": "A fault of the platform stopped {tournament}. Resume it when the fault "
    "is repaired.",
    "invited": "{by} has invited you to {tournament}.",
    "made-co-organiser": "{by} has made you a co-organiser of {tournament}.",
    "called-off": "{tournament} was called off at its start. {why}",
    "tournament-began": "{tournament} has begun.",
    "tournament-ended": "{tournament} is over.",
    "tournament-was-cancelled": "{tournament} is cancelled. Games already played stay.",
    "taken-out": "{version} was taken out of {tournament}. {why}",
    "heir-enters": "{heir} plays in {tournament} in place of {version}. {why}",
    # What a new one will come to.
    "forecast-size": _size,
    "forecast-note": lambda note: note,
    "forecast-partners": "In each game {sides} entrants meet; each plays both partners of its "
    "team.",
    "forecast-longest": "If all bots use all of their time, it takes {longest:lasting}. It may be "
    "much quicker: no game of this kind was played at {control} lately.",
    "forecast-duration": "It takes {seconds:lasting} if its games last as long as those of their "
    "kind did lately. It takes {longest:lasting} if all bots use all of their time. It takes "
    "longer if other matches wait.",
    # Swiss pairings that the rules forbid.
    "bye-again": "{one} gets a point without a game again: the rules of the Swiss system had no "
    "other pairing for this round.",
    "met-again": "{one} and {other} meet again: the rules of the Swiss system had no other "
    "pairing for this round.",
}
