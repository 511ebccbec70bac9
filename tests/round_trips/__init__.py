"""Forms read from their pages as a browser reads them, sent, and read again."""
