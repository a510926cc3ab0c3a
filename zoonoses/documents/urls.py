from django.urls import path

from zoonoses.documents import views_acknowledgement, views_blanks

app_name = "documents"
urlpatterns = [
    path("atos/<int:pk>/ciencia/", views_acknowledgement.acknowledge, name="acknowledge"),
    path("em-branco/", views_blanks.blank_forms, name="blanks"),
]
