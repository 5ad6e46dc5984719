"""Accounts for operators."""

from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import players.pages.admin
from common.db.admin import ReadOnlyAdmin
from common.optional_packages import is_installed
from common.outbox.admin import BackOffAdmin
from players.models import AccountDeletion, Admission, MailServer, ModerationAct, Player, SignUpCode
from players.models.moderation import MODERATE
from players.moderation import ActKind, record_act, take_back_act
from players.privacy import closure

if is_installed("oauth"):
    import players.oauth.admin  # noqa: F401  It registers its own.


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Accounts, which are deactivated or ended but not deleted: their games are other players' too."""

    actions = ["end_accounts"]

    list_display = (*UserAdmin.list_display, "kind")  # type: ignore[misc]
    list_filter = (*UserAdmin.list_filter, "kind")
    readonly_fields = ("kind", "bot_of", "renamed_at")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        ("In games", {"fields": ("about", "avatar", "shows", "kind", "bot_of", "renamed_at")}),
    )

    def formfield_for_dbfield(self, db_field: Any, request: Any, **more: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **more)
        if field is not None:
            field.show_hidden_initial = True  # So the form knows what its operator has changed.
        return field

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        """Write only what was changed in the form: others may have written since it was opened."""
        if not change:
            return super().save_model(request, obj, form, change)
        own = {field.name for field in Player._meta.concrete_fields}  # noqa: SLF001  Public by documentation.
        obj.save(update_fields=own & set(form.changed_data))
        return None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="End these accounts", permissions=["change"])
    def end_accounts(self, request: HttpRequest, chosen: "QuerySet[Player]") -> HttpResponse | None:
        """Ask for confirmation, then let the accounts end as on their players' request."""
        if "confirmed" not in request.POST:
            shown = {
                **self.admin_site.each_context(request),
                "title": "End these accounts?",
                "players": chosen,
                "days": settings.TIDE_DELETION_GRACE_DAYS,
            }
            return render(request, "admin/end_accounts.html", shown)
        for player in chosen:
            closure.ask_for_ending(player, AccountDeletion.RequestedBy.OPERATOR)
            self.log_change(request, player, "The account is to end.")
        self.message_user(request, "These accounts will end.")
        return None


@admin.register(SignUpCode)
class SignUpCodeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Codes with which players sign up. One of an operator has so many uses, until a day."""

    list_display = ["id", "note", "made_by", "by_operator", "uses", "used", "until"]
    list_filter = ["by_operator"]
    list_select_related = ["made_by"]
    fields = ("id", "note", "uses", "until", "used", "made_by", "by_operator", "created_at")
    readonly_fields = ("id", "used", "made_by", "by_operator", "created_at")

    def save_model(self, request: HttpRequest, obj: SignUpCode, form: Any, change: Any) -> None:
        """Write what was changed in the form alone: a use may be counted at the same time."""
        if change:
            obj.save(update_fields=form.changed_data)
            return
        obj.made_by, obj.by_operator = request.user, True  # type: ignore[assignment]
        super().save_model(request, obj, form, change)


@admin.register(Admission)
class AdmissionAdmin(ReadOnlyAdmin):
    """Admissions of players by codes, read-only."""

    list_display = ["player", "by", "code", "at"]
    list_select_related = ["player", "code__made_by"]
    search_fields = ["player__username", "code__made_by__username"]
    fields = ("player", "by", "code", "at")

    @admin.display(description="invited by")
    def by(self, row: Admission) -> object:
        return row.code.made_by


class ActForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """An act of an operator. A message is hidden where its report is decided."""

    until = forms.SplitDateTimeField(required=False, widget=AdminSplitDateTime)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not self.instance.pk:
            self.fields["takes_back"].required = False
            kinds = [one for one in ActKind.choices if one[0] != ActKind.HIDE]
            self.fields["kind"].choices = kinds  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        kind = data.get("kind")
        if (kind in {ActKind.SILENCE, ActKind.SUSPEND}) != bool(data.get("until")):
            self.add_error("until", "Silence and suspend have an end, and no other act has one.")
        if (kind == ActKind.TAKE_BACK) != bool(data.get("takes_back")):
            self.add_error("takes_back", "Name an act, and only to take it back.")
        return data


@admin.register(ModerationAct)
class ModerationActAdmin(ReadOnlyAdmin):
    """Acts of moderators: an operator adds one, or one that takes another back. None is changed."""

    list_display = ["id", "kind", "player", "by", "at", "until", "takes_back"]
    list_filter = ["kind"]
    list_select_related = ["player", "by", "takes_back"]
    fields = ("kind", "player", "by", "at", "reason", "until", "message", "takes_back")
    form = ActForm
    raw_id_fields = ("player", "takes_back")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return isinstance(request.user, Player) and request.user.has_perm(MODERATE)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else ("kind", "player", "until", "reason", "takes_back")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_readonly_fields(request, obj) if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        """Leave the operator out, and acts that are taken back."""
        me = cast("Player", request.user)
        rows: Any = Player.objects.exclude(pk=me.pk)
        if db_field.name == "takes_back":
            rows = ModerationAct.objects.in_force().exclude(player=me)
        return super().formfield_for_foreignkey(db_field, request, **{**more, "queryset": rows})

    def save_model(self, request: HttpRequest, obj: ModerationAct, *_: Any) -> None:
        by = cast("Player", request.user)
        if obj.takes_back:
            made = take_back_act(obj.takes_back.pk, by, obj.reason)
        else:
            made = record_act(ActKind(obj.kind), obj.player, by, obj.reason, until=obj.until)
        obj.pk = made.pk


@admin.register(AccountDeletion)
class AccountDeletionAdmin(ReadOnlyAdmin):
    """Accounts that end or have ended, read-only."""

    list_display = ["player_id", "by", "asked_at", "due_at", "closed_at", "erased_at"]
    fields = ("player_id", "by", "asked_at", "due_at", "closed_at", "erased_at", "erased")


@admin.register(MailServer)
class MailServerAdmin(BackOffAdmin):
    """Mail servers that were away, read-only."""

    list_display = ["name", "state", "retry_at"]
    fields = ("name", "failing_since", "failures", "retry_at")
