"""Secret dice seeds: public as a hash from the start, and themselves at the end."""

from secrets import token_bytes

from django.db import models

from engine.dice import SEED_BYTES, commitment


def fresh_seed() -> bytes:
    """Return a new secret dice seed."""
    return token_bytes(SEED_BYTES)


class Seeded(models.Model):
    """A row with a dice seed, which is secret until the row is over."""

    seed = models.BinaryField(
        max_length=SEED_BYTES, default=fresh_seed, help_text="of the dice; secret until it is over"
    )

    class Meta:
        abstract = True

    @property
    def is_over(self) -> bool:
        raise NotImplementedError

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, public from the moment the row waits with it."""
        return commitment(bytes(self.seed))

    @property
    def revealed_seed(self) -> str | None:
        """The seed in hexadecimal once the row is over, else None."""
        return bytes(self.seed).hex() if self.is_over else None
