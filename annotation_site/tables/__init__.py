"""Tables as people upload them: read, assigned to columns, checked, written."""
