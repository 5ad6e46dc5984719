"""The answers of the games' calls: one `TypedDict` for each, by which builders are checked.

Their JSON Schemas follow from them (`common.rest.shapes`). What rulesets add stands in
`games.api.ruleset_schemas`.
"""
