"""Packages that are released beside the server: client libraries, the verifiers of records, playouts."""
