"""Pages for people, served by the server itself: the guides of docs/, and a page for each problem code."""
