"""What the pages of word alignment take in."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from alignment.formats import PARALLEL_FORMATS
from alignment.languages import LANGUAGE_CHOICES
from alignment.licences import LICENCES, LONGEST_TEXT, NOT_STATED, OTHER
from alignment.link_file_form import LinkFileForm
from alignment.models import AlignmentSettings
from alignment.services.releases import LONGEST_CITATION
from annotation_site.projects.models import Project

LONGEST_GUIDELINE = 100_000


def explain(title: str, sentence: str, *examples: str) -> SafeString:
    """Label of a choice: its name, a sentence on what it means, and perhaps how it looks, a sample for each file."""
    samples = format_html_join(" ", "<code>{}</code>", ((example,) for example in examples))
    sample = format_html('<span class="samples">{}</span>', samples) if examples else ""
    return format_html('<span class="explained"><b>{}</b><span>{}</span>{}</span>', title, sentence, sample)


SCOPES = [
    ("full", explain("Full text", "Every word gets a link, or a mark that it has no counterpart.")),
    ("target_words", explain("Target words", "Only words you list at import; pairs without any of them are left out.")),
]
POLICIES = [
    ("wags", explain("WAGS", "A link that all drew with the same label keeps it; what stays open becomes Possible.")),
    ("och-ney", explain("Och & Ney", "Sure where everybody says Sure; Possible for all else that anyone drew.")),
    ("majority", explain("Majority", "What more than half drew counts. Needs three or more annotators for each pair.")),
]
SPREADS = [
    ("overlap", explain("Finish begun pairs first", "Pairs get all their readings soon, so agreement shows early.")),
    ("even", explain("Cover all pairs first", "Every pair is read once before any is read a second time.")),
]
TOKENS = [
    ("spaces", explain("At spaces only", "The text is tokenised already; it stays exactly as it is.")),
    ("words", explain("By the language’s rules", "Commas, clitics and the like are split off; raw text needs this.")),
]
FORMATS = {
    "moses": (
        "Two files, line by line",
        "Line 7 of one translates line 7 of the other (moses).",
        "a black cat",
        "un gatto nero",
    ),
    "bitext": ("One file, sides parted by |||", "One pair a line (bitext).", "a black cat ||| un gatto nero"),
    "tsv": (
        "One table, parted by tabs",
        "With or without a header: source, target, id.",
        "a black cat ⇥ un gatto nero",
    ),
    "tmx": (
        "Translation memory (TMX)",
        "Of every unit, the texts in the project’s two languages.",
        '<tu tuid="7"><tuv xml:lang="en"><seg>a black cat</seg></tuv> …</tu>',
    ),
    "xliff": (
        "Localisation file (XLIFF)",
        "Versions 1.2 and 2; units without translation are left out.",
        '<trans-unit id="7"><source>a black cat</source> …</trans-unit>',
    ),
    "jsonl": (
        "JSON Lines",
        "One object a line; source_tokens and target_tokens where words are split already.",
        '{"id": "7", "source": "a black cat", "target": "un gatto nero"}',
    ),
    "naacl": (
        "Two files with sentence numbers",
        "As in NAACL 2003 (naacl).",
        "<s snum=7>a black cat</s>",
        "<s snum=7>un gatto nero</s>",
    ),
}
ENCODINGS = [
    ("", "Find out by itself"),
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("latin-1", "Western European (ISO 8859-1)"),
    ("cp1252", "Western European (Windows 1252)"),
    ("iso8859-2", "Central European (ISO 8859-2)"),
    ("cp1250", "Central European (Windows 1250)"),
    ("cp1251", "Cyrillic (Windows 1251)"),
    ("koi8-r", "Cyrillic (KOI8-R)"),
    ("iso8859-7", "Greek (ISO 8859-7)"),
    ("cp1256", "Arabic (Windows 1256)"),
    ("cp1255", "Hebrew (Windows 1255)"),
    ("gb18030", "Chinese (GB 18030)"),
    ("big5", "Chinese (Big5)"),
    ("shift_jis", "Japanese (Shift JIS)"),
    ("euc_jp", "Japanese (EUC)"),
    ("euc_kr", "Korean (EUC)"),
]


class SharedSettingsForm(forms.Form):
    """What can be set at the start and changed later."""

    name = forms.CharField(max_length=120)
    description = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="For its members, in Markdown.",
    )
    annotators_per_item = forms.IntegerField(
        label="Annotators for each pair",
        min_value=1,
        max_value=50,
        initial=2,
        help_text="They work without seeing each other. Two or more are needed to measure agreement.",
    )
    spread = forms.ChoiceField(
        label="Order of pairs", choices=SPREADS, initial=Project.Spread.OVERLAP, widget=forms.RadioSelect
    )
    gold_policy = forms.ChoiceField(
        label="From readings to gold",
        choices=POLICIES,
        initial=AlignmentSettings.GoldPolicy.WAGS,
        widget=forms.RadioSelect,
        help_text="What counts where readings differ and the adjudicator has not decided.",
    )


class ProjectForm(SharedSettingsForm):
    """A new project; `request_id` makes sending it twice harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    source_language = forms.ChoiceField(choices=[("", "Choose…"), *LANGUAGE_CHOICES])
    target_language = forms.ChoiceField(choices=[("", "Choose…"), *LANGUAGE_CHOICES])
    scope = forms.ChoiceField(
        label="What is aligned", choices=SCOPES, initial=AlignmentSettings.Scope.FULL, widget=forms.RadioSelect
    )
    guideline = forms.CharField(
        label="Guidelines",
        required=False,
        max_length=LONGEST_GUIDELINE,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="In Markdown. They stand beside every pair; each change becomes a version of its own.",
    )


