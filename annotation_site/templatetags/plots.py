"""Links to the files of a plot."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()


@register.simple_block_tag
def plot_files(content: SafeString) -> SafeString:
    """Return links to SVG and PDF; the block holds the address of the SVG with its query, escaped."""
    joint = "&" if "?" in content else "?"
    return format_html(
        '<a href="{}">{}</a> · <a href="{}{}format=pdf">PDF</a>', content, gettext("Download as SVG"), content, joint
    )
