"""Others that do what the project does, for `make bench` to be held against. None of them is a dependency."""
