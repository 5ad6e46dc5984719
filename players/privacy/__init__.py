"""Export and erasure of an account. Each app registers its own parts."""
