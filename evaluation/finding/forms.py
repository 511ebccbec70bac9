"""Forms for starting a phrase search and going through its hits."""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.conf import settings

from alignment.formats import DETECT, PARALLEL_FORMATS
from alignment.imports.forms import FORMATS
from annotation_site.texts.encodings import ENCODINGS
from annotation_site.texts.languages import find_language
from annotation_site.web.choices import explain
from annotation_site.web.names import LONGEST_NAME, NameField
from evaluation.finding.jobs.corpus import CONLLU, TEXT, is_parallel
from evaluation.finding.models import Hit
from evaluation.finding.services.finding import MOST_GAP

PLAIN_FORMATS = [
    (DETECT, explain("Detect", "The search shows what was found.")),
    (TEXT, explain("Monolingual text", "One sentence per line.", "They walked off angrily.")),
    (
        CONLLU,
        explain("CoNLL-U or .cupt", "Monolingual, with lemmas.", "1 ⇥ walked ⇥ walk ⇥ VERB …"),
    ),
]


class FindingForm(forms.Form):
    """A list of phrases, a text, and the options of the search."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(max_length=LONGEST_NAME, help_text="Such as “phrasal verbs in TED talks”.")
    phrases = forms.FileField(
        max_length=255,
        label="Phrases",
        help_text="One per line, such as “walk off” or “to break the ice”. In English, use someone, something or "
        "one’s for variable words. A leading the or to is optional in the text.",
    )
    text_format = forms.ChoiceField(label="Format", initial=DETECT, widget=forms.RadioSelect)
    first_file = forms.FileField(label="Text", max_length=255)
    second_file = forms.FileField(label="Second file", max_length=255, required=False)
    side = forms.ChoiceField(label="Side to search", initial="source", widget=forms.RadioSelect)
    gap = forms.IntegerField(
        label="Maximum gap (words)",
        min_value=0,
        max_value=MOST_GAP,
        initial=0,
        help_text="0 matches adjacent words only; with 3, “take into account” matches “take this into account”.",
    )
    any_order = forms.BooleanField(
        label="Match words in any order", required=False, help_text="“break the ice” matches “the ice was broken”."
    )
    keep_all = forms.BooleanField(
        label="Keep overlapping hits", required=False, help_text="By default, only the longest is kept."
    )
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False)

    def __init__(self, *args: Any, languages: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        source, target = (find_language(tag).name if tag else "" for tag in languages)
        text_format, side = self.fields["text_format"], self.fields["side"]
        assert isinstance(text_format, forms.ChoiceField)
        assert isinstance(side, forms.ChoiceField)
        parallel = [(name, explain(*FORMATS[name])) for name in PARALLEL_FORMATS if name in FORMATS] if target else []
        text_format.choices = [*PLAIN_FORMATS, *parallel]
        side.choices = [("source", source), *([("target", target)] if target else [])]
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["first_file"].help_text = f"Up to {limit} MB." + (
            f" With two files, the {source} one." if target else ""
        )
        self.fields["second_file"].help_text = f"For formats with two files: the line-aligned {target} text."
        if not target:
            del self.fields["second_file"]

    def clean(self) -> dict[str, Any]:
        """Require the number of files that the format has, before anything is stored."""
        fields = super().clean() or {}
        text_format = fields.get("text_format", "")
        if text_format == DETECT:
            return fields  # it takes one file or two
        wants_two = is_parallel(text_format) and PARALLEL_FORMATS[text_format].files == 2
        if wants_two and not fields.get("second_file"):
            self.add_error("second_file", "This format needs the translation as a second, line-aligned file.")
        if not wants_two and fields.get("second_file"):
            self.add_error("second_file", "This format uses one file. Leave the second one empty.")
        return fields


BIGGEST = 2**63 - 1
KEPT = ("verdict", "phrase", "page", "state", "q")


class BackForm(forms.Form):
    """The filters and page number to return to after a decision."""

    query = forms.CharField(required=False, max_length=1_000)
    of_phrases = forms.BooleanField(required=False)

    def clean_query(self) -> str:
        """Return the query with nothing but filters and page number, re-encoded."""
        pairs = parse_qsl(self.cleaned_data["query"], max_num_fields=10)
        return urlencode([(name, value) for name, value in pairs if name in KEPT])


class HitForm(BackForm):
    """A verdict on one hit."""

    operation_id = forms.UUIDField()
    hit = forms.IntegerField(min_value=1, max_value=BIGGEST)
    seen = forms.IntegerField(min_value=0, max_value=BIGGEST)
    verdict = forms.ChoiceField(choices=Hit.Verdict.choices)


class PhraseForm(BackForm):
    """A verdict on all undecided hits of a phrase."""

    operation_id = forms.UUIDField()
    phrase = forms.IntegerField(min_value=1, max_value=BIGGEST)
    verdict = forms.ChoiceField(choices=[choice for choice in Hit.Verdict.choices if choice[0] != "open"])


class UndoForm(BackForm):
    """A decision to undo."""

    decision = forms.IntegerField(min_value=1, max_value=BIGGEST)
