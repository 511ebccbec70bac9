"""Tables are written by one module, which keeps spreadsheets from running a cell, and HTML by Django's templates."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPS = ("annotation_site", "alignment", "idiomaticity", "expressions", "evaluation")
# Modules that write tabs or CSV themselves, each with the reason.
WRITE_TABLES = {
    "annotation_site/tables/cells.py": "the one that escapes",
    "annotation_site/releases/tables.py": "quotes every cell where a data set does, and escapes as the first does",
    "alignment/formats/links/mt_equal.py": "an alignment: other programs compare its words",
    "alignment/formats/links/lines.py": "an alignment: other programs compare its words",
    "annotation_site/texts/conllu.py": "CoNLL-U, as it was read",
    "expressions/formats/sentences.py": "CoNLL-U, which other programs compare",
    "expressions/consistency/queries/items.py": "looks for a lemma in stored lines of CoNLL-U",
    "expressions/formats/conllulex.py": "CoNLL-U with more columns, which other programs compare",
    "expressions/formats/parseme_tsv.py": "words of a corpus, which other programs compare",
    "expressions/formats/folia.py": "words of a corpus as XML",
    "expressions/formats/brat.py": "marks by characters, which are read by position",
    "evaluation/test_sets/files/writing.py": "lines of spans and .cupt, which are read by position",
    "evaluation/downloads/queries/files.py": "lines of expressions, which are read by position",
    "alignment/imported_annotation/jobs/staging.py": "COPY into PostgreSQL",
    "alignment/suggestions/jobs/storing.py": "COPY into PostgreSQL",
    "alignment/imports/jobs/copy_rows.py": "COPY into PostgreSQL",
    "alignment/imports/jobs/repeated_ids.py": "a temporary file of the job",
    "alignment/imports/jobs/storing.py": "COPY into PostgreSQL",
    "evaluation/test_sets/files/tables.py": "reads cells as lines of spans",
    "evaluation/finding/jobs/finding.py": "COPY into PostgreSQL",
    "evaluation/management/commands/split-expressions.py": "lines of spans, which are read by position",
    "evaluation/training_text/jobs/files.py": "lines of spans, which are read by position",
    "expressions/training_text/subwords.py": "the vocabulary of a tokeniser",
    "evaluation/test_sets/files/removal.py": "lines of CoNLL-U, which stay as they were read but for some characters",
    "evaluation/test_sets/files/hits.py": "lines of spans, which are read by position",
    "evaluation/test_sets/files/rows.py": "lines of spans, which are read by position",
    "evaluation/cli/people/error_spans.py": "names in memory",
    "evaluation/metrics/tesla/lexicographer_files.py": "a table of WordNet, without anybody's text",
    "annotation_site/management/commands/set_quota.py": "names of our own and numbers",
}
# Templates that put something in without escaping it, each with the reason.
SAFE = re.compile(r"\{\{ ([\w.]+)\|safe \}\}")
PLOT = "an SVG that annotation_site.figures.plots builds element by element"
UNESCAPED = dict.fromkeys(["plot", "svg", "heat_map", "label_plot"], PLOT) | dict.fromkeys(
    ["plots.scatter", "plots.boxes", "plots.differences", "plots.expressions"], PLOT
)
MAKE_SAFE = {
    "annotation_site/templatetags/plots.py": "format_html around a block that is rendered already",
    "annotation_site/templatetags/scripts.py": "format_html and json_script, which escape",
    "annotation_site/projects/markdown.py": "Markdown behind nh3",
    "annotation_site/web/choices.py": "format_html, which escapes",
    "annotation_site/creators/forms.py": "a template of ours",
    "alignment/rounds/forms.py": "the name of the type that a function returns",
    "annotation_site/templatetags/figures.py": "format_html_join around a separator of ours",
}


def sources() -> list[Path]:
    return [path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "__pycache__" not in path.parts]


def writes_tabs(tree: ast.AST) -> bool:
    """Return whether a module joins by tabs, formats text or bytes around one, or writes CSV."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            joined = node.func.value
            if node.func.attr == "join" and isinstance(joined, ast.Constant) and joined.value == "\t":
                return True
            if node.func.attr in ("writer", "DictWriter") and getattr(joined, "id", "") == "csv":
                return True
        if isinstance(node, ast.JoinedStr) and any("\t" in str(getattr(each, "value", "")) for each in node.values):
            return True
        is_formatted = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)
        left = getattr(getattr(node, "left", None), "value", None)
        if is_formatted and isinstance(left, bytes) and b"\t" in left:
            return True
    return False


def test_no_other_module_writes_tables() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in sources()
        if "\\t" in (text := path.read_text()) or "csv" in text
        if writes_tabs(ast.parse(text))
    }
    assert found - WRITE_TABLES.keys() == set(), "use write_csv or write_tab_row of annotation_site.tables.cells"
    assert WRITE_TABLES.keys() - found == set(), "these do not write any more"


def test_no_template_leaves_text_unescaped_without_a_reason() -> None:
    found = set()
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text()
        assert "autoescape off" not in text, path
        assert len(SAFE.findall(text)) == text.count("|safe"), path
        found.update(SAFE.findall(text))
    assert found == UNESCAPED.keys()


def test_no_module_marks_text_as_html_without_a_reason() -> None:
    marking = re.compile(r"\b(mark_safe|SafeString|format_html|format_html_join|SafeText|__html__)\b")
    found = {str(path.relative_to(ROOT)) for path in sources() if marking.search(path.read_text())}
    assert found == MAKE_SAFE.keys()


@pytest.mark.parametrize("kept", [WRITE_TABLES, MAKE_SAFE], ids=["tables", "html"])
def test_every_exception_has_a_reason(kept: dict[str, str]) -> None:
    assert all(reason for reason in kept.values())
