"""Scripts for Django's shell in a container, which print JSON as their last line."""

MAKE_PEOPLE = """
import json
from django.test import Client
from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.members import add_member
project = Project.objects.get(slug={slug!r})
ada = User.objects.create_user("ada@example.org", {password!r})
add_member(project=project, user=ada, role=Role.ANNOTATOR)
sessions = []
for number in range({people}):
    user = User.objects.create_user(f"annotator{{number}}@example.org", None)
    add_member(project=project, user=user, role=Role.ANNOTATOR)
    client = Client()
    client.force_login(user)
    sessions.append(client.cookies["sessionid"].value)

print(json.dumps(sessions))
"""

LIST_SAVES = """
import json
from annotation_site.operations.models import Operation
rows = Operation.objects.filter(kind="set").values_list("operation_id", "version")
print(json.dumps({str(operation_id): version for operation_id, version in rows}))
"""

# What an image without half of its packages' files could no longer do.
USE_PACKAGES = """
import json, os
from annotation_site.figures.pdf import convert_to_pdf
from annotation_site.figures.plots import Plot
from annotation_site.texts.languages import find_language, say_all
from annotation_site.texts.segmentation import space_words
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import extractOne
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab
from pyarrow import parquet, table
from scipy import optimize, sparse, stats
import io
plots = []
for word in ("gatto", "γάτα", "кот", "חתול", "قطة", "बिल्ली", "แมว", "ແມວ", "ဆီ", "ድመት", "猫", "고양이"):
    plot = Plot("figure", "A figure", "One word.", height=60, width=120)
    plot.text("word", 10, 30, word)
    plots.append(convert_to_pdf(plot.to_svg(standalone=True))[:5] == b"%PDF-")

file = io.BytesIO()
parquet.write_table(table({"value": [1, 2]}), file, compression="zstd")
print(json.dumps({
    "user": os.getuid(),
    "plots": plots,
    "ja": TokenizerJaMecab()("猫は窓の外を見ている。"),
    "ko": TokenizerKoMecab()("고양이가 창밖을 보고 있다."),
    "zh": space_words("猫在窗户外面看着老师", "zh"),
    "th": space_words("แมวกำลังมอง", "th"),
    "nearest": extractOne("gato", ["gatto", "cane"], scorer=Levenshtein.distance),
    "parquet": parquet.read_table(io.BytesIO(file.getvalue())).to_pydict(),
    "p": round(stats.wilcoxon([1, 2, 3, 4, 5, 6]).pvalue, 4),
    "language": find_language("it").name,
    "list": say_all(["A", "B", "C"]),
}))
"""
USED = {
    "user": 10001,
    "plots": [True] * 12,
    "ja": "猫 は 窓 の 外 を 見 て いる 。",
    "ko": "고양이 가 창밖 을 보 고 있 다 .",
    "zh": " 猫 在 窗户 外面 看 着 老师 ",
    "th": " แมว กำลัง มอง ",
    "nearest": ["gatto", 1, 0],
    "parquet": {"value": [1, 2]},
    "p": 0.0312,
    "language": "Italian",
    "list": "A, B and C",
}
