"""Names of languages, of several people and of days on pages."""

from django import template

from annotation_site.texts.languages import say_all, say_name
from annotation_site.web.days import say_day

register = template.Library()
register.filter(say_name)
register.filter(say_all)
register.filter(say_day)
