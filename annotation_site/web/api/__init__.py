"""Parts shared by the views of the API: bodies and paginated lists, errors, and the OpenAPI document."""
