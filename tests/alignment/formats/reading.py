"""A text read by the name of its format."""

from alignment.formats import ALIGNMENT_FORMATS


def read(name, text, base=None, **options):
    return list(ALIGNMENT_FORMATS[name].read(text.split("\n"), base, **options))


def links(row):
    return dict(row.reading.links)
