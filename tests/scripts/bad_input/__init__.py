"""Bad input: files that are not what they say, and requests that never end."""
