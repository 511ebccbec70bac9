"""Counts of removed characters."""

from annotation_site.texts.removed_characters import RemovedCharacters


def test_a_count_says_what_was_removed():
    counted = RemovedCharacters.none()
    assert [counted.clean(text) for text in ("a\u00adb", "plain", "c\u00ad\u200f")] == ["ab", "plain", "c"]
    assert counted.describe() == (
        "3 invisible characters were removed (soft hyphen (U+00AD): 2, right-to-left mark (U+200F): 1)."
    )
    assert RemovedCharacters.none().describe() == ""


def test_texts_inside_json_are_counted_and_numbers_passed_over():
    counted = RemovedCharacters.none()
    counted.count(["a\u00ad", {"text": "b\u200f", "spans": [[3, 8]], "mean": 0.5}, None])
    assert counted.to_json() == {
        "total": 2,
        "characters": {"soft hyphen (U+00AD)": 1, "right-to-left mark (U+200F)": 1},
    }
