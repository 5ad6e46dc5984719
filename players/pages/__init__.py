"""A person's account in the browser: allauth's pages in our own templates, and what they lack."""
