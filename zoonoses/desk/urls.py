from django.urls import path

from zoonoses.desk import views

app_name = "desk"
urlpatterns = [
    path("", views.today, name="today"),
    path("casos/<int:pk>/", views.case, name="case"),
    path("busca/", views.search, name="search"),
]
