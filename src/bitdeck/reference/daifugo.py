"""Rounds of Daifugō played to the end at random, a turn at a time."""

from bitdeck.reference import plays
from bitdeck.reference.stream import Stream

_ROWS_PER_BLOCK = 1024
_JACK = 8


class _Round:
    """A round as it stands, hands known."""

    def __init__(self, hands, turn, owner, field, passed, revolution, back, lock, number_lock, places, rules):
        self.hands = [int(hand) for hand in hands]
        self.turn, self.owner, self.field = turn, owner, int(field)
        self.passed = {seat for seat in range(len(self.hands)) if passed >> seat & 1}
        self.revolution, self.back, self.lock, self.number_lock = bool(revolution), bool(back), lock, bool(number_lock)
        self.places = [int(place) for place in places]
        self.code, self.rules = rules, plays._rules(rules)
        self.length = 0

    def order(self):
        return self.revolution != self.back

    def holders(self):
        """Seats with cards, from the one after `turn` on round the table."""
        n = len(self.hands)
        return [seat for seat in ((self.turn + step) % n for step in range(1, n + 1)) if self.hands[seat]]

    def take_place(self, seat):
        self.places[seat] = max(self.places) + 1

    def over(self):
        return len(self.holders()) <= 1

    def finish(self):
        for seat in self.holders():
            if not self.places[seat]:
                self.take_place(seat)

    def choices(self):
        """The moves, None for the pass."""
        condition = plays._Condition(self.order(), self.number_lock, self.lock)
        found = plays._moves(self.hands[self.turn], self.field, condition, self.rules)
        return found if found and self.field == plays._OPEN else [*found, None]

    def lay(self, play):
        """Put a play down. Gives whether it ends the trick."""
        field = plays._play(self.field) if self.field != plays._OPEN else None
        if field:
            if self.code >> 17 & 1 and play.suits == field.suits != 0:
                self.lock = play.suits
            if self.code >> 20 & 1 and plays._ALONE not in (play.rank, field.rank):
                low, high = (play, field) if self.order() else (field, play)
                if low.rank + low.extent == high.rank:
                    self.number_lock = True
        group, run = self.code >> 8 & 15, self.code >> 12 & 15
        if (play.kind == 2 and 0 < group <= play.size) or (play.kind == 3 and 0 < run <= play.size):
            self.revolution = not self.revolution
        if self.code >> 19 & 1 and play.declares(_JACK):
            self.back = not self.back
        self.hands[self.turn] -= play.cards
        self.field, self.owner = play.meaning, self.turn
        if not self.hands[self.turn]:
            self.take_place(self.turn)
        cut = self.rules.eight_cut and play.declares(plays._EIGHT)
        return cut or (field is not None and field.rank == plays._ALONE)

    def go_on(self, ended):
        """The next seat to move, after a new lead where the trick is over. Gives whether the round goes on."""
        opened = self.field == plays._OPEN
        able = [seat for seat in self.holders() if seat not in self.passed and (opened or seat != self.owner)]
        if able and not ended:
            self.turn = able[0]
            return True
        if opened:
            return False
        self.field, self.passed, self.lock, self.number_lock, self.back = plays._OPEN, set(), 0, False, False
        self.turn = self.owner
        if not self.hands[self.owner]:
            self.turn = self.holders()[0]
        return True

    def run(self, stream):
        going = not self.over()
        while going:
            choices = self.choices()
            chosen = choices[stream.below(len(choices)) if len(choices) > 1 else 0]
            self.length += 1
            if chosen is None:
                self.passed.add(self.turn)
                going = self.go_on(False)
            else:
                ended = self.lay(chosen)
                going = not self.over() and self.go_on(ended)
        self.finish()


def playouts(
    hands,
    turn,
    owner,
    field,
    passed,
    revolution,
    back,
    lock,
    number_lock,
    places,
    rules,
    seed,
    out_places,
    out_lengths,
):
    for i, world in enumerate(hands):
        if i % _ROWS_PER_BLOCK == 0:
            stream = Stream(seed, i // _ROWS_PER_BLOCK)
        game = _Round(world, turn, owner, field, passed, revolution, back, lock, number_lock, places, rules)
        game.run(stream)
        out_places[i] = game.places
        out_lengths[i] = game.length
