"""Small real SMTP servers for tests: one that works, refuses, or never answers."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message

OK = "250 fine"


@dataclass
class MailServer:
    """A server whose behaviour a test changes while it runs."""

    port: int = 0
    is_hanging: bool = False
    # What it answers to RCPT, by address; the others are fine.
    answers: dict[str, str] = field(default_factory=dict)
    greeting: str = "220 here"
    after_data: str = OK
    received: list[tuple[str, Message]] = field(default_factory=list)
    # How often somebody connected.
    calls: int = 0
    # Wakes conversations that hang, at the end.
    is_over: threading.Event = field(default_factory=threading.Event)


class Conversation(socketserver.StreamRequestHandler):
    """One client's conversation with the server."""

    server: "Server"

    def handle(self) -> None:
        state, recipient = self.server.state, ""
        state.calls += 1
        if not state.is_hanging:
            self.say(state.greeting)
            while (line := self.rfile.readline().decode().strip()) and not state.is_hanging:
                if line.upper().startswith("RCPT"):
                    recipient = line.partition("<")[2].partition(">")[0]
                self.answer(line, recipient)
        if state.is_hanging:
            state.is_over.wait()

    def answer(self, line: str, recipient: str) -> None:
        state = self.server.state
        if line.upper() == "DATA":
            self.say("354 go on")
            state.received.append((recipient, message_from_bytes(self.read_text())))
            self.say(state.after_data)
        else:
            self.say(state.answers.get(recipient, OK) if line.upper().startswith("RCPT") else OK)

    def say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())

    def read_text(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        return b"".join(lines)


class Server(socketserver.ThreadingTCPServer):
    """Listens on the port of its state, or on a free one."""

    daemon_threads, block_on_close, allow_reuse_address = True, False, True

    def __init__(self, state: MailServer) -> None:
        self.state = state
        super().__init__(("127.0.0.1", state.port), Conversation)


@contextmanager
def running_mail_server(**behaviour: object) -> Iterator[MailServer]:
    """Start a server, on a free port unless one is given."""
    state = MailServer(**behaviour)  # type: ignore[arg-type]
    with Server(state) as server:
        state.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            state.is_over.set()
            server.shutdown()
            thread.join()
