"""High Tide, by Dirk Henn: dice, deckchairs on six beaches, and waves."""
