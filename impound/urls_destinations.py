"""Addresses of impoundment: destinations."""

from django.urls import path

from impound.views import destinations

patterns: list = [
    path("animais/<int:pk>/destinar/", destinations.destine, name="destine"),
    path("animais/<int:pk>/destinar/<str:code>/<str:form>/", destinations.destine_as, name="destine_as"),
]
