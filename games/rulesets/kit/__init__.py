"""Helpers for rulesets; none needs them, the contract is `games.rulesets.ruleset` alone."""
