"""Guidelines, written in Markdown by managers, as HTML that can do no harm."""

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

TAGS = {
    *("h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code", "em", "strong", "s"),
    *("ul", "ol", "li", "a", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
LOWEST_HEADING = 6


def _demote_headings(state: StateCore) -> None:
    # The page has the first heading; those of the text come below it.
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, LOWEST_HEADING)}"


# Neither raw HTML nor images: the first is shown as written, the second would tell other sites who reads.
_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
_markdown.core.ruler.push("demote_headings", _demote_headings)


def render_guideline(text: str) -> SafeString:
    """CommonMark with tables as HTML, cleaned by an allow-list; links do not tell where the reader came from."""
    html = nh3.clean(
        _markdown.render(text),
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )
    return SafeString(html)
