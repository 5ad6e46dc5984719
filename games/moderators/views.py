"""Pages of moderators, for players with the permission `players.moderate`."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin, PermissionRequiredMixin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views import View
from django.views.generic import FormView, ListView

from common.rest.errors import ApiError
from games.models import Report
from games.models.people import message_words
from games.moderation import reports
from players.models import Appeal, ModerationAct, Player
from players.models.moderation import MODERATE
from players.moderation import ActKind, answer_appeal, take_back_act
from players.suspension import is_suspended

LASTING = (ActKind.SILENCE, ActKind.SUSPEND)


class ModeratorPage(LoginRequiredMixin, PermissionRequiredMixin):
    """A page for moderators alone; others are refused, a suspended one too."""

    permission_required = MODERATE
    request: HttpRequest

    def has_permission(self) -> bool:
        return bool(super().has_permission()) and not is_suspended(self.moderator)

    @property
    def moderator(self) -> Player:
        assert isinstance(self.request.user, Player)  # noqa: S101  The page wants a sign-in.
        return self.request.user

    def do(self, deed: Any, *args: Any, **more: Any) -> bool:
        """Do something; say it if it is refused."""
        try:
            deed(*args, **more)
        except ApiError as refused:
            messages.error(self.request, refused.translated_detail)
            return False
        messages.success(self.request, gettext("Done."))
        return True


class Queue(ModeratorPage, ListView):  # type: ignore[type-arg]  # not generic at run time
    """The reports that wait, oldest first, and the appeals without an answer."""

    template_name = "moderators/queue.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[Report]:
        waiting = Report.objects.waiting().select_related("accused", "claimed_by")
        return waiting.order_by("at", "pk")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        appeals = Appeal.objects.filter(answer="", act__taken_back_by=None)
        appeals = appeals.select_related("act__player")
        return {**super().get_context_data(**more), "appeals": appeals.order_by("at")}


class DecisionForm(forms.Form):
    """A decision, with an act about the report's player, or one who sits in its game."""

    kind = forms.ChoiceField(required=False, label=gettext_lazy("Act"))
    player = forms.ModelChoiceField(
        Player.objects.all(), required=False, label=gettext_lazy("Player")
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=3650,
        required=False,
        label=gettext_lazy("Days, to silence or suspend"),
    )
    reason = forms.CharField(
        max_length=300, required=False, label=gettext_lazy("Reason, for the player")
    )
    answer = forms.CharField(max_length=300, label=gettext_lazy("Answer, for who has reported it"))

    def __init__(self, *args: Any, report: Report, **more: Any) -> None:
        super().__init__(*args, **more)
        left_out = {ActKind.TAKE_BACK} if report.message_id else {ActKind.TAKE_BACK, ActKind.HIDE}
        kinds = [(one.value, one.label) for one in ActKind if one not in left_out]
        self.fields["kind"].choices = [("", gettext("Do nothing")), *kinds]  # type: ignore[attr-defined]
        if report.accused_id:
            del self.fields["player"]
        else:
            seated = Player.objects.filter(seats__game=report.game_id).order_by("seats__number")
            self.fields["player"].queryset = seated  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if kind := data.get("kind"):
            if not data.get("reason"):
                self.add_error("reason", gettext("An act needs a reason."))
            if kind in LASTING and not data.get("days"):
                self.add_error("days", gettext("Say for how many days."))
            if "player" in self.fields and not data.get("player"):
                self.add_error("player", gettext("Say about whom."))
        return data


class OneReport(ModeratorPage, FormView):  # type: ignore[type-arg]  # not generic at run time
    """A report with the words as they were and earlier acts, and the form that decides it."""

    template_name = "moderators/report.html"
    form_class = DecisionForm

    @cached_property
    def report(self) -> Report:
        rows = Report.objects.select_related("accused", "reporter", "claimed_by", "decided_by")
        return get_object_or_404(rows, pk=self.kwargs["report"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "report": self.report}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        report = self.report
        seen = report.seen or []
        known = Player.objects.filter(pk__in=[one["player"] for one in seen])
        names = dict(known.values_list("pk", "username"))
        either = [one for one in (report.accused_id, report.reporter_id) if one]
        acts = ModerationAct.objects.filter(player__in=either)
        others = Report.objects.filter(Q(accused__in=either) | Q(reporter__in=either))
        shown = {
            "report": report,
            "seen": [
                {
                    **one,
                    "name": names.get(one["player"], ""),
                    "text": message_words(one["text"]),
                    "at": datetime.fromisoformat(one["at"]),
                }
                for one in seen
            ],
            "acts": acts.select_related("player", "by", "taken_back_by").order_by("-at"),
            "others": others.exclude(pk=report.pk).select_related("accused").order_by("-at")[:20],
        }
        return {**super().get_context_data(**more), **shown}

    def form_valid(self, form: DecisionForm) -> HttpResponse:
        data = form.cleaned_data
        kind = ActKind(data["kind"]) if data["kind"] else None
        until = timezone.now() + timedelta(days=data["days"]) if kind in LASTING else None
        self.do(
            reports.decide_report,
            *(self.report.pk, self.moderator, data["answer"], kind, until, data["reason"]),
            about=data.get("player"),
        )
        return redirect("moderation")


class Claim(ModeratorPage, View):
    def post(self, request: HttpRequest, report: str) -> HttpResponse:
        """Take a report up."""
        self.do(reports.claim_report, report, self.moderator)
        return redirect("moderation_report", report)


class TakeBack(ModeratorPage, View):
    def post(self, request: HttpRequest, act: int) -> HttpResponse:
        """Take an act back."""
        get_object_or_404(ModerationAct, pk=act)
        if reason := request.POST.get("reason", "").strip()[:300]:
            self.do(take_back_act, act, self.moderator, reason)
        return redirect("moderation")


class AnswerAppeal(ModeratorPage, View):
    def post(self, request: HttpRequest, act: int) -> HttpResponse:
        """Answer an appeal."""
        if answer := request.POST.get("answer", "").strip()[:300]:
            self.do(answer_appeal, act, self.moderator, answer)
        return redirect("moderation")
