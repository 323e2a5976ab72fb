"""Settings of the pages of accounts: who may sign in, how, and for how long (django-allauth)."""

from typing import Any

ACCOUNT_APPS = (
    *(
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
    ),
    *("allauth", "allauth.account", "allauth.mfa"),
)
_HOURS = 3600

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
_VALIDATION = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"{_VALIDATION}MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_VALIDATION}CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}UserAttributeSimilarityValidator"},
]
PASSWORD_RESET_TIMEOUT = 2 * _HOURS
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account_home"

SESSION_ENGINE = "cryptagon.site.sessions"
# Browsers take a cookie of such a name only for this host, over TLS or on one's own machine.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 12 * _HOURS
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

ALLAUTH_TRUSTED_PROXY_COUNT = (
    0  # 1 behind a server, which tells whom it answers: `cryptagon serve --name`
)
ACCOUNT_ADAPTER = "cryptagon.site.account_pages.Adapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"
ACCOUNT_LOGIN_ON_PASSWORD_RESET = False
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_LOGIN_BY_CODE_ENABLED = False

MFA_ADAPTER = "cryptagon.site.second_factors.Adapter"
SECOND_FACTOR_KEY = b""  # `cryptagon.site.second_factors` reads it
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
