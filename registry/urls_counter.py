"""Addresses of the counter."""

from django.urls import path

from registry.views import counter

patterns = [
    path("balcao/", counter.counter, name="counter"),
    path("balcao/<int:pk>/", counter.counter_done, name="counter_done"),
    path("balcao/impressos/<int:pk>/", counter.counter_print, name="counter_print"),
]
