"""Addresses of impoundment: destinations, sales, bars, follow-up visits."""

from django.urls import path

from impound.views import bars, destinations, follow_ups, sales

patterns: list = [
    path("animais/<int:pk>/destinar/", destinations.destine, name="destine"),
    path("animais/<int:pk>/destinar/<str:code>/<str:form>/", destinations.destine_as, name="destine_as"),
    path("leiloes/", sales.sale_list, name="sales"),
    path("leiloes/novo/", sales.sale_new, name="sale_new"),
    path("leiloes/<int:pk>/", sales.sale, name="sale"),
    path("leiloes/<int:pk>/lance/", sales.bid_new, name="bid_new"),
    path("leiloes/<int:pk>/resultado/", sales.sale_result, name="sale_result"),
    path("leiloes/<int:pk>/entregar/", sales.sale_deliver, name="sale_deliver"),
    path("visitas/", follow_ups.follow_up_list, name="follow_ups"),
    path("visitas/<int:pk>/", follow_ups.follow_up, name="follow_up"),
    path("impedimentos/", bars.bar_list, name="bars"),
    path("impedimentos/novo/", bars.bar_new, name="bar_new"),
    path("impedimentos/<int:pk>/levantar/", bars.bar_lift, name="bar_lift"),
]
