"""The account pages in the browser: allauth's with our own templates, and additional ones."""
