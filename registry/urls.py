from django.urls import path

from registry import urls_clinics, urls_counter, urls_licences, urls_people, urls_rga, urls_vaccination
from registry.views import animals, exports, imports, people

app_name = "registry"
urlpatterns = [
    path("tutores/", people.tutor_list, name="tutors"),
    path("tutores/novo/", people.tutor_new, name="tutor_new"),
    path("tutores/<int:pk>/", people.tutor, name="tutor"),
    path("tutores/<int:pk>/editar/", people.tutor_edit, name="tutor_edit"),
    path("tutores/<int:pk>/alertas/", people.warning_new, name="warning_new"),
    path("tutores/alertas/<int:pk>/retirar/", people.warning_lift, name="warning_lift"),
    # people
    *urls_people.patterns,
    path("animais/", animals.animal_list, name="animals"),
    path("animais/novo/", animals.animal_new, name="animal_new"),
    path("animais/<int:pk>/", animals.animal, name="animal"),
    path("animais/<int:pk>/editar/", animals.animal_edit, name="animal_edit"),
    # imports
    path("importar/", imports.import_list, name="imports"),
    path("importar/nova/", imports.import_new, name="import_new"),
    path("importar/modelo/<str:kind>/", imports.import_model, name="import_model"),
    path("importar/<int:pk>/", imports.import_page, name="import"),
    path("importar/<int:pk>/andamento/", imports.import_progress, name="import_progress"),
    path("importar/<int:pk>/colunas/", imports.import_columns, name="import_columns"),
    path("importar/<int:pk>/importar/", imports.import_run, name="import_run"),
    path("importar/<int:pk>/desfazer/", imports.import_undo, name="import_undo"),
    path("importar/<int:pk>/retomar/", imports.import_resume, name="import_resume"),
    path("importar/<int:pk>/erros/", imports.import_faults, name="import_faults"),
    # exports
    path("exportar/cadastro-nacional/", exports.national_register, name="national_register"),
    # counter
    *urls_counter.patterns,
    # clinics
    *urls_clinics.patterns,
    # life of animals, RGA, printing
    *urls_rga.patterns,
    # vaccination
    *urls_vaccination.patterns,
    # licences, castration, community animals
    *urls_licences.patterns,
]
