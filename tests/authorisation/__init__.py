"""Every route of the site with its requests; the tests are tests/test_authorisation.py."""
