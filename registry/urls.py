from django.urls import path

from registry.views import animals, people

app_name = "registry"
urlpatterns = [
    path("tutores/", people.tutor_list, name="tutors"),
    path("tutores/novo/", people.tutor_new, name="tutor_new"),
    path("tutores/<int:pk>/", people.tutor, name="tutor"),
    path("tutores/<int:pk>/editar/", people.tutor_edit, name="tutor_edit"),
    path("tutores/<int:pk>/alertas/", people.warning_new, name="warning_new"),
    path("tutores/alertas/<int:pk>/retirar/", people.warning_lift, name="warning_lift"),
    path("animais/", animals.animal_list, name="animals"),
    path("animais/novo/", animals.animal_new, name="animal_new"),
    path("animais/<int:pk>/", animals.animal, name="animal"),
    path("animais/<int:pk>/editar/", animals.animal_edit, name="animal_edit"),
]
