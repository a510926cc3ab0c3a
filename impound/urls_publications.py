"""Addresses of impoundment: publications."""

from django.urls import path

from impound.views import publications

patterns: list = [
    path("animais/<int:pk>/divulgar/", publications.publish, name="publish"),
    path("divulgacoes/", publications.publication_list, name="publications"),
    path("divulgacoes/<int:pk>/", publications.publication, name="publication"),
    path("divulgacoes/<int:pk>/retirar/", publications.withdraw, name="publication_withdraw"),
    path("divulgacoes/<int:pk>/certidao/", publications.certify, name="publication_certify"),
]
