"""Small exports of annotation tools, written by us in the tools' published formats."""

import io
import json
import re
import zipfile

TEXT = "😀 A cash cow.\nHe spilled all the beans."


def region(start: int, end: int, text: str | None = None, label: str = "NC") -> dict[str, object]:
    value: dict[str, object] = {"start": start, "end": end, "labels": [label]}
    return {"id": "r", "type": "labels", "value": value if text is None else {**value, "text": text}}


def label_studio(*annotations: dict[str, object], text: str = TEXT) -> str:
    predictions = [{"model_version": "m", "result": [region(0, 2, label="GUESS")]}]
    return json.dumps([{"id": 7, "annotations": list(annotations), "data": {"text": text}, "predictions": predictions}])


ANNOTATION: dict[str, object] = {
    "id": 1,
    "completed_by": 3,
    "was_cancelled": False,
    "result": [region(5, 13, "cash cow")],
}
JSON_MIN = json.dumps(
    [
        {
            "text": "A cash cow.",
            "id": 7,
            "label": [{"start": 2, "end": 10, "text": "cash cow", "labels": ["NC"]}],
            "annotator": 3,
            "annotation_id": 1,
            "created_at": "2026-01-01T00:00:00Z",
            "lead_time": 2.5,
        }
    ]
)
CSV = (
    "annotation_id,annotator,created_at,id,label,lead_time,text,updated_at\n"
    '1,3,2026-01-01,7,"[{""start"": 2, ""end"": 10, ""text"": ""cash cow"", ""labels"": [""NC""]}]",2.5,A cash cow.,x\n'
)
CONLL = (
    "-DOCSTART- -X- O\n\nHe -X- _ O\nspilled -X- _ B-VID\nthe -X- _ I-VID\nbeans -X- _ I-VID\n. -X- _ O\n\n"
    "# -X- _ O\n1 -X- _ O\n"
)
DOCCANO = (
    '{"id": 1, "text": "A cash cow.", "label": [[2, 10, "NC"]], "Comments": []}\n'
    '{"id": 2, "text": "Nothing here.", "label": []}\n'
)
DOCCANO_RELATIONS = (
    '{"id": 1, "text": "A cash cow.", "entities": [{"id": 9, "label": "NC", "start_offset": 2, "end_offset": 10}], '
    '"relations": [{"id": 1, "from_id": 9, "to_id": 9, "type": "same"}]}\n'
)
BRAT_TEXT = "He spilled all the beans.\nA cash cow.\n"
BRAT_MARKS = (
    "T1\tIdiom 3 10;15 24\tspilled the beans\n#1\tAnnotatorNotes T1\tsure\n"
    "T2\tNC 28 36\tcash cow\nR1\tSame Arg1:T1 Arg2:T2\nA1\tLiteral T2\n"
)
_ROWS = r"""#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Lemma|value
#T_SP=webanno.custom.Mwe|Type|Note
#T_SP=webanno.custom.Bare|
#T_RL=webanno.custom.Link|kind|BT_webanno.custom.Mwe


#Text=He let 😊 her down .
1-1	0-2	He	he	_	_	_	_	_
1-2	3-6	let	let	VPC[1]|LVC[2]	*[1]|a\|b[2]	*[3]	_	_
1-3	7-9	😊	😊	_	_	*[3]	_	_
1-4	10-13	her	she	_	_	_	_	_
1-5	14-18	down	down	VPC[1]	*[1]	_	_	_
1-6	19-20	.	.	_	_	_	_	_

#Text=A cash-cow .
2-1	21-22	A	a	_	_	_	_	_
2-2	23-31	cash-cow	cashcow	_	_	_	_	_
2-2.1	23-27	cash	_	NC	*	_	_	_
2-3	32-33	.	.	_	_	*	_	_
"""
# Every row ends with a tab.
WEBANNO = re.sub(r"(?m)^([0-9].*)$", "\\1\t", _ROWS)


def packed(**documents: str) -> bytes:
    """Return a ZIP archive; in names, two underscores stand for a dot and three for a slash."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in documents.items():
            archive.writestr(name.replace("___", "/").replace("__", "."), text)
    return file.getvalue()
