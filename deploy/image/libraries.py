"""Make compiled libraries smaller, by binutils: what is left out is named by symbols and never asked for by another
name.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

STRIPPED_FROM = 100_000
# Of libraries, in the format ELF with 64 bits.
PROGRAM_HEADERS_AT = 32
PROGRAM_HEADER_SIZE_AT = 54
PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
LOADED = 1
# ICU's data is one package of named items in a library: a header that says its own length, a count, the places of name
# and content of each, both counted from the end of the header.
ICU_PLACES = struct.Struct("<II")
ICU_ALIGNMENT = 16
ICU_SYMBOL = re.compile(r": ([0-9a-f]+) +(\w+) OBJECT .* (icudt\d+_dat)$", re.MULTILINE)
# Rules and dictionaries by which words are cut; what lies outside any folder says which language is which.
ICU_FOLDERS = {"brkitr"}
ICU_OTHERS = ".cnv"
ASSEMBLY = """
.section .note.GNU-stack,"",%progbits
.section .rodata
.balign 16
.globl {symbol}
.type {symbol}, %object
.size {symbol}, {size}
{symbol}: .incbin "{file}"
"""


def strip(folder: Path) -> int:
    """Remove symbols from libraries; gives the bytes."""
    saved = 0
    for library in sorted(find_libraries(folder)):
        stripped = library.with_name(f"{library.name}.stripped")
        subprocess.run(["strip", "--strip-unneeded", "-o", stripped, library], check=True)
        smaller = library.stat().st_size - stripped.stat().st_size
        if smaller > 0 and can_be_loaded(stripped.read_bytes()):
            saved += smaller
            stripped.chmod(library.stat().st_mode)
            stripped.replace(library)
        else:
            stripped.unlink()
    return saved


def can_be_loaded(library: bytes) -> bool:
    """Return whether each part lies in the file as the loader wants it in memory: not so in wheels whose libraries were
    renamed by patchelf, after which binutils moves the parts.
    """
    return all((address - offset) % alignment == 0 for offset, address, _, alignment in list_parts(library))


def list_parts(library: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Yield of each part that is loaded: where it lies in the file and in memory, its size, its alignment."""
    [begin] = struct.unpack_from("<Q", library, PROGRAM_HEADERS_AT)
    size, count = struct.unpack_from("<HH", library, PROGRAM_HEADER_SIZE_AT)
    for number in range(count):
        kind, _, offset, address, _, length, _, alignment = PROGRAM_HEADER.unpack_from(library, begin + number * size)
        if kind == LOADED:
            yield offset, address, length, alignment


def find_libraries(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*.so*"):
        if path.is_file() and not path.is_symlink() and path.stat().st_size >= STRIPPED_FROM:
            yield path


def link_twins(folder: Path) -> int:
    """Keep one of libraries that are the same under the same name, which others link to; gives the bytes."""
    saved, first = 0, {}
    for library in sorted(find_libraries(folder)):
        twin = first.setdefault((library.name, sha256(library.read_bytes()).digest()), library)
        if twin is not library:
            saved += library.stat().st_size
            library.unlink()
            library.symlink_to(os.path.relpath(twin, library.parent))
    return saved


def empty(libraries: list[Path], folder: Path) -> int:
    """Let libraries that others of the folder name, but take nothing from, be there without content; gives the bytes.
    Raise ValueError where one takes what nobody else has.
    """
    others = [path for path in folder.rglob("*.so*") if path not in libraries]
    offered = set().union(*(list_symbols(path, "--defined-only") for path in others))
    wanted = set().union(*(list_symbols(path, "--undefined-only") for path in others))
    saved = 0
    for library in libraries:
        if taken := sorted((list_symbols(library, "--defined-only") - offered) & wanted):
            raise ValueError(f"Another library takes {taken[0]} from {library}: leave that as it is.")
        before = library.stat().st_size
        link(library, "")
        saved += before - library.stat().st_size
    return saved


def list_symbols(library: Path, which: str) -> set[str]:
    printed = ask("nm", "--dynamic", which, "--format=just-symbols", str(library))
    return {line.partition("@")[0] for line in printed.splitlines()}


def cut_icu_data(library: Path) -> int:
    """Keep of ICU's data what words are cut by; gives the bytes."""
    symbols = ask("readelf", "--wide", "--dyn-syms", str(library))
    [(place, length, symbol)] = set(ICU_SYMBOL.findall(symbols))
    content, address, size = library.read_bytes(), int(place, 16), int(length, 0)
    [begin] = [
        offset + address - start for offset, start, part, _ in list_parts(content) if start <= address < start + part
    ]
    data = pack_icu_items(content[begin : begin + size])
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        link(library, ASSEMBLY.format(symbol=symbol, size=len(data), file=file.name))
    return len(content) - library.stat().st_size


def pack_icu_items(package: bytes) -> bytes:
    """Return a package of ICU's data with the items that are kept."""
    [header] = struct.unpack_from("<H", package)
    items = [item for item in list_icu_items(package[header:]) if is_kept_of_icu(item[0])]
    names = b"".join(name.encode() + b"\0" for name, _ in items)
    name_at = 4 + ICU_PLACES.size * len(items)
    content_at = pad(name_at + len(names))
    places, contents = b"", b""
    for name, content in items:
        places += ICU_PLACES.pack(name_at, content_at + len(contents))
        name_at += len(name) + 1
        contents += content.ljust(pad(len(content)), b"\0")
    return package[:header] + (struct.pack("<I", len(items)) + places + names).ljust(content_at, b"\0") + contents


def list_icu_items(body: bytes) -> Iterator[tuple[str, bytes]]:
    [count] = struct.unpack_from("<I", body)
    places = [ICU_PLACES.unpack_from(body, 4 + ICU_PLACES.size * number) for number in range(count)]
    ends = [*(begin for _, begin in places[1:]), len(body)]
    for (name_at, begin), end in zip(places, ends, strict=True):
        yield body[name_at : body.index(b"\0", name_at)].decode(), body[begin:end]


def is_kept_of_icu(name: str) -> bool:
    """Return whether an item, such as `icudt78l/brkitr/thaidict.dict`, is asked for."""
    _, *folders, item = name.split("/")
    return folders[0] in ICU_FOLDERS if folders else not item.endswith(ICU_OTHERS)


def pad(size: int) -> int:
    return size + -size % ICU_ALIGNMENT


def link(library: Path, assembly: str) -> None:
    """Make a library anew, under the name by which others load it."""
    [name] = re.findall(r"\(SONAME\).*\[(.+)\]", ask("readelf", "--wide", "--dynamic", str(library)))
    with tempfile.NamedTemporaryFile() as made:
        ask("as", "-o", made.name, "-", given=assembly)
        ask("ld", "-shared", "-soname", name, "-o", str(library), made.name)


def ask(*command: str, given: str = "") -> str:
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
