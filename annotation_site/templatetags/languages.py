"""Names of languages and of several people on pages."""

from django import template

from annotation_site.texts.languages import say_all, say_name

register = template.Library()
register.filter(say_name)
register.filter(say_all)
