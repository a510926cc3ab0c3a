from django.db import connection
from django.http import HttpResponse

from zoonoses.municipalities.access import public


@public
def health(request):
    """Answers 200 when the process serves and the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return HttpResponse("ok", content_type="text/plain")
