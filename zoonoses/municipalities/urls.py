app_name = "municipalities"
urlpatterns = []
