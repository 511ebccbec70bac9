"""Django's backend for PostgreSQL, as the web server's processes use it."""
