from django.urls import path

from zoonoses.desk import views, views_history, views_person_copy, views_reminders

app_name = "desk"
urlpatterns = [
    path("", views.today, name="today"),
    path("casos/<int:pk>/", views.case, name="case"),
    path("busca/", views.search, name="search"),
    path("historico/pessoa/<int:pk>/", views_history.person, name="history_person"),
    path("historico/pessoa/<int:pk>/copia/", views_person_copy.copy, name="person_copy"),
    path("historico/pessoa/<int:pk>/copia.json", views_person_copy.copy_json, name="person_copy_json"),
    path("historico/animal/<int:pk>/", views_history.animal, name="history_animal"),
    path("historico/endereco/", views_history.address, name="history_address"),
    path("municipio/lembretes/", views_reminders.reminders, name="reminders"),
]
