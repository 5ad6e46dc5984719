"""What is released beside the server: client libraries, the verifiers of records, playouts."""
