"""What the machine needs to draw papers well; said when the application starts."""

from ctypes.util import find_library

from django.core.checks import Warning as CheckWarning


def font_subsetting(app_configs, **kwargs):
    """Without the subsetting library of HarfBuzz every PDF is drawn, silently, several times slower."""
    if find_library("harfbuzz-subset"):
        return []
    return [
        CheckWarning(
            "The library harfbuzz-subset was not found: drawing a document takes several times longer.",
            hint="Install libharfbuzz-subset0 (Debian, Ubuntu) or the package of your system that brings it.",
            id="documents.W001",
        )
    ]
