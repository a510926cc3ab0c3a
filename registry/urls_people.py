"""Addresses of people: duplicates, further addresses, merges, and the rights of the person over their data."""

from django.urls import path

from registry.views import merges, people, privacy

patterns = [
    path("tutores/parecidos/", people.tutor_likely, name="tutor_likely"),
    path("tutores/<int:pk>/enderecos/novo/", people.address_new, name="address_new"),
    path("tutores/enderecos/<int:pk>/", people.address_edit, name="address_edit"),
    path("tutores/unificacoes/", merges.merge_list, name="merges"),
    path("tutores/unificacoes/<int:pk>/", merges.merge, name="merge"),
    path("tutores/<int:pk>/unificar/", merges.merge_choose, name="merge_choose"),
    path("tutores/<int:pk>/unificar/<int:other>/", merges.merge_new, name="merge_new"),
    path("tutores/<int:pk>/consultas/", privacy.looks, name="looks"),
    path("tutores/privacidade/", privacy.privacy, name="privacy"),
    path("tutores/privacidade/anonimizar/", privacy.anonymise_all, name="anonymise_all"),
    path("tutores/<int:pk>/anonimizar/", privacy.anonymise, name="anonymise"),
]
