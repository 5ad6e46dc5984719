"""Private addresses for a player's calendar and news reader."""
