"""Names of languages, of several people, of days and of moments on pages."""

from django import template

from annotation_site.texts.languages import say_all, say_name
from annotation_site.web.days import say_day, say_moment, say_short_day

register = template.Library()
register.filter(say_name)
register.filter(say_all)
register.filter(say_day, expects_localtime=True)
register.filter(say_short_day, expects_localtime=True)
register.filter(say_moment, expects_localtime=True)
