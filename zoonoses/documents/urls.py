from django.urls import path

from zoonoses.documents import views_acknowledgement

app_name = "documents"
urlpatterns = [
    path("atos/<int:pk>/ciencia/", views_acknowledgement.acknowledge, name="acknowledge"),
]
