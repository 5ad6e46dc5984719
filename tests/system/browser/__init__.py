"""What only a real browser can say."""
