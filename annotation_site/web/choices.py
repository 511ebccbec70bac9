"""Choices with explanations."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def explain(title: str, sentence: str, *examples: str) -> SafeString:
    """Return the label of a choice: its name, a sentence about its meaning, and optionally a sample of each file."""
    samples = format_html_join(" ", "<code>{}</code>", ((example,) for example in examples))
    sample = format_html('<span class="samples">{}</span>', samples) if examples else ""
    return format_html('<span class="explained"><b>{}</b><span>{}</span>{}</span>', title, sentence, sample)