class SettingsForm(SharedSettingsForm):
    """Settings of a project at work; how many read a pair is fixed once the first pair is given out."""

    suggestion_control_share = forms.IntegerField(
        label="Control pairs, in per cent",
        min_value=0,
        max_value=100,
        required=False,
        help_text="So many pairs are shown without their suggestions, so that both can be compared. Fixed once a pair "
        "with suggestions is given out.",
    )

    def __init__(self, *args: Any, is_begun: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_begun:
            self.fields["annotators_per_item"].disabled = True
            self.fields[
                "annotators_per_item"
            ].help_text = "Fixed since the first pair was given out: pairs must be comparable."


class UploadForm(forms.Form):
    """A parallel text to be previewed."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    text_format = forms.ChoiceField(
        label="Format",
        choices=[(name, explain(*FORMATS[name])) for name in PARALLEL_FORMATS],
        initial="moses",
        widget=forms.RadioSelect,
    )
    first_file = forms.FileField(label="File", max_length=255)
    second_file = forms.FileField(label="Second file", max_length=255, required=False)
    tokens = forms.ChoiceField(label="How words are split", choices=TOKENS, initial="spaces", widget=forms.RadioSelect)
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False, help_text="The preview shows what was found.")
    source_words = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}))
    target_words = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}))

    def __init__(self, *args: Any, source: str, target: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["first_file"].help_text = f"The {source} text, or the one file with both sides. Up to {limit} MB."
        self.fields["second_file"].help_text = f"Only for formats of two files: the {target} text, line by line."
        self.fields["source_words"].label, self.fields["target_words"].label = source, target

    def clean(self) -> dict[str, Any]:
        """The number of files must be that of the format, said before anything is stored."""
        fields = super().clean() or {}
        parallel = PARALLEL_FORMATS.get(fields.get("text_format", ""))
        if parallel is None or not fields.get("first_file"):
            return fields
        if parallel.files == 2 and not fields.get("second_file"):
            self.add_error("second_file", "This format needs the translation as a second file, line by line.")
        if parallel.files == 1 and fields.get("second_file"):
            self.add_error("second_file", "This format is one file; leave the second one empty.")
        return fields

    def clean_source_words(self) -> list[str]:
        """One word a line."""
        return _lines(self.cleaned_data["source_words"])

    def clean_target_words(self) -> list[str]:
        """One word a line."""
        return _lines(self.cleaned_data["target_words"])


class AgainForm(forms.Form):
    """The same files read in another encoding."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    encoding = forms.ChoiceField(choices=ENCODINGS, required=False)


class SuggestionsForm(LinkFileForm):
    """Links to suggest; `request_id` makes sending them twice harmless."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = "One line per sentence pair: line 7 is about pair 7."


class ConfirmForm(forms.Form):
    """Yes, take this text in."""

    leave_out_rejected = forms.BooleanField(required=False)


class ReleaseForm(forms.Form):
    """A new release."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    note = forms.CharField(
        max_length=300,
        required=False,
        help_text="What is new in it, in one sentence. It is printed in the manifest and cannot be changed later.",
    )
    licence = forms.ChoiceField(
        choices=[
            (NOT_STATED, "None stated"),
            *((identifier, f"{identifier}: {licence.name}") for identifier, licence in LICENCES.items()),
            (OTHER, "Other, in my own words"),
        ],
        required=False,
        help_text="For the annotation, and for the text as far as it is yours. Without one, others may not use it.",
    )
    licence_text = forms.CharField(
        label="Other licence",
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Only with “Other”: the terms, or where they can be read.",
    )
    citation = forms.CharField(
        label="How to cite it",
        max_length=LONGEST_CITATION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The paper to be cited. Left empty, it is the project’s name, the release and its date.",
    )
    without_readings = forms.BooleanField(
        label="Leave out the annotators’ separate readings",
        required=False,
        help_text="They are in it under pseudonyms, so that anyone can compute agreement again. Left out, agreement is "
        "stated and cannot be checked.",
    )

    def clean(self) -> dict[str, Any]:
        """Own words go with “Other”, and only with it."""
        fields = super().clean() or {}
        if fields.get("licence") == OTHER and not fields.get("licence_text", "").strip():
            self.add_error("licence_text", "Write the licence, or where it can be read.")
        if fields.get("licence") != OTHER and fields.get("licence_text", "").strip():
            self.add_error("licence_text", "Choose “Other” above, or leave this empty.")
        return fields


