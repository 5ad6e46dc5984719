"""The project: settings, addresses, errors and the Celery app."""
