"""The API of what every kind of project shares; the apps of the kinds build theirs with the same parts."""
