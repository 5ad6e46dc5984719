"""The bot of High Tide: `careful` values answers by fixed rules."""
