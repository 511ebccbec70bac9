"""A page's script, with its modules preloaded, and what scripts say."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString

from annotation_site.languages.catalogue import find_script_texts
from annotation_site.web.scripts import list_imports

register = template.Library()


@register.simple_tag
def module(script: str) -> SafeString:
    """Load a script as a module; its imports are requested at once instead of one after the other."""
    links = ((static(name),) for name in list_imports(script))
    preloads = format_html_join("\n", '<link rel="modulepreload" href="{}">', links)
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, static(script))


@register.simple_tag
def script_texts() -> SafeString | str:
    """Put the sentences of scripts, in the page's locale, where `site/texts.js` finds them."""
    texts = find_script_texts()
    return json_script(texts, "texts") if texts else ""
