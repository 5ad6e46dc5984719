"""Relations between players: friends, blocks and mutes."""
