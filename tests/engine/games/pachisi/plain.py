"""Pachisi, slow and plain; see plain.py for the interface."""

from typing import NamedTuple

from tests.engine.plain_ranks import race_ranks, team_ranks

COLOURS = "rbyg"
HANDS = {
    "single": ("r", "b", "y", "g"),
    "teams": ("r", "b", "y", "g"),
    "two": ("ry", "bg"),
}


class Position(NamedTuple):
    seat: int  # whose throw, or whose move
    throw: tuple  # all dice as thrown, () before the throw
    dice: tuple  # those not yet played
    tries: int  # throws of this turn in vain since its start or its last 6
    throws: int
    pieces: tuple  # (colour, progress of each piece)
    lots: tuple | None  # beginning: (seat, its throw or 0) for those who may still begin
    finished: tuple  # seats in the order in which they came home
    forfeited: tuple
    over: bool


class Pachisi:
    def __init__(
        self,
        *,
        mode="single",
        barriers=False,
        passing=False,
        dice=1,
        track=40,
        capture="penalty",
        playout=False,
        turn_limit=5000,
    ):
        self.mode, self.barriers, self.passing = mode, barriers, passing
        self.dice, self.track, self.capture = dice, track, capture
        self.playout, self.turn_limit = playout, turn_limit
        self.hands = HANDS[mode]
        self.seats = len(self.hands)

    def start(self):
        pieces = tuple((colour, (0, 0, 0, 0)) for colour in COLOURS)
        lots = tuple((seat, 0) for seat in range(self.seats))
        return Position(0, (), (), 0, 0, pieces, lots, (), (), over=False)

    def who(self, position):
        if position.over:
            return None
        return position.seat if position.dice else -1

    def thrower(self, position):
        return position.seat

    def weights(self, position):
        faces = range(1, 7)
        if position.lots:
            return {f"b{face}": 1 for face in faces}
        if self.dice == 1:
            return {f"r{face}": 1 for face in faces}
        pairs = [(high, low) for high in faces for low in faces if low <= high]
        return {f"r{high},{low}": 1 if high == low else 2 for high, low in pairs}

    def result(self, position):
        if not position.over:
            return None
        if self.mode != "teams":
            return race_ranks(self.seats, position.finished, position.forfeited)
        won = [team for team in (0, 1) if self.team_has_won(position, team)]
        return team_ranks(won[0] if won else None)

    def moves(self, position):
        if position.over:
            return {}
        if position.dice:
            return self.actions(position)
        follow = self.drawn if position.lots else self.thrown
        return {throw: follow(position, throw) for throw in self.weights(position)}

    # The beginning.

    def drawn(self, position, throw):
        lots = dict(position.lots) | {position.seat: int(throw[1])}
        return self.draw(position._replace(lots=tuple(lots.items())))

    def draw(self, position):
        """The next beginning throw, or the first turn."""
        waiting = [seat for seat, lot in position.lots if not lot]
        if waiting and len(position.lots) > 1:
            return position._replace(seat=waiting[0])
        best = max(lot for _, lot in position.lots)
        highest = [seat for seat, lot in position.lots if lot == best]
        if len(highest) == 1:
            return position._replace(seat=highest[0], lots=None)
        return self.draw(position._replace(lots=tuple((seat, 0) for seat in highest)))

    # Who is who.

    def partner(self, seat):
        return (seat + 2) % 4

    def at_home(self, position, seat):
        """Whether all pieces of a seat stand on their goal squares; not true without pieces."""
        progress = [p for colour in self.hands[seat] for p in dict(position.pieces)[colour]]
        return bool(progress) and all(p > self.track for p in progress)

    def team_has_won(self, position, team):
        first, second = team, team + 2
        if {1 - team, 3 - team} <= set(position.forfeited):
            return True
        return self.at_home(position, first) and self.at_home(position, second)

    def played_by(self, position, seat):
        """The colours that a seat moves now."""
        if self.mode == "teams" and self.at_home(position, seat):
            return self.hands[self.partner(seat)]
        return self.hands[seat]

    def friends(self, colour):
        """The colours that a piece of this colour never captures, its own included."""
        seat = next(seat for seat, hand in enumerate(self.hands) if colour in hand)
        if self.mode == "teams":
            return self.hands[seat] + self.hands[self.partner(seat)]
        return self.hands[seat]

    # Squares.

    def square(self, colour, progress):
        """The number of a track square, the name of a goal square, None for the yard."""
        if progress == 0:
            return None
        if progress > self.track:
            return colour + str(progress)
        return (COLOURS.index(colour) * self.track // 4 + progress - 1) % self.track

    def standing(self, position):
        """{square: the colours of the pieces on it}."""
        squares = {}
        for colour, row in position.pieces:
            for progress in row:
                if progress:
                    squares.setdefault(self.square(colour, progress), []).append(colour)
        return squares

    def goes(self, standing, colour, progress, die):
        """What a piece does with a die: None if nothing, else "moves" or "captures"."""
        if progress == 0 and die != 6:
            return None
        target = progress + die if progress else 1
        if target > self.track + 4:
            return None
        way = [standing.get(self.square(colour, step), []) for step in range(progress + 1, target)]
        goals = range(max(progress, self.track) + 1, target)
        if any(self.square(colour, step) in standing for step in goals):
            return None
        if self.barriers and any(len(there) == 2 for there in way):
            return None
        return self.lands(colour, target, standing.get(self.square(colour, target), []))

    def lands(self, colour, target, there):
        if not there:
            return "moves"
        if target > self.track or len(there) == 2:
            return None
        if there[0] == colour:
            return "moves" if self.barriers else None
        if there[0] in self.friends(colour):
            return "moves" if self.mode == "teams" else None
        return "captures"

    # Moves.

    def choices(self, position):
        """(colour, number of the piece, its progress, die, what it does) for every move."""
        standing = self.standing(position)
        for colour in self.played_by(position, position.seat):
            for number, progress in enumerate(dict(position.pieces)[colour]):
                for die in sorted(set(position.dice)):
                    does = self.goes(standing, colour, progress, die)
                    if does:
                        yield colour, number, progress, die, does

    def actions(self, position):
        moves, choices = {}, list(self.choices(position))
        able = self.able(choices)
        for colour, number, progress, die, does in choices:
            text = f"{colour}{progress}+{die}"
            after = self.moved(position, colour, number, progress, die)
            if does == "captures":
                moves[text] = self.played(after)
            else:
                moves |= self.uncapturing(text, after, able, self.played)
        if moves and self.passing:
            moves |= self.uncapturing("pass", position, able, self.turned_over)
        return moves

    @staticmethod
    def able(choices):
        """The pieces that can capture, as (colour, number); from the yard only if no others can."""
        capturing = [choice for choice in choices if choice[4] == "captures"]
        outside = [choice for choice in capturing if choice[2] > 0]
        return {(colour, number) for colour, number, _, _, _ in outside or capturing}

    def uncapturing(self, text, after, able, follow):
        """A move that captures nothing, once for each piece that it may cost."""
        if not able:
            return {text: follow(after)}
        if self.capture == "forced":
            return {}
        moves = {}
        for colour, number in able:
            stands = dict(after.pieces)[colour][number]
            moves[f"{text}!{colour}{stands}"] = follow(self.put(after, colour, number, 0))
        return moves

    def moved(self, position, colour, number, progress, die):
        target = progress + die if progress else 1
        square, friends = self.square(colour, target), self.friends(colour)
        dice = list(position.dice)
        dice.remove(die)
        after = self.put(position, colour, number, target)._replace(dice=tuple(dice))
        pieces = dict(after.pieces)
        for other in set(pieces) - set(friends):
            hit = [self.square(other, p) == square for p in pieces[other]]
            pieces[other] = tuple(0 if h else p for h, p in zip(hit, pieces[other], strict=True))
        return after._replace(pieces=tuple(pieces.items()))

    @staticmethod
    def put(position, colour, number, progress):
        pieces = dict(position.pieces)
        row = list(pieces[colour])
        row[number] = progress
        pieces[colour] = tuple(row)
        return position._replace(pieces=tuple(pieces.items()))

    # Turns.

    def thrown(self, position, throw):
        faces = tuple(int(face) for face in throw[1:].split(","))
        after = position._replace(throw=faces, dice=faces, throws=position.throws + 1)
        return after if any(self.choices(after)) else self.spent(after)

    def played(self, position):
        """One die has been played."""
        seat = position.seat
        if self.mode != "teams" and self.at_home(position, seat):
            position = position._replace(finished=(*position.finished, seat))
        if position.dice and not self.decided(position) and any(self.choices(position)):
            return position
        return self.spent(position)

    def spent(self, position):
        """All dice of a throw are played or have lapsed."""
        if position.seat not in self.active(position):
            return self.turned_over(position)
        in_vain = len(position.dice) == self.dice
        if 6 in position.throw:
            return self.to_throw(position, position.seat, 0)
        if in_vain and position.tries < 2 and not self.on_track(position):
            return self.to_throw(position, position.seat, position.tries + 1)
        return self.turned_over(position)

    def on_track(self, position):
        rows = dict(position.pieces)
        playing = self.played_by(position, position.seat)
        return any(0 < p <= self.track for colour in playing for p in rows[colour])

    def turned_over(self, position):
        order = [seat % self.seats for seat in range(position.seat + 1, position.seat + 5)]
        active = [seat for seat in order if seat in self.active(position)]
        return self.to_throw(position, (active or order)[0], 0)

    def to_throw(self, position, seat, tries):
        over = self.decided(position) or position.throws == self.turn_limit
        return position._replace(seat=seat, throw=(), dice=(), tries=tries, over=over)

    def active(self, position):
        away = position.finished + position.forfeited
        return [seat for seat in range(self.seats) if seat not in away]

    def decided(self, position):
        if self.mode == "teams":
            return self.team_has_won(position, 0) or self.team_has_won(position, 1)
        won = position.finished and not self.playout
        return bool(won) or len(self.active(position)) < 2

    # Giving up.

    def forfeit(self, position, seat):
        left = (0, 0, 0, 0) if self.mode == "teams" else ()
        pieces = tuple(
            (colour, left if colour in self.hands[seat] else row) for colour, row in position.pieces
        )
        after = position._replace(pieces=pieces, forfeited=(*position.forfeited, seat))
        if self.decided(after):
            return after._replace(over=True, throw=(), dice=())
        if after.lots:
            lots = tuple(lot for lot in after.lots if lot[0] != seat)
            return self.draw(after._replace(lots=lots))
        if seat == position.seat:
            return self.turned_over(after)
        if after.dice and not any(self.choices(after)):
            return self.spent(after)
        return after
