"""Reports, and what moderators do about messages and seats."""
