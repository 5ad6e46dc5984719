"""The API reference at /api/docs/, made of the OpenAPI document (docs/decisions/reference.md)."""
