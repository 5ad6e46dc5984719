"""Notices by mail: their text and HTML, their headers, and bounces and complaints about them."""
