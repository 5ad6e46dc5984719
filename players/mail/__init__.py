"""Mail to players: letters, their language, the mail server, and addresses from which mail comes back."""
