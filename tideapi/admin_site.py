"""The admin's site: it guards every model, and its first page says what is wrong now.

Why so: docs/decisions/privacy.md.
"""

import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse

from players.browser_sessions import SINCE
from players.pages import second_steps
from tideapi.watching import overview

ADMIN_SESSION = 14 * 24 * 3600
"""Seconds after signing in for which the admin is open. A session lasts longer, for playing."""
_SUFFIXES = ("", "__exact", "__isnull", "__isempty", "__gte", "__lt")
"""Endings of the parameters that Django's filters of a field have."""
_DATES = ("__year", "__month", "__day")


class GuardedAdmin:
    """A list that is filtered by its own filters alone, and that takes any id for an action.

    Django allows every column of a model in an address: an operator with read access would find out what is
    not shown, letter by letter.
    """

    model: Any
    date_hierarchy: str | None
    get_list_filter: Any

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        return lookup in set(self._filter_parameters(request))

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return bool(to_field == self.model._meta.pk.name)  # noqa: SLF001  Public by documentation.

    def response_action(self, request: HttpRequest, queryset: Any) -> HttpResponseBase | None:
        """Leave ids out that no row can have, as those of rows that are gone are left out."""
        sent = request.POST.copy()
        ids = sent.getlist(ACTION_CHECKBOX_NAME)
        sent.setlist(ACTION_CHECKBOX_NAME, [one for one in ids if self._is_key(one)])
        request.POST = sent  # type: ignore[assignment]
        answer: HttpResponseBase | None = super().response_action(request, queryset)  # type: ignore[misc]
        return answer

    def _filter_parameters(self, request: HttpRequest) -> Iterator[str]:
        """Yield the parameters of the list's filters."""
        for one in self.get_list_filter(request):
            if isinstance(one, type):
                yield one.parameter_name  # type: ignore[attr-defined]
                continue
            path = one if isinstance(one, str) else one[0]
            yield from (f"{path}{suffix}" for suffix in _SUFFIXES)
            field: Any = get_fields_from_path(self.model, path)[-1]
            if field.is_relation:
                yield f"{path}__{field.target_field.name}__exact"
        if self.date_hierarchy:
            yield from (f"{self.date_hierarchy}{suffix}" for suffix in _DATES)

    def _is_key(self, text: str) -> bool:
        """Return whether a row could have this id, so that the database can be asked for it."""
        key = self.model._meta.pk  # noqa: SLF001
        while key.is_relation:
            key = key.target_field
        try:
            key.run_validators(key.to_python(text))
        except ValidationError:
            return False
        return "\0" not in text


class WithoutSecondStep(AdminAuthenticationForm):
    """The admin's own sign-in; a player with a second step signs in on the account's page."""

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if second_steps.needed_by(user):
            raise ValidationError(
                "This account has a second step. Sign in at /account/login/ first; if you are "
                "signed in there already, sign out before."
            )


class OperatorSite(admin.AdminSite):
    """The admin, in which no model goes without a guard."""

    site_header = site_title = settings.TIDE_SITE_NAME
    index_title = "For operators"
    index_template = "admin/overview.html"
    login_form = WithoutSecondStep
    enable_nav_sidebar = False  # The columns of lists need its width.

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        plain: Any = admin_class or admin.ModelAdmin
        name = f"Guarded{plain.__name__}"
        guarded = type(plain)(name, (GuardedAdmin, plain), {"__module__": plain.__module__})
        super().register(model_or_iterable, guarded, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this operator has signed in lately enough for the admin."""
        since = request.session.get(SINCE, 0)
        return since > time.time() - ADMIN_SESSION and super().has_permission(request)

    def index(self, request: HttpRequest, extra_context: Any = None) -> TemplateResponse:
        shown = {"overview": overview.describe_now(request.user)}
        return super().index(request, {**shown, **(extra_context or {})})
