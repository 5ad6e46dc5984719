"""The bots of High Tide: `careful` values answers by fixed rules, `strong` by a trained network."""
