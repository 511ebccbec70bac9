"""Files that are made to harm whoever reads them: by memory, by time, by names, or by what they ask for."""

import io
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping

Make = Callable[[], bytes]
BOMB = 64 << 20
DEEP = 100_000
BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol0 "lol">'
    + "".join(f'<!ENTITY lol{n} "{f"&lol{n - 1};" * 10}">' for n in range(1, 10))
    + "]><lolz>&lol9;</lolz>"
).encode()
OUTSIDE_ENTITY = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
OUTSIDE_DTD = b'<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>'


def list_hostile_texts() -> dict[str, bytes]:
    """Return hostile files that are read as text, XML or JSON, by what is wrong with them."""
    return {
        "megabytes without a line's end": b"the cat " * (1 << 20),
        "one word of megabytes": b"a" * (8 << 20),
        "10,000 marks on a letter": ("a" + "\u0301" * 10_000 + "\tb\n").encode() * 50,
        "10,000 joined letters": "\u200d".join("👩" * 10_000).encode() + b"\n",
        "NULs": bytes(1 << 20),
        "a million columns": b"\t".join([b"a"] * 1_000_000) + b"\n" + b"\t".join([b"1"] * 1_000_000) + b"\n",
        "a quotation that never ends": b'source\ttarget\n"' + b"the cat\n" * (1 << 19),
        "a million empty lines": b"\n" * (1 << 20),
        "entities": BILLION_LAUGHS,
        "an entity of the machine": OUTSIDE_ENTITY,
        "a DTD of the machine": OUTSIDE_DTD,
        "deep elements": b"<a>" * DEEP + b"</a>" * DEEP,
        "a tag of attributes": b"<a " + b"".join(b'a%d="1" ' % n for n in range(DEEP)) + b"/>",
        "a comment that never ends": b"<tmx><!--" + b"a" * (4 << 20),
        "deep lists": b"[" * DEEP + b"]" * DEEP,
        "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        "a number of a million digits": b'{"id": ' + b"9" * 1_000_000 + b"}\n",
        "numbers without measure": b'[{"id": 1e999, "score": -1e999, "sure": [[0, 1e400]]}]',
        "keys twice": b'{"id": "a", "id": "b", "source": "a", "source": "b"}\n',
        "lone surrogates": b'{"id": "\\ud800", "source": "\\udfff\\ud800", "target": "\\ud800"}\n',
        "an array of a million": b"[" + b"0," * 1_000_000 + b"0]",
        "links without end": b"0-0 " * 1_000_000 + b"\n",
        "a number of 19 digits": b"9999999999999999999-0\n",
    }


def list_hostile_archives(inside: Mapping[str, bytes]) -> dict[str, Make]:
    """Return what makes archives of sound files that are packed to harm."""
    (name, data), *_ = inside.items()
    return {
        "a bomb": lambda: pack({name: bytes(BOMB), **{f"{n}-{name}": bytes(BOMB) for n in range(12)}}),
        "bombs within bombs": lambda: pack({f"{n}.zip": pack({name: bytes(BOMB)}) for n in range(8)}),
        "members over one another": lambda: overlap(name, bytes(1 << 20), 5_000),
        "a symbolic link": lambda: pack_one(name, b"/etc/passwd", link=True),
        "two members of one name": lambda: b"".join(pack_twice(name, data)),
        "a path of the machine": lambda: pack({f"/etc/{name}": data}),
        "a path that climbs": lambda: pack({f"../../../../etc/{name}": data}),
        "a name with a NUL": lambda: pack({f"a\0b/{name}": data}),
        "a name of 60,000 letters": lambda: pack({"a" * 60_000 + name: data}),
        "an encrypted member": lambda: encrypt(pack({name: data})),
        "a damaged LZMA member": lambda: damage(pack({name: data * 50}, zipfile.ZIP_LZMA)),
        "a damaged bzip2 member": lambda: damage(pack({name: data * 50}, zipfile.ZIP_BZIP2)),
        "a damaged deflated member": lambda: damage(pack({name: data * 50})),
        "an unknown method": lambda: pack({name: data}).replace(
            struct.pack("<H", zipfile.ZIP_DEFLATED), struct.pack("<H", 97)
        ),
        "a directory alone": lambda: pack({}),
        "100,001 members": lambda: pack({f"{n}.txt": b"" for n in range(100_001)}, zipfile.ZIP_STORED),
    }


