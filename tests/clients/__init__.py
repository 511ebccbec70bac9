"""The Python client, against the OpenAPI document and against a real server."""
