"""The random stream of every sampling function: xoshiro256++ started through SplitMix64, on Python integers."""

_WORD = 2**64


def _splitmix(x):
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) % _WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) % _WORD
    return x ^ (x >> 31)


def _rotate(x, k):
    return ((x << k) | (x >> (64 - k))) % _WORD


class Stream:
    """The stream of one block of 1,024 rows of a call whose seed is four words."""

    def __init__(self, seed, block):
        golden = 0x9E3779B97F4A7C15
        self.state = [_splitmix((int(word) + (4 * block + i + 1) * golden) % _WORD) for i, word in enumerate(seed)]

    def following(self):
        """The next 64 random bits."""
        s = self.state
        result = (_rotate((s[0] + s[3]) % _WORD, 23) + s[0]) % _WORD
        shifted = (s[1] << 17) % _WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = _rotate(s[3], 45)
        return result

    def below(self, bound):
        """A uniform integer in 0 .. bound - 1: the high word of a product, redrawn while the low word is among the
        2**64 mod bound that would favour some results."""
        while True:
            high, low = divmod(self.following() * bound, _WORD)
            if low >= _WORD % bound:
                return high


def words(seed, block, out):
    """Fill `out` with the first words of the stream of (seed, block)."""
    stream = Stream(seed, block)
    for i in range(len(out)):
        out[i] = stream.following()


def integers(seed, block, bound, out):
    """Fill `out` with uniform integers below `bound` from the stream of (seed, block)."""
    stream = Stream(seed, block)
    for i in range(len(out)):
        out[i] = stream.below(bound)
