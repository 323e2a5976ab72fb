"""Settings of Django.

Public pages have no session, no cookie and no script; those of accounts have all three.
"""

import secrets
from pathlib import Path

from csp.constants import NONE, SELF

from cryptagon.site.account_settings import *  # noqa: F403 - what the pages of accounts add
from cryptagon.site.account_settings import ACCOUNT_APPS
from cryptagon.site.limits import MOST_BYTES

_HERE = Path(__file__).parent

SECRET_KEY = (
    secrets.token_urlsafe()
)  # of this process alone; `cryptagon.site.account_opening` has that of a site
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ROOT_URLCONF = "cryptagon.site.urls"
INSTALLED_APPS = ["django.contrib.staticfiles", "csp", "cryptagon.site", *ACCOUNT_APPS]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "cryptagon.site.throttle.ThrottleMiddleware",
    "cryptagon.site.caching.EditionMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "cryptagon.site.account_pages.Writing",
    "cryptagon.site.account_pages.Session",
    "cryptagon.site.account_pages.Csrf",
    "cryptagon.site.account_pages.User",
    "cryptagon.site.account_pages.Messages",
    "allauth.account.middleware.AccountMiddleware",
    "cryptagon.site.faults.FaultMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [_HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["cryptagon.site.templatetags.shown"],
            "context_processors": [
                "cryptagon.site.navigation.navigation",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
DATABASE_ROUTERS = ["cryptagon.site.revisions.RevisionRouter"]
DATABASES = {  # `cryptagon.site.database` opens others
    name: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    for name in ("default", "intake", "revision")
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
        "connect-src": [SELF],  # for programs that look at a page, and at robots.txt from within it
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DEFAULT_FROM_EMAIL = ""  # `cryptagon.site.mail` sets it: without mail there are no accounts
THROTTLED = False  # `cryptagon serve` with --publishing or --name
USE_TZ = True
TIME_ZONE = "UTC"
USE_THOUSAND_SEPARATOR = False
NUMBER_GROUPING = 3
USE_I18N = False
LOGGING_CONFIG = None
