"""The depósito: seizures, custody, redemption, destination, public notices."""

from impound import urls_custody, urls_destinations, urls_publications, urls_redemptions, urls_seizures

app_name = "impound"
urlpatterns = [
    *urls_seizures.patterns,
    *urls_custody.patterns,
    *urls_redemptions.patterns,
    *urls_destinations.patterns,
    *urls_publications.patterns,
]
