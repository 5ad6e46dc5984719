"""What players have settled about each other: friends, blocks and mutes."""
