"""The examples of the OpenAPI document, recorded again."""
