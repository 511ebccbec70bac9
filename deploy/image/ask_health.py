"""Ask the web server of this machine whether it serves, under a name that it answers to: `python ask_health.py`.

Ends with 1 where it does not. The check of a container, which runs every few seconds: it imports nothing of the site.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException

PORT = 8000
SECONDS = 5


def main() -> int:
    """Return 0 for a server that serves, and 1, with the reason on standard error, for another."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
    connection = HTTPConnection("127.0.0.1", PORT, timeout=SECONDS)
    try:
        connection.request("GET", "/health/?web", headers={"Host": host})
        answer = connection.getresponse()
        body = answer.read().decode(errors="replace")
    except (OSError, HTTPException) as error:
        print(f"The web server does not answer: {error}", file=sys.stderr)
        return 1
    finally:
        connection.close()
    if answer.status != 200:
        print(f"The web server answers {answer.status}: {body[:500]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
