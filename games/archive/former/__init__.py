"""The form of archived games before FORMAT 3, for `manage.py rearchive`; it goes with that."""
