"""Acts of operators on accounts; those on projects are services of `closing`."""
