"""Health check of the web container: asks its own process, under the first of the allowed host names."""

import os
import sys
import urllib.error
import urllib.request

host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].lstrip(".")
request = urllib.request.Request("http://127.0.0.1:8000/saude/", headers={"Host": host})
try:
    with urllib.request.urlopen(request, timeout=5) as answer:
        sys.exit(0 if answer.status == 200 else 1)
except (urllib.error.URLError, TimeoutError) as error:
    sys.exit(str(error))
