import os

from django.core.wsgi import get_wsgi_application

from annotation_site.checks import refuse_incomplete_start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

application = get_wsgi_application()
refuse_incomplete_start()
