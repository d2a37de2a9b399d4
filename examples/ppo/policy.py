"""A policy network as a bot plays it: numpy alone. Both recipes write its weights.

The layers are fully connected, with tanh between them, as in the networks of Stable-Baselines3 and
of CleanRL. They read the bytes of `kauri.engine.planes` as numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kauri.engine import planes
from kauri.sdk import State

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("weights.npz")
"""Where a recipe leaves what it has learned."""


class Policy:
    """The matrix and the offset of each layer, one after the other; a row of a matrix an input."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.weights = weights

    @classmethod
    def read(cls, path: Path) -> Policy:
        """The policy of a file that `write` has written."""
        with np.load(path) as file:
            return cls([file[name].astype(np.float32) for name in file.files])

    def write(self, path: Path = WEIGHTS) -> None:
        """Write the weights in half precision, which is enough to play."""
        np.savez_compressed(path, *[weight.astype(np.float16) for weight in self.weights])

    def logits(self, inputs: Floats) -> Floats:
        """How much the network likes each action, by its code; a row for each input."""
        for matrix, offset in zip(self.weights[:-2:2], self.weights[1:-2:2], strict=True):
            inputs = np.tanh(inputs @ matrix + offset)
        return inputs @ self.weights[-2] + self.weights[-1]

    def action(self, state: State) -> int:
        """The legal action that the network likes best."""
        seen = np.frombuffer(planes.observe(state, state.current_player()), np.uint8)
        logits = self.logits(seen.astype(np.float32))
        return max(planes.codes(state), key=lambda coded: float(logits[coded[0]]))[1]
