#!/usr/bin/env python3
"""Receive webhooks: check the signature of each request, and print its event once.

Needs nothing but Python 3.11. Put it behind a proxy that does TLS, on a host that the operator of the site lists:

    export WEBHOOK_SECRET=whsec_…   # shown once, when the webhook is added
    python receive_webhooks.py --port 9000
"""

import argparse
import base64
import hashlib
import hmac
import os
import sys
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer

OLDEST_SECONDS = 300
LARGEST_BODY = 64 * 1024
seen: set[str] = set()


def verify(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Return whether the site that knows the secret made this request, within the last five minutes."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or len(timestamp) > 12 or abs(time.time() - int(timestamp)) > OLDEST_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Several signatures, separated by blanks, may be sent; one that fits is enough. Texts with letters beyond ASCII,
    # which a stranger may send, cannot be compared; bytes can.
    return any(hmac.compare_digest(expected, given.encode()) for given in headers.get("webhook-signature", "").split())


class Receiver(BaseHTTPRequestHandler):
    """Answers at once; what takes long is done after the answer, or the site sends the event again."""

    def do_POST(self) -> None:
        """Print the event of a request that is signed, unless it came before."""
        length = self.headers.get("Content-Length", "")
        is_length = length.isdecimal() and len(length) <= 12 and int(length) <= LARGEST_BODY
        body = self.rfile.read(int(length)) if is_length else b""
        is_ours = verify(os.environ["WEBHOOK_SECRET"], self.headers, body)  # type: ignore[arg-type]
        self.send_response(204 if is_ours else 401)
        self.end_headers()
        if is_ours and self.headers["webhook-id"] not in seen:
            seen.add(self.headers["webhook-id"])
            sys.stdout.write(f"{body.decode()}\n")
            sys.stdout.flush()


def main() -> None:
    """Receive until it is stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=9000)
    with HTTPServer(("127.0.0.1", parser.parse_args().port), Receiver) as server:
        sys.stderr.write(f"Listening on port {server.server_port}\n")
        sys.stderr.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