def list_hostile_workbooks(sound: bytes) -> dict[str, Make]:
    """Return what makes xlsx workbooks of a sound one to harm."""
    sheet = "xl/worksheets/sheet1.xml"
    head = (
        b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    )
    tail = b"</sheetData></worksheet>"
    cell = b'<c r="%s" t="inlineStr"><is><t>a</t></is></c>'
    row = b'<row r="%d">%s</row>'
    return {
        "entities in a sheet": lambda: replace(sound, {sheet: BILLION_LAUGHS}),
        "entities in strings": lambda: replace(sound, {"xl/sharedStrings.xml": BILLION_LAUGHS}),
        "an entity of the machine in a sheet": lambda: replace(sound, {sheet: OUTSIDE_ENTITY}),
        "the farthest cell": lambda: replace(
            sound, {sheet: head + row % (1, cell % b"A1") + row % (1_048_576, cell % b"XFD1048576") + tail}
        ),
        "a cell beyond the farthest": lambda: replace(
            sound, {sheet: head + row % (1, cell % b"ZZZZ99999999999") + tail}
        ),
        "a million columns": lambda: replace(
            sound, {sheet: head + row % (1, b"".join(b"<c><v>1</v></c>" for _ in range(1_000_000))) + tail}
        ),
        "a sheet of megabytes": lambda: replace(sound, {sheet: head + b" " * (300 << 20) + tail}),
        "deep elements": lambda: replace(sound, {sheet: head + b"<row>" * DEEP + tail}),
        "formulas": lambda: replace(
            sound, {sheet: head + row % (1, b'<c r="A1"><f>WEBSERVICE("http://127.0.0.1:9/")</f></c>' * 5) + tail}
        ),
        "an index beyond all strings": lambda: replace(
            sound, {sheet: head + row % (1, b'<c r="A1" t="s"><v>99999999999</v></c>') + tail}
        ),
        "a sheet elsewhere": lambda: replace(
            sound,
            {
                "xl/_rels/workbook.xml.rels": b'<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org'
                b'/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/office'
                b'Document/2006/relationships/worksheet" TargetMode="External" Target="http://127.0.0.1:9/a.xml"/>'
                b"</Relationships>"
            },
        ),
        "members over one another": lambda: overlap(sheet, bytes(1 << 20), 5_000),
    }


def pack(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of the files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name.replace("\0", "")), data, method)
    return made.getvalue()


def pack_one(name: str, data: bytes, *, link: bool) -> bytes:
    """Return an archive of one member, which is a symbolic link if it is to be."""
    made = io.BytesIO()
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, (0o120777 if link else 0o100644) << 16
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(entry, data)
    return made.getvalue()


def pack_twice(name: str, data: bytes) -> Iterator[bytes]:
    """Yield an archive with two members of one name and different texts: programs disagree which one counts."""
    other = f"{'x' * len(name)}"
    yield pack({name: data, other: data[::-1]}).replace(other.encode(), name.encode())


def overlap(name: str, data: bytes, times: int) -> bytes:
    """Return an archive whose members all stand at one place: kilobytes that unpack to gigabytes."""
    packed = pack({name: data})
    start = packed.rindex(b"PK\x01\x02")
    end = packed.rindex(b"PK\x05\x06")
    entry = packed[start:end]
    counts = struct.pack("<HHII", times, times, len(entry) * times, start)
    return packed[:start] + entry * times + packed[end : end + 8] + counts + b"\0\0"


def encrypt(packed: bytes) -> bytes:
    """Mark every member as encrypted."""
    marked = bytearray(packed)
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = marked.find(sign)
        while at >= 0:
            marked[at + offset] |= 1
            at = marked.find(sign, at + 1)
    return bytes(marked)


def damage(packed: bytes) -> bytes:
    """Change bytes in the midst of the first member."""
    start = packed.index(b"PK\x03\x04") + 30
    end = packed.rindex(b"PK\x01\x02")
    spoiled = bytearray(packed)
    for at in range(start + (end - start) // 3, end - 1, 3):
        spoiled[at] ^= 0xA5
    return bytes(spoiled)


def replace(sound: bytes, parts: Mapping[str, bytes]) -> bytes:
    """Return the archive with other contents of some parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sound)) as archive, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as other:
        for name in {**dict.fromkeys(archive.namelist()), **parts}:
            other.writestr(name, parts[name] if name in parts else archive.read(name))
    return made.getvalue()
