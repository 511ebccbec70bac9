"""Commands of the measures of translations, made from the registry. Each module here reads one kind of files."""
