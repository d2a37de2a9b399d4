"""A program of a player's, which listens for a webhook on this machine."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Listener:
    """What came, and what is answered; `wait` is how many seconds that takes."""

    port: int = 0
    status: int = 204
    wait: float = 0
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.place}/hook?of=alice"


@contextlib.contextmanager
def listening(context=None) -> Iterator[Listener]:
    """Listen on a free port; `context` is that of TLS."""
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.got.append((self.path, dict(self.headers), body))
            time.sleep(listener.wait)
            self.send_response(listener.status)
            for name, value in listener.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_args: None
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    listener.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
