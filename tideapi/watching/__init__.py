"""What operators see of a running server: figures for `/metrics`, and what `manage.py doctor` finds."""
