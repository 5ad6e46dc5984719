"""Monitoring for operators: figures for `/metrics`, and the findings of `manage.py doctor`."""
