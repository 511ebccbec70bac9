"""The passages of a project for its managers: the list, one passage with everybody's marks, and both in the API."""
