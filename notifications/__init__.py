"""Notifications to players of what they have not seen: mail, push, chat messages and webhooks."""
