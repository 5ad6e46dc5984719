"""Pages for people, served by the server itself: the guides of docs/, and a page for each code of a problem.

pages.py     which pages of docs/ are served, and where
markdown.py  their Markdown as HTML
problems.py  what the page of a code says
views.py     the addresses
"""
