"""Turn the Tide, by Stefan Dorra: sealed weather cards, rising tides, life preservers."""
