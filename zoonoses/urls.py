"""The address of every page. Each app lists its own; who may open them is said at the views."""

from django.urls import include, path

from zoonoses.health import health
from zoonoses.icon import favicon
from zoonoses.municipalities.views.first_access import one_time

urlpatterns = [
    path("saude/", health, name="health"),
    path("favicon.ico", favicon, name="favicon"),
    path("conta/primeiro-acesso/<str:token>/", one_time, name="one_time"),
    path("conta/", include("allauth.urls")),
    path("municipio/", include("zoonoses.municipalities.urls")),
    path("documentos/", include("zoonoses.documents.urls")),
    path("", include("zoonoses.treasury.urls")),
    path("", include("registry.urls")),
    path("", include("inspections.urls")),
    path("", include("fines.urls")),
    path("apreensoes/", include("impound.urls")),
    path("", include("zoonoses.portal.urls")),
    path("", include("zoonoses.desk.urls")),
]
