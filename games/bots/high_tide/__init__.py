"""The bots of High Tide: `careful` counts by rules of its own, `strong` by what it has learned."""
