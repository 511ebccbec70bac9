"""Choices with explanations."""

import re
from html import unescape

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_NAME = re.compile(r"<b>(.*?)</b>")


def explain(title: str, sentence: str, *examples: str) -> SafeString:
    """Return the label of a choice: its name, a sentence about its meaning, and optionally a sample of each file."""
    samples = format_html_join(" ", "<code>{}</code>", ((example,) for example in examples))
    sample = format_html('<span class="samples">{}</span>', samples) if examples else ""
    return format_html('<span class="explained"><b>{}</b><span>{}</span>{}</span>', title, sentence, sample)


def name_choice(label: str) -> str:
    """Return the name of a choice from its label, which may come from `explain`."""
    match = _NAME.search(label)
    return unescape(match[1]) if match else label
