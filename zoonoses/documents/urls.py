app_name = "documents"
urlpatterns = []
