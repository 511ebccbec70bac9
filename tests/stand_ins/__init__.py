"""Stand-ins for the world outside: hosts, mail servers, stores, sign-in providers, a clock that is off."""
