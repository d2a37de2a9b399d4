"""What is said of tournaments: their configuration, their entrants, their course."""

from agents.words.catalogue import Catalogue, listed
from agents.words.speech import number, said, say
from tournaments.words.figures import count, lasting, moment


def _size(
    *, entrants: int, rounds: int, pairings: int, games_per_pairing: int, games: int, exact: bool
) -> str:
    played = count(games, "game")
    return say(
        "{entrants} entrants, {rounds}, {pairings} of {each} games: {played}.",
        entrants=entrants,
        rounds=count(rounds, "round"),
        pairings=count(pairings, "pairing"),
        each=number(games_per_pairing),
        played=played if exact else say("at most {played}, without deciders", played=played),
    )


SENTENCES: Catalogue = {
    # What cannot be played.
    "time-too-far": lambda years: say("Choose a time within {years} years from now.", years=years),
    "name-breaks": lambda: say(
        "A name is one line, without characters that control text or turn its direction."
    ),
    "unknown-time-control": lambda allowed: say(
        "Unknown time control; allowed are {allowed}.", allowed=listed(allowed)
    ),
    "uneven-games": lambda sides: say(
        "Games per pairing must be a multiple of {sides}, so that everyone plays from every "
        "seat equally often.",
        sides=sides,
    ),
    "pairing-too-long": lambda most: say(
        "A tournament may have {most} games at the most.", most=number(most)
    ),
    "too-many-games": lambda games, most: say(
        "That makes {games} games; at most {most} are allowed.",
        games=number(games),
        most=number(most),
    ),
    "too-many-openings": lambda drawn, most: say(
        "That makes {drawn} openings; at most {most} are drawn for a tournament. Choose "
        "fewer games per pairing, or no opening actions.",
        drawn=number(drawn),
        most=number(most),
    ),
    "opening-length": lambda most: say("An opening has 0 to {most} actions.", most=most),
    "opening-with-dice": lambda game: say(
        "{game} is played with dice, and each game has its own: choose 0 opening actions.",
        game=game,
    ),
    "unknown-tie-break": lambda tie_break, allowed: say(
        "No tie-break {tie_break}; allowed are {allowed}.",
        tie_break=tie_break,
        allowed=listed(allowed),
    ),
    "half-a-registration": lambda: say(
        "Give both times: when registration opens, and when it closes."
    ),
    "registration-closes-first": lambda: say("Registration must close after it has opened."),
    "starts-too-early": lambda: say("The tournament cannot start before registration closes."),
    "game-is-gone": lambda why: say("It cannot be played here any more: {why}.", why=why),
    "format-refused": lambda rule, why: why,  # noqa: ARG005 - the rule is for scripts
    "one-entrant": lambda: say("Choose at least two entrants: one alone has nobody to play."),
    "name-just-taken": lambda: say("Another tournament has just got this name. Try again."),
    "too-many-open": lambda most: say(
        "You have {most} tournaments that are not over; let one of them end first.", most=most
    ),
    "too-many-waiting": lambda most: say(
        "Your tournaments have {most} waiting games. Let some be played first.", most=number(most)
    ),
    "cannot-be-extended": lambda format_id: say(
        "A tournament of this format cannot be extended: {format_id}.", format_id=format_id
    ),
    "no-such-file": lambda tournament, kind, there: say(
        "There is no {kind} file of {tournament}; there is {there}.",
        kind=kind,
        tournament=tournament,
        there=listed(there) or say("none at all"),
    ),
    # Who may do what.
    "organiser-only": lambda organiser, action, tournament: say(
        "Only {organiser} may {action} {tournament}.",
        organiser=organiser,
        action=said(action),
        tournament=tournament,
    ),
    "organiser-invites": lambda organiser, tournament: say(
        "Only {organiser} may invite players to {tournament}.",
        organiser=organiser,
        tournament=tournament,
    ),
    "organiser-appoints": lambda organiser, tournament: say(
        "Only {organiser} may choose the co-organisers of {tournament}.",
        organiser=organiser,
        tournament=tournament,
    ),
    "too-many-named": lambda most, given: say(
        "Name at most {most} players, not {given}.", most=most, given=given
    ),
    "invited-only": lambda tournament, organiser: say(
        "{tournament} is for players whom {organiser} has invited.",
        tournament=tournament,
        organiser=organiser,
    ),
    "organiser-or-owner-withdraws": lambda organiser, owner, version: say(
        "Only {organiser} and {owner} may withdraw {version}.",
        organiser=organiser,
        owner=owner,
        version=version,
    ),
    "organiser-or-owner-asks": lambda organiser, owner, version: say(
        "Only {organiser} and {owner} may ask for byes of {version}.",
        organiser=organiser,
        owner=owner,
        version=version,
    ),
    # Registration.
    "no-registration": lambda tournament: say(
        "The entrants of {tournament} are chosen by its organisers.", tournament=tournament
    ),
    "registration-opens-later": lambda tournament, opens: say(
        "The registration for {tournament} opens on {opens}.",
        tournament=tournament,
        opens=moment(opens),
    ),
    "registration-closed": lambda tournament: say(
        "The registration for {tournament} is closed.", tournament=tournament
    ),
    "tournament-full": lambda tournament, most: say(
        "{tournament} is full: it takes at most {most}.",
        tournament=tournament,
        most=count(most, "entrant"),
    ),
    "was-taken-out": lambda bot, tournament, why: say(
        "{bot} was taken out of {tournament}. {why}", bot=bot, tournament=tournament, why=why
    ),
    # Byes.
    "unknown-bye": lambda worth: say("A bye is worth half or zero, not {worth}.", worth=worth),
    "no-byes-here": lambda: say("Only Swiss tournaments have byes to ask for."),
    "round-paired": lambda number: say(
        "Round {number} is paired already; ask for a later one.", number=number
    ),
    "no-such-round": lambda tournament, rounds: say(
        "{tournament} has {rounds}.", tournament=tournament, rounds=count(rounds, "round")
    ),
    "no-half-bye-at-the-end": lambda: say("There is no half-point bye in the last round."),
    "too-many-half-byes": lambda version, most: say(
        "{version} may ask for {most} half-point byes at the most.", version=version, most=most
    ),
    # Why an entrant left.
    "two-must-stay": lambda: say("Two entrants must stay. You can cancel the tournament instead."),
    "withdrawn-by": lambda player: say("Withdrawn by {player}.", player=player),
    "banned-while-entered": lambda bot, reason: say(
        "{bot} was banned: {reason}", bot=bot, reason=reason
    ),
    "paused-too-long": lambda hours, why: say(
        "It had been paused for more than {hours} hours: {why}", hours=hours, why=why
    ),
    "check-not-passed": lambda: say("It did not pass its check."),
    "plays-other-games": lambda game: say("It does not play {game}.", game=game),
    "unchecked-too-long": lambda hours: say(
        "For more than {hours} hours it could not be checked.", hours=hours
    ),
    "heir-plays": lambda heir: say("{heir} has taken its place.", heir=heir),
    "off-ladders": lambda: say("Its owner has taken it off the ladders."),
    "cannot-climb": lambda: say("It cannot play now: it is paused, banned or held back."),
    # Why it is paused.
    "paused-by": lambda player, at: say(
        "Paused by {player} on {at}.", player=player, at=moment(at)
    ),
    "rules-not-played": lambda version, game: say(
        "It began under version {version} of the rules of {game}, which no worker plays now. "
        "It goes on when one does.",
        version=version,
        game=game,
    ),
    "stopped-by-fault": lambda: say(
        "A fault of the platform stopped it. Its organisers and staff can let it go on."
    ),
    # Notices.
    "tournament-stopped": lambda tournament: say(
        "A fault of the platform stopped {tournament}. Resume it when the fault is repaired.",
        tournament=tournament,
    ),
    "invited": lambda by, tournament: say(
        "{by} has invited you to {tournament}.", by=by, tournament=tournament
    ),
    "made-co-organiser": lambda by, tournament: say(
        "{by} has made you a co-organiser of {tournament}.", by=by, tournament=tournament
    ),
    "called-off": lambda tournament, why: say(
        "{tournament} was called off at its start. {why}", tournament=tournament, why=why
    ),
    "tournament-began": lambda tournament: say("{tournament} has begun.", tournament=tournament),
    "tournament-ended": lambda tournament: say("{tournament} is over.", tournament=tournament),
    "tournament-was-cancelled": lambda tournament: say(
        "{tournament} is cancelled. Games already played stay.", tournament=tournament
    ),
    "taken-out": lambda version, tournament, why: say(
        "{version} was taken out of {tournament}. {why}",
        version=version,
        tournament=tournament,
        why=why,
    ),
    "heir-enters": lambda heir, version, tournament, why: say(
        "{heir} plays in {tournament} in place of {version}. {why}",
        heir=heir,
        version=version,
        tournament=tournament,
        why=why,
    ),
    # What a new one will come to.
    "forecast-size": _size,
    "forecast-note": lambda note: note,
    "forecast-partners": lambda sides: say(
        "In each game {sides} entrants meet; each plays both partners of its team.", sides=sides
    ),
    "forecast-longest": lambda control, longest: say(
        "If all bots use all of their time, it takes {longest}. It may be much quicker: no "
        "game of this kind was played at {control} lately.",
        longest=lasting(longest),
        control=control,
    ),
    "forecast-duration": lambda seconds, longest: say(
        "It takes {seconds} if its games last as long as those of their kind did lately. It "
        "takes {longest} if all bots use all of their time. It takes longer if other matches "
        "wait.",
        seconds=lasting(seconds),
        longest=lasting(longest),
    ),
}
