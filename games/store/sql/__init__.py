"""All SQL of games that is written by hand, by what it is for, each with the plan that it expects.

Why so: docs/why.md#sql-by-hand, docs/why.md#one-statement, docs/why.md#rows-as-json.
"""
