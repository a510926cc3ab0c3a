"""How often one address may do something on a public page. Counted in the cache that all web processes share."""

import ipaddress

from django.core.cache import cache

from zoonoses.municipalities import clock

IPV6_PREFIX = 64  # one subscriber's network


def allows(request, action: str, *, most: int, seconds: int) -> bool:
    """Counts one try of an action by the request's address; False when it passes `most` in a window of `seconds`.

    The address is the one that `TrustedProxyMiddleware` settled.
    """
    window = int(clock.real_now().timestamp()) // seconds
    key = f"throttle:{action}:{_address(request)}:{window}"
    if cache.add(key, 1, seconds):
        return True
    try:
        return cache.incr(key) <= most
    except ValueError:  # it expired between the two
        return True


def _address(request) -> str:
    text = request.META.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if address.version == 4:
        return text
    return str(ipaddress.ip_network(f"{text}/{IPV6_PREFIX}", strict=False).network_address)
