"""Guidelines in Markdown, rendered as safe HTML."""

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
    """Return CommonMark with tables as HTML, sanitised by an allow-list; links send no referrer."""
    html = nh3.clean(
        _markdown.render(text),
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )
    return SafeString(html)
