"""The form by which a person chooses when to get notices."""

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy

from annotation_site.accounts.models import NoticeMails

# Regions with their cities, which name the rules that hold where a person lives.
TIME_ZONES = ["UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))]


class NoticeForm(forms.Form):
    """The times of notices, and the time zone whose morning counts."""

    notice_mails = forms.ChoiceField(
        label=gettext_lazy("Notices by email"), choices=NoticeMails, widget=forms.RadioSelect
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=[(name, name.replace("_", " ")) for name in TIME_ZONES],
        help_text=gettext_lazy("Daily notices are sent at eight in the morning."),
    )
