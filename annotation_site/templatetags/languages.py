"""Names of languages on pages."""

from django import template

from annotation_site.texts.languages import say_name

register = template.Library()
register.filter(say_name)
