"""Sphinx's settings. `python -m sphinx docs var/help` builds what the site serves under /help/.

The site's policy allows no inline script or style: `_templates` replaces those of the theme, and formulas are MathML.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

import django
from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
django.setup()

from django.conf import settings as site  # noqa: E402

from annotation_site.help.reference import PAGES  # noqa: E402

project = "Interlinea"
version = release = site.VERSION
html_title = f"Interlinea {version}"
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
highlight_language = "none"
exclude_patterns = ["_templates"]
templates_path = ["_templates"]

# Of the sidebar that Furo writes: the title of each group of pages, and the page that is open.
CAPTION = re.compile(r'<p class="caption" role="heading"><span class="caption-text">(.*?)</span></p>')
CURRENT = "current-page"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["help.css"]
html_js_files = ["forward.js"]
html_search_scorer = str(Path(__file__).parent / "_static/scorer.js")
html_favicon = "../static/site/favicon.svg"
html_math_renderer = "mathml"
html_copy_source = html_show_sourcelink = html_show_copyright = html_use_index = False


def write_reference(app: Sphinx, name: str, source: list[str]) -> None:
    """Append to a page of the reference what is read from the code."""
    if write := PAGES.get(name):
        source[0] += "\n" + write()


def show_inline(writer: Any, node: nodes.math) -> None:
    """Write a formula in a line."""
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def show_block(writer: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own."""
    writer.body.append(f'<div class="formula" tabindex="0">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def fold_sidebar(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Show the guides, and fold the pages for everybody else until one of them is open: an annotator reads six."""
    before, *groups = CAPTION.split(context["furo_navigation_tree"])
    captioned = list(zip(groups[::2], groups[1::2], strict=True))
    (first, guides), others = captioned[0], captioned[1:]
    folded = "".join(fold(title, pages, is_open=CURRENT in pages) for title, pages in others)
    more = fold("More pages", folded, is_open=CURRENT in folded) if folded else ""
    context["furo_navigation_tree"] = f'{before}<p class="caption">{first}</p>{guides}{more}'


def fold(title: str, pages: str, *, is_open: bool) -> str:
    """Return a group of pages behind its title."""
    return f'<details class="group"{" open" if is_open else ""}><summary>{title}</summary>{pages}</details>'


def setup(app: Sphinx) -> None:
    """Register the parts above."""
    app.add_html_math_renderer("mathml", inline_renderers=(show_inline, None), block_renderers=(show_block, None))
    app.connect("source-read", write_reference)
    app.connect("html-page-context", fold_sidebar, priority=900)  # when Furo has written it
