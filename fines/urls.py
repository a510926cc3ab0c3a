app_name = "fines"
urlpatterns = []