class PreviewForm(forms.Form):
    """Asking for a count."""

    request_id = forms.UUIDField()


class StepForm(forms.Form):
    """What every step of an assignment carries: it is applied once, and only to the version that was seen."""

    operation_id = forms.UUIDField()
    version = forms.IntegerField(min_value=0)


class SubmitForm(StepForm):
    """Handing a reading in."""

    mark_rest = forms.BooleanField(required=False)


class SkipForm(StepForm):
    """Handing a pair back."""

    reason = forms.CharField(required=False, max_length=300)


class TakeUpForm(forms.Form):
    """Taking up again what was given back."""

    operation_id = forms.UUIDField()


class CommentForm(forms.Form):
    """A comment on one's own assignment."""

    operation_id = forms.UUIDField()
    text = forms.CharField(required=False, max_length=2000)


class RoundForm(forms.Form):
    """Opening a reconciliation round."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    least_share = forms.TypedChoiceField(
        label="Which pairs",
        coerce=float,
        widget=forms.RadioSelect,
        help_text="Annotators see each other’s readings of these pairs while the round is open, and of no others.",
    )
    note = forms.CharField(
        required=False, max_length=300, help_text="What it is about, for yourself and your colleagues."
    )

    def __init__(self, *args: Any, choices: list[tuple[float, int, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["least_share"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(f"{share:g}", _name_share(*each)) for each in choices if (share := each[0]) == 0 or each[1]]
        field.initial = "0"


def _name_share(share: float, pairs: int, cells: int) -> SafeString:
    title = f"At least {share:.0%} of links disputed" if share else "Every pair on which annotators differ"
    return explain(title, f"{pairs:,} pair{'' if pairs == 1 else 's'}, {cells:,} link{'' if cells == 1 else 's'}")


def _lines(text: str) -> list[str]:
    return [word for line in text.splitlines() if (word := line.strip())]
