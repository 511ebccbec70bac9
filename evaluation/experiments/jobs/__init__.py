"""Jobs of experiments: the archive with every variant's files, and training a system of it here."""
