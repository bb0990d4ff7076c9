"""Access control: every HTTP and WebSocket request passes here first.

Any page open in a browser can send requests to this machine. So Host must be a name of this server
(DNS rebinding could point a foreign name at our address), Origin, if sent, must be our own (or, for
the editors' protocol, one of their sites), and a token is required when the server is reachable
from other machines.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...frozen import frozen
from ..page_files import POLICY

#: The loopback names of this machine.
LOOPBACK = ("localhost", "127.0.0.1", "::1")
COOKIE = "satdoku"
#: Sent with every response: only our own files may run, and no page may frame ours.
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


@frozen
class Gate:
    """ASGI middleware that rejects requests without access.

    hosts: accepted host names; empty for any (then a token is required). token: the required token,
    "" for none. origins: page origins besides our own that may send requests.
    """

    app: ASGIApp
    hosts: Collection[str] = LOOPBACK
    token: str = ""
    origins: Collection[str] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward permitted requests and reject all others."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem, status = self._problem(scope, headers)
        if problem:
            await self._refuse(scope, receive, send, status, problem)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self.token and scope["method"] == "GET" and scope["path"] == "/" and _asked(scope):
            # the printed address: the token moves from the URL into a cookie
            response = RedirectResponse("/", 303, headers=HEADERS)
            response.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
            await response(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, sending)

    def _problem(self, scope: Scope, headers: Headers) -> tuple[str, int]:
        """Return (why the request is rejected, the HTTP status), ("", 0) if it is permitted."""
        host = headers.get("host", "")
        # (Of two, other programs on the way may take the other one.)
        if len(headers.getlist("host")) != 1 or (self.hosts and name_of(host) not in self.hosts):
            return "wrong host name: open the address that the server printed", 421
        origin = headers.get("origin")
        if origin is not None and origin not in self.origins:
            own = urlsplit(origin)
            if own.scheme not in ("http", "https") or own.netloc.lower() != host.lower():
                return "requests from pages of other sites are refused", 403
        if self.token and not self._knows_token(scope, headers):
            return "a token is needed: open the printed address with ?token=…", 401
        return "", 0

    def _knows_token(self, scope: Scope, headers: Headers) -> bool:
        tokens = [headers.get("authorization", "").removeprefix("Bearer ")]
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
            tokens += [morsel.value for name, morsel in cookies.items() if name == COOKIE]
        except CookieError:
            pass
        tokens += _asked(scope)
        # (In constant time: how long it takes must not tell how much of a token is right.)
        return any(hmac.compare_digest(one.encode(), self.token.encode()) for one in tokens)

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, problem: str
    ) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": problem})
            return
        await JSONResponse({"error": problem}, status, headers=HEADERS)(scope, receive, send)


def _asked(scope: Scope) -> list[str]:
    """Return the tokens in the query string."""
    return parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])


def name_of(host: str) -> str:
    """Return the name in a Host header without the port: 'localhost' for 'localhost:8000'."""
    try:
        return "" if "@" in host else (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
