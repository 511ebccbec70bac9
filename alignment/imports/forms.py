"""Parallel texts and suggestions."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings

from alignment.formats import DETECT, PARALLEL_FORMATS
from alignment.formats.forms import DETECTED
from annotation_site.previews.forms import PreviewForm
from annotation_site.texts.encodings import ENCODINGS
from annotation_site.web.choices import explain

TOKENS = [
    (
        DETECT,
        explain("Detect", "Raw text is split by language rules, tokenised text at spaces. The preview shows which."),
    ),
    ("spaces", explain("At spaces only", "The text is already tokenised and is not changed.")),
    ("words", explain("By language rules", "Splits off punctuation and clitics. Use this for raw text.")),
]


TOKENS_AGAIN = [DETECTED, ("words", "By language rules"), ("spaces", "At spaces only")]
REPEATED_ID_CHOICES = [
    ("rename", "Add the line number to their IDs"),
    ("leave_out", "Leave these pairs out"),
]


FORMATS = {
    DETECT: ("Detect", "The preview shows what was found."),
    "moses": (
        "Two line-aligned files",
        "Line 7 of one translates line 7 of the other (moses).",
        "a black cat",
        "un gatto nero",
    ),
    "bitext": ("One file with ||| between the sides", "One pair per line (bitext).", "a black cat ||| un gatto nero"),
    "table": (
        "Table",
        "Excel, LibreOffice, CSV, TSV or JSON. You assign the columns on the next page.",
        "id; English; Italiano",
        "7; a black cat; un gatto nero",
    ),
    "tmx": (
        "Translation memory (TMX)",
        "Units with both languages of the project. The preview asks which to read if the file has several.",
        '<tu tuid="7"><tuv xml:lang="en"><seg>a black cat</seg></tuv> …</tu>',
    ),
    "xliff": (
        "Localisation file (XLIFF)",
        "Versions 1.2 and 2. Units without a translation are left out.",
        '<trans-unit id="7"><source>a black cat</source> …</trans-unit>',
    ),
    "jsonl": (
        "JSON Lines",
        "One object per line; with source_tokens and target_tokens for tokenised text.",
        '{"id": "7", "source": "a black cat", "target": "un gatto nero"}',
    ),
    "naacl": (
        "Two files with sentence numbers",
        "NAACL 2003 format (naacl).",
        "<s snum=7>a black cat</s>",
        "<s snum=7>un gatto nero</s>",
    ),
}


class SidesForm(forms.Form):
    """A form whose labels name the project's languages."""

    def __init__(self, *args: Any, source: str, target: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name_sides(source, target)

    def name_sides(self, source: str, target: str) -> None:
        """Write the names of the languages into labels and notes; each subclass handles its own fields."""


class TextForm(SidesForm, PreviewForm):
    """The files of a parallel text, and how to read them."""

    text_format = forms.ChoiceField(
        label="Format",
        choices=[(name, explain(*FORMATS[name])) for name in FORMATS],
        initial=DETECT,
        widget=forms.RadioSelect,
    )
    first_file = forms.FileField(label="File", max_length=255)
    second_file = forms.FileField(label="Second file", max_length=255, required=False)
    tokens = forms.ChoiceField(label="Tokenisation", choices=TOKENS, initial=DETECT, widget=forms.RadioSelect)
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False)

    def name_sides(self, source: str, target: str) -> None:
        super().name_sides(source, target)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        one_file = f"The {source} text, or one file with both sides (also in a ZIP). Up to {limit} MB."
        self.fields["first_file"].help_text = one_file
        self.fields["second_file"].help_text = f"The line-aligned {target} text, if it is in a file of its own."

    def clean(self) -> dict[str, Any]:
        """Require as many files as the format has, before anything is stored."""
        fields = super().clean() or {}
        parallel = PARALLEL_FORMATS.get(fields.get("text_format", ""))
        if parallel is None or not fields.get("first_file"):
            return fields  # detection takes one file or two
        if parallel.files == 2 and not fields.get("second_file"):
            self.add_error("second_file", "This format needs the translation as a second, line-aligned file.")
        if parallel.files == 1 and fields.get("second_file"):
            self.add_error("second_file", "This format uses one file. Leave the second one empty.")
        return fields


class UploadForm(TextForm):
    """A parallel text to be previewed."""

    source_words = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}))
    target_words = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}))

    def name_sides(self, source: str, target: str) -> None:
        super().name_sides(source, target)
        self.fields["encoding"].help_text = "The preview shows what was found."
        self.fields["source_words"].label, self.fields["target_words"].label = source, target

    def clean_source_words(self) -> list[str]:
        """Return the words, one per line."""
        return _lines(self.cleaned_data["source_words"])

    def clean_target_words(self) -> list[str]:
        """Return the words, one per line."""
        return _lines(self.cleaned_data["target_words"])


class AgainForm(PreviewForm):
    """The same files read in another format or encoding, split into other words, or with their languages swapped;
    `languages` are the numbers of texts by language in a translation memory.
    """

    text_format = forms.ChoiceField(label="Format", required=False)
    tokens = forms.ChoiceField(label="Words", choices=TOKENS_AGAIN, required=False)
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False)
    is_reversed = forms.BooleanField(required=False)
    file_source_language = forms.ChoiceField(required=False)
    file_target_language = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, files: int, languages: Mapping[str, int] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        formats = [
            (name, FORMATS[name][0])
            for name, text_format in PARALLEL_FORMATS.items()
            if text_format.files == files and name in FORMATS
        ]
        tags = [("", "Choose"), *((tag, f"{tag} ({count:,})") for tag, count in (languages or {}).items())]
        choices = {"text_format": formats, "file_source_language": tags, "file_target_language": tags}
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered


class ConfirmForm(forms.Form):
    """Confirmation of an import, of all pairs or only of those that are new to the project."""

    leave_out_rejected = forms.BooleanField(required=False)
    only_new = forms.BooleanField(required=False)
    repeated_ids = forms.ChoiceField(
        choices=REPEATED_ID_CHOICES, required=False, widget=forms.RadioSelect({"required": True})
    )


def _lines(text: str) -> list[str]:
    # Not `splitlines`, which parts lines at U+2028 and the like.
    return [word for line in text.split("\n") if (word := line.strip())]
