"""The outbox: messages that are still to be sent, as rows, for webhooks and all other channels alike."""
