"""What melds, combos and deadwood are: all multisets of melds by brute recursion.

**The world.** A card *type* is one of the 52 indices 4 * rank + suit (ace 0 .. king 12) or JOKER = 52. Copies of a type are
interchangeable and so are printed jokers, so a hand is a multiset of types. A *normalised* mask has the first copy of a
type in word 0 and the second in word 1; printed jokers fill bits 52.. of word 0 first, then of word 1.

**Meld.** A meld is a pair (cards, declared): `declared` is the multiset of the natural types it stands for, `cards` the
equally large multiset of types it is made of.

- `declared` is a run: at least `min_run` and at most 13 types of one suit that follow one another (a low: ace below two; high:
  ace above king; both: either end, not across; wrap: round the corner; all 13 of a suit are one run whatever their start),
  or a set: `min_set` .. `max_set` cards of one rank, of different suits. Under `same_suit_sets` a set may hold a type up to
  `copies` times.
- A card whose type is in `declared` stands for itself: it is natural, a card of the wild rank too. Every other card is a joker:
  printed, or of the wild rank. So the natural cards are the common part of `cards` and `declared`, and the jokers
  stand for the rest of `declared`; which joker stands for which of these types is not a distinction.
- At most `max_jokers` jokers, at least `min_natural` natural cards. A run without a joker is pure.
- `joker_mode` "declared": every (cards, declared) is a meld. "cards": for every `cards` only the `declared` with the jokers on the
  highest places is. The places of the jokers, highest first, are compared as tuples; a place is 4 * level + suit. The level in
  a run is the rank of its first card plus the distance from it (an ace above a king has level 13), in a set the rank (13 for
  aces when `aces` is "high"). When runs are asked for (`min_runs` or `min_pure_runs`), a choice of cards that can be a run is
  a run.

**Order.** Melds are ordered by (declared, cards) as normalised masks read as integers, word 1 above word 0. A combo is a
sorted tuple of melds, together within the hand's multiset; combos are ordered as tuples, a prefix first.

**Points.** A natural card in the dump costs `points[rank]`; a printed joker and a card of the wild rank `joker_points`. The deadwood of
a combo is the sum over its dump; with fewer than `min_runs` runs or `min_pure_runs` pure runs it is not a valid declaration, and every card of the
hand counts, the same as for the empty combo.

**Best.** Least deadwood, then fewest melds, then first in the order of combos.

**Table.** Cards of the hand may be laid off onto melds of the table. A table meld is (cards, declared), or only its cards: then
any reading of them will do. Laying cards L onto it is possible when it is a meld together with L: (cards + L, declared + D)
for some D, or any meld of cards + L where the reading is open. Under
required runs a hand that is not validly declared lays nothing off.
"""
