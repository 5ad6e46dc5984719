"""The bots of Turn the Tide; `strong` and `expert` use trained networks."""
