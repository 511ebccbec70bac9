"""Scores of systems that mark expressions, as PARSEME's shared tasks compute them. Start with `scores`."""
