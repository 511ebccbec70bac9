"""The API shared by every kind of project; the apps of the kinds build theirs from the same parts."""
