"""The linter of style sheets finds what it promises, and nothing in a sound sheet."""

import pytest

from tests.linting.stylesheets import Mentioned, check

SOUND = "@media print { .page { color: var(--ink); margin: 0 } } a:hover { color: var(--none, red) } #main { top: 1px }"


@pytest.fixture(scope="module")
def mentioned() -> Mentioned:
    """Read every template, script and module once."""
    return Mentioned()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a { color red; top: 1px }", "stop token reached"),
        ("a { top: 1px; top: 1px }", "stands here twice"),
        ("a { top: }", "has no value"),
        ("a { color: var(--nobody-sets-it) }", "--nobody-sets-it is set nowhere"),
        ("a { }", "an empty rule"),
        (".nobody-carries-it { top: 1px }", "nothing mentions nobody-carries-it"),
        ("@media print { #nobody-carries-it { top: 1px } }", "nothing mentions nobody-carries-it"),
        ("a { top: 1px } }", "EOF reached"),
    ],
)
def test_a_fault_is_found(mentioned: Mentioned, text: str, fault: str) -> None:
    [(line, found)] = check(text, {"--ink"}, mentioned)
    assert line == 1
    assert fault.lower() in found.lower()


def test_a_sound_sheet_has_none(mentioned: Mentioned) -> None:
    assert not list(check(SOUND, {"--ink"}, mentioned))
