"""Settings of Django for a site without sessions, cookies and script; tokens alone allow to send anything."""

import secrets
from pathlib import Path

from csp.constants import NONE, SELF

from cryptagon.site.limits import MOST_BYTES

_HERE = Path(__file__).parent

SECRET_KEY = secrets.token_urlsafe()  # of this process alone: nothing is signed
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ROOT_URLCONF = "cryptagon.site.urls"
INSTALLED_APPS = ["django.contrib.staticfiles", "csp", "cryptagon.site"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "cryptagon.site.caching.EditionMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "cryptagon.site.faults.FaultMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [_HERE / "templates"],
        "OPTIONS": {
            "builtins": ["cryptagon.site.templatetags.shown"],
            "context_processors": ["cryptagon.site.navigation.navigation"],
        },
    }
]
DATABASE_ROUTERS = ["cryptagon.site.revisions.RevisionRouter"]
DATABASES = {  # `cryptagon.site.database` opens others
    name: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"} for name in ("default", "intake", "revision")
}

DATA_UPLOAD_MAX_MEMORY_SIZE = MOST_BYTES

STATIC_URL = "/static/"
STATICFILES_DIRS = [_HERE / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 3600

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "style-src": [SELF],
        "img-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
USE_TZ = True
TIME_ZONE = "UTC"
USE_THOUSAND_SEPARATOR = False
NUMBER_GROUPING = 3
USE_I18N = False
LOGGING_CONFIG = None
