"""The way back: a page opened from the middle of an attendance returns there (`?volta=`), and to nowhere else."""

from urllib.parse import urlencode, urlsplit

from django.utils.http import url_has_allowed_host_and_scheme


def return_url(request, **params) -> str:
    """The page of this site named by `volta` in the address, with `params` added to it; "" when none is named."""
    url = request.GET.get("volta", "")
    if not url or not url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    ):
        return ""
    if not params:
        return url
    return url + ("&" if urlsplit(url).query else "?") + urlencode(params)
