"""Turn the Tide played out in C, for the bot `expert` of tideapi. It knows nothing of the server."""

from collections.abc import Mapping, Sequence
from typing import Any

from tideapi_playouts._compiled import ffi, lib

__all__ = ["INTERFACE", "choose"]

INTERFACE = 2
"""Goes up when `choose` is to be called in another way; a server takes only the one that it knows."""


def choose(
    strong: Sequence[float],
    careful: Sequence[float],
    seen: Mapping[str, Any],
    playouts: int,
    seed: int,
) -> int:
    """The card to play after about so many playouts; the same seed gives the same card.

    `strong` and `careful` are the weights of the two networks by which seats are thought to play. `seen` has
    the fields of `TideSeen` in c/playouts.h; raises `KeyError` for others and `ValueError` for weights that
    are too many or too few.
    """
    networks = [ffi.new("float[]", _network(weights)) for weights in (strong, careful)]
    card: int = lib.tide_choose(*networks, ffi.new("TideSeen *", seen), playouts, seed)
    return card


def _network(weights: Sequence[float]) -> Sequence[float]:
    if len(weights) != lib.tide_weights():
        raise ValueError(f"{len(weights)} weights, not {lib.tide_weights()}.")
    return weights
