from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class TideapiConfig(AppConfig):
    name = "tideapi"

    def ready(self) -> None:
        # Registering is what these imports are for; the Celery app, so that tasks find it.
        from tideapi import celery, checks, tracing

        tracing.begin_tracing()  # before any middleware is loaded, and any connection made


class GuardedAdminConfig(admin_apps.AdminConfig):
    """Django's admin with a site that guards every model."""

    default = False
    default_site = "tideapi.admin_site.OperatorSite"
