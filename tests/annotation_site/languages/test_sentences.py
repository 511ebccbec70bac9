"""Sentences marked by modules that know no framework are English text, and are translated with their values."""

from django.utils.translation import override

from annotation_site.languages.marks import Paragraph, Rounded, gettext_filled, gettext_noop, ngettext_filled
from annotation_site.languages.sentences import say_sentence


def test_a_marked_sentence_is_its_english_text() -> None:
    assert gettext_filled("version {number}", number="3") == "version 3"
    assert gettext_filled("Without any link, and left out: {n}.", n=12345) == "Without any link, and left out: 12,345."
    assert gettext_filled("below {limit}", limit=Rounded(-0.25, 1)) == "below −0.2"
    assert ngettext_filled("{n} correction imported.", "{n} corrections imported.", 1, n=1) == "1 correction imported."
    assert Paragraph("Lowest first.", "", gettext_noop("In common")) == "Lowest first. In common"


def test_a_marked_sentence_is_said_with_numbers_and_sentences_of_the_language() -> None:
    with override("de"):
        assert say_sentence(gettext_filled("Without any link, and left out: {n}.", n=12345)).endswith("12.345.")
        assert say_sentence(gettext_filled("below {limit}", limit=Rounded(0.5, 1))) == "unter 0,5"
        corrections = ngettext_filled("{n} correction imported.", "{n} corrections imported.", 2, n=2)
        assert say_sentence(corrections) == "2 Korrekturen importiert."
        label = gettext_filled("{annotator}: {label}", annotator="both", label=gettext_filled("Sure"))
        assert say_sentence(label) == "both: Sicher"
        assert (
            say_sentence(Paragraph("Lowest first.", gettext_noop("In common"))) == "Die niedrigsten zuerst. Gemeinsam"
        )
        assert say_sentence("") == ""
