"""A page's script, with its modules preloaded."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from annotation_site.web.scripts import list_imports

register = template.Library()


@register.simple_tag
def module(script: str) -> SafeString:
    """Load a script as a module; its imports are requested at once instead of one after the other."""
    links = ((static(name),) for name in list_imports(script))
    preloads = format_html_join("\n", '<link rel="modulepreload" href="{}">', links)
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, static(script))
