from django.urls import path

from zoonoses.documents import views, views_acknowledgement, views_attachments, views_blanks, views_service

app_name = "documents"
urlpatterns = [
    path("", views.document_list, name="documents"),
    path("<int:pk>/", views.document, name="document"),
    path("<int:pk>/pdf/", views.pdf, name="pdf"),
    path("<int:pk>/anular/", views.annul, name="annul"),
    path("atos/<int:pk>/ciencia/", views_acknowledgement.acknowledge, name="acknowledge"),
    path("atos/<int:pk>/tentativa/", views_service.attempt_new, name="attempt_new"),
    path("atos/<int:pk>/edital/", views_service.edital_new, name="edital_new"),
    path("editais/<int:pk>/", views_service.edital, name="edital"),
    path("editais/<int:pk>/publicacao/", views_service.edital_publish, name="edital_publish"),
    path("em-branco/", views_blanks.blank_forms, name="blanks"),
    path("anexos/<int:pk>/", views_attachments.display, name="attachment"),
    path("anexos/<int:pk>/original/", views_attachments.original, name="attachment_original"),
]
