"""Files that are not what they say: sound ones, spoiled by chance in the ways files are spoiled."""

import io
import random
import zipfile

MOST_BYTES = 3_000_000
NUMBERS = [b"-1", b"99999999999999999999", b"1e999", b"NaN", b"0x10", "٣".encode(), b""]
PIECES = [b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\t", b'"', b"\r", b"\n\n\n", b"{", b"]", b"<", b"&#0;", b"'"]
PIECES += [
    "\u202e".encode(),
    "\u2028".encode(),
    "\ud7ff\U0010ffff".encode(),
    b"\xed\xa0\x80",
    b"=1+1",
    b"'=HYPERLINK(1)",
    b"@SUM(A1)",
    b"\t+1",
    b"%s",
    b"../../x",
]


def spoil(data: bytes, chance: random.Random) -> bytes:
    """One to three faults; of a zip archive (xlsx, npz) as often in a part of it."""
    if data.startswith(b"PK") and chance.random() < 0.5:
        return _spoil_part(data, chance)
    for _ in range(chance.randint(1, 3)):
        data = chance.choice(_FAULTS)(data, chance)[:MOST_BYTES]
    return data


def _spoil_part(data: bytes, chance: random.Random) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as other:
        unlucky = chance.choice(archive.namelist())
        for name in archive.namelist():
            part = archive.read(name)
            if name != unlucky:
                other.writestr(name, part)
            elif chance.random() < 0.8:
                other.writestr(name, chance.choice(_FAULTS)(part, chance))
    return made.getvalue()


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _flip(data: bytes, chance: random.Random) -> bytes:
    spoiled = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        if spoiled:
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
    return bytes(spoiled)


def _put_in(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(PIECES) * chance.choice([1, 1, 1, 50]) + data[place:]


def _number(data: bytes, chance: random.Random) -> bytes:
    digits = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    if not digits:
        return data
    place = chance.choice(digits)
    return data[:place] + chance.choice(NUMBERS) + data[place + 1 :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    """Drop, double, swap or lengthen lines."""
    lines = data.split(b"\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case 3:
            lines[first] *= 3_000
        case _:
            lines[first] = b""
    return b"\n".join(lines)


def _encode_otherwise(data: bytes, chance: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(chance.choice(["utf-16", "utf-16-be", "utf-32", "latin-1", "cp1252", "shift_jis"]), "replace")


def _nest(data: bytes, chance: random.Random) -> bytes:
    """Return deeply nested input, which makes parsers recurse."""
    opening, closing = chance.choice([(b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"(", b")")])
    deep = opening * 5_000 + closing * 5_000
    return chance.choice([deep, data + b"\n" + deep, deep + data])


def _noise(data: bytes, chance: random.Random) -> bytes:
    return chance.choice([b"", b"\n", b" ", b"PK\x03\x04", chance.randbytes(chance.choice([1, 100, 20_000]))])


_FAULTS = [_cut, _flip, _flip, _put_in, _put_in, _number, _number, _lines, _lines, _encode_otherwise, _nest, _noise]
