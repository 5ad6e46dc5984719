"""Pages of moderators, for players with the permission `players.moderate`. They are in English."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin, PermissionRequiredMixin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
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

KINDS = [("", "Do nothing")] + [one for one in ActKind.choices if one[0] != ActKind.TAKE_BACK]
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
        messages.success(self.request, "Done.")
        return True


class Queue(ModeratorPage, ListView):  # type: ignore[type-arg]  # not generic at run time
    """The reports that wait, oldest first, and the appeals without an answer."""

    template_name = "moderators/queue.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[Report]:
        waiting = Report.objects.waiting().select_related("accused", "claimed_by")
        return waiting.order_by("at", "pk")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        appeals = Appeal.objects.filter(answer="").select_related("act__player")
        return {**super().get_context_data(**more), "appeals": appeals.order_by("at")}


class DecisionForm(forms.Form):
    kind = forms.ChoiceField(choices=KINDS, required=False, label="Act")
    days = forms.IntegerField(
        min_value=1, max_value=3650, required=False, label="Days, to silence or suspend"
    )
    reason = forms.CharField(max_length=300, required=False, label="Reason, for the player")
    answer = forms.CharField(max_length=300, label="Answer, for who reports")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("kind") and not data.get("reason"):
            self.add_error("reason", "An act needs a reason.")
        if data.get("kind") in LASTING and not data.get("days"):
            self.add_error("days", "Say for how many days.")
        return data


class OneReport(ModeratorPage, FormView):  # type: ignore[type-arg]  # not generic at run time
    """A report with the words as they were and earlier acts, and the form that decides it."""

    template_name = "moderators/report.html"
    form_class = DecisionForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        report = get_object_or_404(
            Report.objects.select_related(
                "accused", "reporter", "claimed_by", "decided_by", "game"
            ),
            pk=self.kwargs["report"],
        )
        seen = report.seen or []
        names = dict(
            Player.objects.filter(pk__in=[one["player"] for one in seen]).values_list(
                "pk", "username"
            )
        )
        both = Q(player=report.accused_id) | Q(player=report.reporter_id)
        acts = ModerationAct.objects.filter(both).select_related("player", "by", "taken_back_by")
        earlier = Report.objects.filter(
            Q(accused=report.accused_id) | Q(reporter=report.reporter_id)
        )
        shown = {
            "report": report,
            "seen": [
                {**one, "name": names.get(one["player"], ""), "text": message_words(one["text"])}
                for one in seen
            ],
            "acts": acts.order_by("-at"),
            "earlier": earlier.exclude(pk=report.pk).select_related("accused").order_by("-at")[:20],
        }
        return {**super().get_context_data(**more), **shown}

    def form_valid(self, form: DecisionForm) -> HttpResponse:
        data = form.cleaned_data
        kind = ActKind(data["kind"]) if data["kind"] else None
        until = timezone.now() + timedelta(days=data["days"]) if kind in LASTING else None
        self.do(
            reports.decide_report,
            *(self.kwargs["report"], self.moderator, data["answer"], kind, until, data["reason"]),
        )
        return HttpResponseRedirect(reverse("moderation"))


class Claim(ModeratorPage, View):
    def post(self, request: HttpRequest, report: str) -> HttpResponse:
        """Take a report up."""
        self.do(reports.claim_report, report, self.moderator)
        return redirect("moderation_report", report)


class TakeBack(ModeratorPage, View):
    def post(self, request: HttpRequest, act: int) -> HttpResponse:
        """Take an act back."""
        get_object_or_404(ModerationAct, pk=act)
        self.do(take_back_act, act, self.moderator, request.POST.get("reason", "")[:300])
        return redirect("moderation")


class AnswerAppeal(ModeratorPage, View):
    def post(self, request: HttpRequest, act: int) -> HttpResponse:
        """Answer an appeal."""
        if answer := request.POST.get("answer", "").strip()[:300]:
            self.do(answer_appeal, act, self.moderator, answer)
        return redirect("moderation")
