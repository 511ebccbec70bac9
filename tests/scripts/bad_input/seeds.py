"""Every upload of the API with a valid file for each, from which malformed ones are made."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openpyxl import Workbook

from alignment.formats.parallel.pairs import Pair
from alignment.formats.parallel.registry import PARALLEL_FORMATS
from tests.alignment.formats.links.documents import examples
from tests.evaluation.translated import TABLE
from tests.idiomaticity.making import SENTENCES
from tests.idiomaticity.predicting import CORPUS, TRANSLATIONS
from tests.idiomaticity.predictors.probing.files import write_npz

PAIRS = [Pair(f"p{n}", f"the cat no {n} sat", f"il gatto {n}", None, None, n) for n in range(1, 4)]
RATINGS = """compound,sentence_number,scale,annotator,rating
glass ceiling,1,head,w1,1
glass ceiling,1,whole,w2,1
olive oil,2,whole,w2,5
"""
CUPT = """# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE
# text = He broke the ice .
1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\t_\t*
2\tbroke\tbreak\tVERB\t_\t_\t0\troot\t_\t_\t1:VID
3\tthe\tthe\tDET\t_\t_\t4\tdet\t_\t_\t1
4\tice\tice\tNOUN\t_\t_\t2\tobj\t_\t_\t1
5\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\t*

"""
OBJECTS = '{"source": "He broke the ice.", "references": ["Ha rotto il ghiaccio."], "expressions": [{"label": "ice", '
OBJECTS += '"source_spans": [[3, 16]], "reference_spans": [[0, 20]]}]}\n'
GIZA = "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ p2 / / })\n"
MT_EQUAL = "1\ten_it\tsys1\tA\tlabel\t1-1 2-2\t2\tun gatto\t2\ta cat\n"


@dataclass(frozen=True)
class Seed:
    """One way in: the project's kind, the path below it, sound files, and what else is sent. `upload` names where the
    numbers of files go that are uploaded before; without it the file itself is part of the request."""

    name: str
    kind: str
    path: str
    files: list[tuple[str, bytes]]
    body: Mapping[str, Any] = field(default_factory=dict)
    upload: str = ""


def write_sheet(table: str, separator: str) -> bytes:
    """Return the table as a spreadsheet."""
    book, made = Workbook(), io.BytesIO()
    for line in table.splitlines():
        book.active.append(line.split(separator))
    book.save(made)
    return made.getvalue()


def list_seeds() -> list[Seed]:
    """Return the seeds of every upload that the site reads."""
    return [*_texts(), *_links(), *_studies(), *_predictors(), *_test_sets(), *_of_test_sets(), _finding()]


def _texts() -> list[Seed]:
    seeds = []
    for name, each in PARALLEL_FORMATS.items():
        pieces = list(each.write(iter(PAIRS), ("en", "it")))
        files = [(f"{n}.{name}", "".join(part[n] for part in pieces).encode()) for n in range(each.files)]
        body = {"format": name, "tokens": "words"}
        seeds.append(Seed(f"text as {name}", "alignment", "imports/", files, body, "uploads"))
    return seeds


def _links() -> list[Seed]:
    lines = {"pharaoh": "0-0 1-1\n0-0\n", "talp": "1-1 2p2\n1-1\n", "naacl": "1 1 1 S\n1 2 2 P\n2 1 1\n"}
    lines |= {
        "xl-wa": "0-0 1-1\n0-0\n",
        "giza": GIZA,
        "jsonl": '{"id": "p1", "sure": [[0, 0]], "possible": [[1, 1]]}\n',
    }
    suggested = [
        Seed(
            f"suggestions as {name}", "alignment", "suggestions/", [(f"links.{name}", text.encode())], {"format": name}
        )
        for name, text in lines.items()
    ]
    read = {"giza-sp": GIZA, "mt-equal": MT_EQUAL, "jsonl": lines["jsonl"], "alpheios": examples.ALPHEIOS_XML}
    read |= {"ugarit": examples.UGARIT_JSON, "usfm": examples.ALIGNED_USFM}
    return suggested + [
        Seed(f"readings as {n}", "alignment", "readings/", [(f"one.{n}", text.encode())], {"format": n}, "uploads")
        for n, text in read.items()
    ]


def _studies() -> list[Seed]:
    made = []
    for content, text, separator in (("compounds", SENTENCES, "\t"), ("ratings", RATINGS, ",")):
        plain, sheet = ("table.tsv" if separator == "\t" else "table.csv"), write_sheet(text, separator)
        for name, data in ((plain, text.encode()), ("table.xlsx", sheet)):
            path, body = "study-imports/", {"content": content}
            made.append(Seed(f"{content} as {name[-4:]}", "idiomaticity", path, [(name, data)], body, "uploads"))
    return made


def _predictors() -> list[Seed]:
    vectors = write_npz(
        compound=["glass ceiling"], sentence=[1], in_sentence=[[0.1, 0.2]], sentence_vector=[[1.0, 2.0]]
    )
    sources = {
        "vectors": ("vectors.npz", vectors.getvalue()),
        "similarities": ("similarities.csv", b"compound,sentence,nc_out\nglass ceiling,1,0.4\n"),
        "corpus": ("corpus.txt", CORPUS),
        "translations": ("translations.csv", TRANSLATIONS),
    }
    return [
        Seed(f"predictor, {source}", "idiomaticity", "predictors/", [file], {"source": source, "name": "@"}, "upload")
        for source, file in sources.items()
    ]


def _test_sets() -> list[Seed]:
    tables = {"idioms.tsv": TABLE.encode(), "idioms.xlsx": write_sheet(TABLE, "\t"), "idioms.jsonl": OBJECTS.encode()}
    tables |= {"idioms.cupt": CUPT.encode(), "idioms.conllu": CUPT.replace("\t*", "").encode()}
    return [
        Seed(f"test set as {name}", "evaluation", "test-sets/", [(name, data)], {"name": "@"}, "table")
        for name, data in tables.items()
    ]


def _of_test_sets() -> list[Seed]:
    ways: dict[str, tuple[str, bytes, dict[str, Any]]] = {
        "translations": ("out.txt", b"Si sveglia.\nHa rotto.\n\nPiove.\n", {"name": "@"}),
        "outside-scores": ("scores.txt", b"0.1\n0.9\n-1\n0\n", {"name": "@", "system": "system one"}),
        "alignments": ("links.txt", b"0-0 1-1\n0-0\n1-1\n0-0\n", {"system": "system one"}),
    }
    return [
        Seed(way, "evaluation", f"test-sets/{{test_set}}/{way}/", [(name, data)], body)
        for way, (name, data, body) in ways.items()
    ]


def _finding() -> Seed:
    phrases, text = b"break the ice\nwake up\n", b"He broke the ice .\nShe woke up .\n"
    body = {"format": "text", "name": "@"}
    return Seed("phrases and a text", "evaluation", "findings/", [("list.txt", phrases), ("text.txt", text)], body, "@")
