"""Addresses that a server listens on, and those that people type into a browser."""

from __future__ import annotations

import ipaddress
import socket
from importlib.util import find_spec

from starlette.requests import Request

from owari.web.settings import Settings

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def parsed_address(text: str) -> IPAddress | None:
    """The address in numbers that the text is, None where it is a name."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine reach a server at this host."""
    address = parsed_address(host)
    return address.is_loopback if address else host.lower() == "localhost"


def client_address(request: Request) -> str:
    """Where a request comes from; empty where that is not known."""
    return request.client.host if request.client else ""


def cookie_name(word: str, request: Request) -> str:
    """The name of a cookie of ours: a browser shares its cookies among all ports of an address."""
    _, port = request.scope.get("server") or ("", 0)
    return f"owari_{word}_{port}"


def page_addresses(host: str, port: int) -> list[str]:
    """The addresses of the start page, the best one for others first."""
    address = parsed_address(host)
    if not address or not address.is_unspecified:
        return [_page(host, port)]
    own = _own_address(address)
    return [_page(each, port) for each in ([own] if own else []) + ["127.0.0.1"]]


def viewers_address(settings: Settings, request: Request) -> str:
    """What people open on their phones to watch; empty where only this machine reaches us, or where
    the library is missing that draws the address."""
    if is_loopback(settings.host) or find_spec("segno") is None:
        return ""
    _, port = request.scope.get("server") or ("", settings.port)
    return page_addresses(settings.host, port or settings.port)[0]


def _page(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address(address: IPAddress) -> str:
    """The address from which this machine reaches others; empty where it has no network.

    The socket sends nothing: it is only told of an address, which is one for examples.
    """
    family, other = (
        (socket.AF_INET, "192.0.2.1") if address.version == 4 else (socket.AF_INET6, "2001:db8::1")
    )
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((other, 9))
            return str(asked.getsockname()[0])
    except OSError:
        return ""
