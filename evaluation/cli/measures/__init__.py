"""Commands of the measures of translations: they follow from the registry; a module here reads one kind of files."""
