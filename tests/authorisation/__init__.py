"""Every route of the site, by whom and with what it is tried; the tests are tests/test_authorisation.py."""
