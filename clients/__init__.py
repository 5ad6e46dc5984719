"""Client libraries: a core that is generated from the OpenAPI document, and a small top by hand."""
