"""Sphinx's settings. `python -m sphinx docs var/help` builds what the site serves under /help/.

The site's policy allows no inline script or style: `_templates` replaces those of the theme, and formulas are MathML.
"""

import os
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

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["help.css"]
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


def setup(app: Sphinx) -> None:
    """Register the parts above."""
    app.add_html_math_renderer("mathml", inline_renderers=(show_inline, None), block_renderers=(show_block, None))
    app.connect("source-read", write_reference)
