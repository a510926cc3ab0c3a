from django.shortcuts import redirect
from django.templatetags.static import static

from zoonoses.municipalities.access import public


@public
def favicon(request):
    """The icon where nobody named one: browsers ask for it beside papers, files and pages of failure."""
    return redirect(static("img/favicon.svg"), permanent=True)
