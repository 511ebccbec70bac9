"""WordNet 3.0 for TESLA: Debian's package of its files, downloaded, checked, and unpacked into the checkout's
var/wordnet.
"""

import hashlib
import io
import shutil
import tarfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from annotation_site.embedded.console import LaunchError, say

ADDRESS = "http://deb.debian.org/debian/pool/main/w/wordnet/wordnet-base_3.0-37_all.deb"
SHA256 = "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752"
TIMEOUT_SECONDS = 60
# Of the package: the files and their licence.
FILES = PurePosixPath("usr/share/wordnet")
LICENCE = PurePosixPath("usr/share/doc/wordnet-base/copyright")
# An archive of ar: a line, then a header of 60 bytes before each part, which is padded to an even length.
AR_LINE = b"!<arch>\n"
AR_HEADER = 60


def fetch_wordnet(folder: Path) -> int:
    """Download WordNet completely or not at all; existing files are kept."""
    if (folder / "index.noun").exists():
        say(f"WordNet is already in {folder}.")
        return 0
    say(f"WordNet: {ADDRESS}")
    unpack_package(check_package(_download(ADDRESS)), folder)
    say(f"WordNet was installed in {folder}. Restart the site to use it.")
    return 0


def _download(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 – a constant
            archive: bytes = answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise LaunchError(
            f"WordNet cannot be fetched: {error}. With apt-get install wordnet-base it is in /usr/share/wordnet; "
            "set INTERLINEA_WORDNET to that folder."
        ) from error
    return archive


def check_package(package: bytes) -> bytes:
    """Return the package if it has the known hash; it is downloaded without encryption."""
    digest = hashlib.sha256(package).hexdigest()
    if digest != SHA256:
        raise LaunchError(f"WordNet: the downloaded file is not the expected one (SHA-256 {digest[:12]}…).")
    return package


def unpack_package(package: bytes, folder: Path) -> None:
    """Write the files of a Debian package's WordNet into the folder."""
    partial = folder.with_name(f".{folder.name}.partial")
    if partial.exists():
        shutil.rmtree(partial)
    partial.mkdir(parents=True)
    data = next((content for name, content in read_parts(package) if name.startswith("data.tar")), None)
    if data is None:
        raise LaunchError("WordNet: the package has no files.")
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        for entry in files:
            path = PurePosixPath(entry.name)
            content = files.extractfile(entry) if path.parent == FILES or path == LICENCE else None
            if content is not None:
                with content, (partial / path.name).open("wb") as copy:
                    shutil.copyfileobj(content, copy)
    partial.rename(folder)


def read_parts(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of the parts of an ar archive. Raise LaunchError if it is none."""
    if not package.startswith(AR_LINE):
        raise LaunchError("WordNet: the downloaded file is not a Debian package.")
    position = len(AR_LINE)
    while position + AR_HEADER <= len(package):
        header = package[position : position + AR_HEADER]
        position += AR_HEADER
        size = int(header[48:58])
        yield header[:16].decode().strip().rstrip("/"), package[position : position + size]
        position += size + size % 2
