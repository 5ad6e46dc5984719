"""The calls about receivers, what they are sent, and notification settings."""
