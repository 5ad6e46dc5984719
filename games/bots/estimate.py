"""Means with their margins of error."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the half width of its 95 % interval."""

    mean: float
    margin: float

    @classmethod
    def from_samples(cls, samples: Sequence[float]) -> "Estimate":
        margin = 1.96 * stdev(samples) / sqrt(len(samples)) if len(samples) > 1 else float("inf")
        return cls(fmean(samples), margin)

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.margin:.3f}"
