"""Small files of alignment tools, written by us in the tools' published formats."""

import io
import json
import zipfile

ALPHEIOS_XML = """<?xml version="1.0" encoding="UTF-8"?>
<aligned-text xmlns="http://alpheios.net/namespaces/aligned-text">
  <language lnum="L1" xml:lang="ita" dir="ltr"/>
  <language lnum="L2" xml:lang="eng" dir="ltr"/>
  <comment class="title">Cats</comment>
  <sentence id="3" document_id="">
    <wds lnum="L1">
      <w n="1-1"><text>il</text><refs nrefs="1-1"/></w>
      <w n="" id="1-1"><text>
</text></w>
      <w n="1-2"><text>gatto nero</text><refs nrefs="1-2 1-3"/></w>
    </wds>
    <wds lnum="L2">
      <w n="1-1"><text>the</text><refs nrefs="1-1"/></w>
      <w n="1-2"><text>black</text></w>
      <w n="1-3"><text>cat</text></w>
      <w n="1-4"><text>!</text></w>
    </wds>
  </sentence>
</aligned-text>
"""


def alpheios_text(side: str, words: list[list[str]]) -> dict[str, object]:
    """Return a text of the JSON of the present editor: its segments with their tokens."""
    segments = [
        {
            "index": place,
            "tokens": [
                {"textType": side, "idWord": f"{side}-{place}-{n}", "word": word, "segmentIndex": place}
                for n, word in enumerate(segment)
            ],
        }
        for place, segment in enumerate(words, start=1)
    ]
    return {"docSource": {"text": ""}, "alignedText": {"textType": side, "segments": segments}}


def alpheios_json(targets: tuple[str, ...] = ("t1",)) -> str:
    groups = [
        {"actions": {"segmentIndex": 1, "targetId": "t1", "origin": ["o-1-1"], "target": ["t1-1-1", "t1-1-2"]}},
        {"actions": {"segmentIndex": 2, "targetId": "t1", "origin": ["o-2-0"], "target": ["t1-2-0"]}},
    ]
    words = [["the", "black", "cat"], ["yes"]]
    return json.dumps(
        {
            "origin": alpheios_text("o", [["il", "gatto"], ["sì"]]),
            "targets": {name: alpheios_text(name, words) for name in targets},
            "alignmentGroups": groups,
        }
    )


def ugarit_xml(sides: int = 2) -> str:
    more = '<wds lnum="L3"><w n="3-1"><text>x</text></w></wds>' if sides == 3 else ""
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<document>\n<id>4711</id>\n<title>Cats</title>\n<aligned-text>\n"
        '<sentence n="1"><wds lnum="L1"><w n="1-1" tp="sen_0"><text>gatto</text><refs nrefs="2-2" /></w></wds>'
        '<wds lnum="L2"><w n="2-1" tp=""><text>a</text><refs nrefs="" /></w>'
        f'<w n="2-2" tp="sen_0"><text>cat</text><refs nrefs="1-1" /></w></wds>{more}</sentence>\n'
        "</aligned-text>\n</document>\n"
    )


UGARIT_JSON = json.dumps(
    {
        "ugarit_id": "4712",
        "title": "Cats",
        "lang1": "ITA",
        "lang2": "ENG",
        "tokens": {
            "l1": [{"id": "1-1", "tp": "sen_0", "text": "gatto", "refs": ["2-2"]}],
            "l2": [{"id": "2-1", "tp": "", "text": "a", "refs": []}, {"id": "2-2", "text": "cat", "refs": ["1-1"]}],
        },
    },
    indent=4,
)

PAUL = r'\zaln-s |x-strong="G39720" x-lemma="Παῦλος" x-occurrence="1" x-occurrences="1" x-content="Παῦλος"\*'
SERVANT = r'\zaln-s |x-strong="G14010" x-occurrence="2" x-occurrences="2" x-content="δοῦλος"\*'
HOPE = r'\zaln-s |x-content="ἐπ’" x-occurrence="1"\*\zaln-s |x-content="ἐλπίδι" x-occurrence="1"\*'
ALIGNED_USFM = rf"""\id TIT EN_TEST
\usfm 3.0
\h Titus
\c 1
\s A heading with words
\p
\v 1 {PAUL}\w Paul|x-occurrence="1" x-occurrences="1"\w*\zaln-e\*, {SERVANT}\w a\w*
\w servant\w*\zaln-e\*\f + \ft A note.\f*.
\q1
\v 2 {HOPE}\w hoping\w*\zaln-e\*\zaln-e\*
"""
ORIGINAL_USFM = r"""\id TIT UGNT
\c 1
\p
\v 1
\w δοῦλος|lemma="δοῦλος" strong="G14010"\w* \w Παῦλος|lemma="Παῦλος"\w*, \w δοῦλος|lemma="δοῦλος"\w*
\v 2
\w ἐπ’|lemma="ἐπί"\w* \w ἐλπίδι|lemma="ἐλπίς"\w* \w ζωῆς|lemma="ζωή"\w*
"""

SOURCE_WORDS = (
    "id\taltId\ttext\tstrongs\tgloss\n"
    "n41001001001\tἈρχὴ-1\tἈρχὴ\tG0746\tbeginning\n"
    "n41001001002\tτοῦ-1\tτοῦ\tG3588\tthe\n"
    "n41001002001\tΚαθὼς-1\tΚαθὼς\tG2531\tas\n"
    "n41001003001\tφωνὴ-1\tφωνὴ\tG5456\tvoice\n"
)
TARGET_WORDS = (
    "id\tsource_verse\ttext\tskip_space_after\texclude\n"
    "41001001001\t41001001\tThe\t\t\n"
    "41001001002\t41001001\tbeginning\t\t\n"
    "41001002001\t41001002\tAs\t\t\n"
    "41001003001\t41001003\tA\t\t\n"
    "41001003002\t41001003\tvoice\t\t\n"
)


def burrito(*records: dict[str, object], **more: object) -> dict[str, object]:
    documents = [{"docid": "SBLGNT", "scheme": "BCVWP"}, {"docid": "YLT", "scheme": "BCVW"}]
    return {
        "documents": documents,
        "meta": {"conformsTo": "0.3", "creator": "us"},
        "roles": ["source", "target"],
        "type": "translation",
        "records": list(records),
        **more,
    }


RECORDS = (
    {"source": ["n41001001001"], "target": ["41001001001", "41001001002"], "meta": {"id": "41001001.001"}},
    {"source": ["n41001001002"], "target": []},
    {"source": ["n41001002001"], "target": ["41001002001"], "meta": {"status": "rejected"}},
    {"source": ["n41001002001"], "target": ["41001002001"], "meta": {"confidence": 0.9}},
)


def packed(**documents: str | dict[str, object] | list[object]) -> bytes:
    """Return a ZIP archive; two underscores in a name stand for its dot."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in documents.items():
            text = content if isinstance(content, str) else json.dumps(content)
            archive.writestr(name.replace("__", "."), text)
    return file.getvalue()


BURRITO_ZIP = packed(SBLGNT__tsv=SOURCE_WORDS, nt_YLT__tsv=TARGET_WORDS, alignment__json=burrito(*RECORDS))
