"""Behaviour that django-oauth-toolkit requires of its rows. The fields are ours, with it or without."""

from django.db import models

from common.optional_packages import is_installed


class _Row(models.Model):
    class Meta:
        abstract = True


if is_installed("oauth"):
    from oauth2_provider.models import (
        AbstractAccessToken,
        AbstractApplication,
        AbstractDeviceGrant,
        AbstractGrant,
        AbstractIDToken,
        AbstractRefreshToken,
    )
else:
    AbstractAccessToken = AbstractApplication = AbstractDeviceGrant = _Row
    AbstractGrant = AbstractIDToken = AbstractRefreshToken = _Row
