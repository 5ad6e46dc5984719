"""Helpers for rulesets; none needs them, the contract is `games.rules.ruleset` alone."""
