import pytest

from annotation_site.projects.markdown import render_guideline


def test_commonmark_and_tables_become_html() -> None:
    html = render_guideline("1. *Sure*\n2. **Possible**\n\n| a | b |\n|---|---|\n| c | d |\n")
    assert "<li><em>Sure</em></li>" in html
    assert "<strong>Possible</strong>" in html
    assert "<th>a</th>" in html
    assert "<td>d</td>" in html


def test_headings_come_below_the_heading_of_the_page() -> None:
    assert render_guideline("# How\n\n###### Deep") == "<h2>How</h2>\n<h6>Deep</h6>\n"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<b onclick='alert(1)'>b</b>",
        "<img src=x onerror=alert(1)>",
        "<style>body{display:none}</style>",
        "`<script>`",
        "    <script>alert(1)</script>",
    ],
)
def test_raw_html_is_shown_as_it_was_written(text: str) -> None:
    html = render_guideline(text)
    assert "&lt;" in html
    assert not any(f"<{tag}" in html for tag in ("script", "b ", "img", "style"))


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:x)",
        "<javascript:alert(1)>",
        "[x](&#106;avascript:alert(1))",
    ],
)
def test_a_link_that_runs_something_is_no_link(text: str) -> None:
    assert "href" not in render_guideline(text)


def test_links_tell_the_other_site_nothing() -> None:
    html = render_guideline("[WAGS](https://example.org/wags)")
    assert html == '<p><a href="https://example.org/wags" rel="noopener noreferrer nofollow">WAGS</a></p>\n'


def test_images_are_not_loaded_from_other_sites() -> None:
    assert "<img" not in render_guideline("![who reads](https://example.org/pixel.png)")


def test_nothing_of_style_or_class_comes_through() -> None:
    html = render_guideline("| a |\n|:-:|\n| b |\n\n```python\nx\n```\n")
    assert "style" not in html
    assert "class" not in html


def test_no_text_gives_no_html() -> None:
    assert render_guideline("") == ""
