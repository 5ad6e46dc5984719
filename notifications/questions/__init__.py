"""Questions that players were notified of, answered from the notification."""
