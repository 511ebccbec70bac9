"""Commands about agreement of ratings."""
