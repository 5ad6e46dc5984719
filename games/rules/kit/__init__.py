"""What rulesets share: words for JSON Schemas, a reader of what was sent, bounds, frozen values.

A ruleset need not use any of it; the contract is `games.rules.ruleset` alone.
"""
