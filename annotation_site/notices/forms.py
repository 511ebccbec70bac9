"""The form by which a person chooses when to get notices."""

from zoneinfo import available_timezones

from django import forms

from annotation_site.accounts.models import NoticeMails

# Regions with their cities, which name the rules that hold where a person lives.
TIME_ZONES = ["UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))]


class NoticeForm(forms.Form):
    """The times of notices, and the time zone whose morning counts."""

    notice_mails = forms.ChoiceField(label="Notices by email", choices=NoticeMails, widget=forms.RadioSelect)
    time_zone = forms.ChoiceField(
        choices=[(name, name.replace("_", " ")) for name in TIME_ZONES],
        help_text="Daily notices are sent at eight in the morning.",
    )
