"""The mark of a sentence that is translated where it is said, for modules that know no framework."""


def gettext_noop(sentence: str) -> str:
    """Return the sentence."""
    return sentence
