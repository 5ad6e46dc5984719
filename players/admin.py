"""Accounts, for operators."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from players.models import Player

admin.site.register(Player, UserAdmin)
