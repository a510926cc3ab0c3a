app_name = "registry"
urlpatterns = []
