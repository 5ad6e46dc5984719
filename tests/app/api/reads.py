"""A call that reads, of each kind: who makes it, and where."""

from collections.abc import Callable

from games.background import analysis
from games.models import Game
from tests.app.api.town import Asked, Town
from tests.app.privacy.working import workers_gather
from tideapi import health


def ask_readyz(town: Town) -> Asked:
    """Nobody looks again once all migrations are applied."""
    health.MIGRATED.set()
    return town.ann, "/readyz", None


def of_a_game(rest: str) -> Callable[[Town], Asked]:
    def asked(town: Town) -> Asked:
        game = town.ordered()
        assert town.ann.seals_anything(game).status == 200
        town.ann.put(f"/games/{game}/pause", {"length": "P1D"})
        town.ann.post("/me/vacations", {"until": "2099-01-01T00:00:00Z"})
        return town.ann, f"/games/{game}{rest}", None

    return asked


def of_an_ended_game(rest: str) -> Callable[[Town], Asked]:
    return lambda town: (town.ann, f"/games/{town.ended()}{rest}", None)


def of_an_analysed_game(town: Town) -> Asked:
    game = town.ended()
    analysis.make_analysis(Game.objects.get(pk=game))
    return town.ann, f"/games/{game}/analysis", None


def of_mine(path: str) -> Callable[[Town], Asked]:
    """Something that there is much of."""

    def asked(town: Town) -> Asked:
        for _ in range(3):
            game = town.ordered()
        assert town.ann.seals_anything(game).status == 200
        town.hook()
        return town.ann, path, None

    return asked


def of_a_webhook(rest: str) -> Callable[[Town], Asked]:
    return lambda town: (town.ann, f"/me/receivers/{town.hook()['id']}{rest}", None)


def of_mine_ready(rest: str) -> Callable[[Town], Asked]:
    """An export among three, ready to be fetched."""

    def asked(town: Town) -> Asked:
        for _ in range(3):
            made = town.ann.post("/me/exports").json["id"]
            workers_gather()
        return town.ann, f"/me/exports{rest}".format(made), None

    return asked


def written(town: Town) -> tuple[str, str]:
    """A game in which ann has written three messages, and the newest."""
    game = town.table()
    for _ in range(3):
        made = town.ann.post(f"/games/{game}/messages", {"text": "Low water!"})
    return game, made.json["id"]


def invited(town: Town) -> tuple[str, str]:
    """A game of ann's to which dan is invited, and the code."""
    game = town.ann.opens(4)
    town.ann.post(f"/games/{game}/invitations", {})
    made = town.ann.post(f"/games/{game}/invitations", {"player": "dan"})
    return game, made.json["code"]


def of_my_invitations(town: Town) -> Asked:
    invited(town)
    return town.dan, "/me/invitations", None


def of_relations(town: Town) -> Asked:
    for other in ("bob", "cat", "dan"):
        town.ann.patch(f"/me/relations/{other}", {"friend": True, "muted": True})
    return town.ann, "/me/relations", None


def subscribed(town: Town) -> Asked:
    for kind in ("calendar", "news"):
        town.ann.post("/me/subscriptions", {"kind": kind})
    return town.ann, "/me/subscriptions", None


READS: dict[str, Callable[[Town], Asked]] = {
    "list_relations": of_relations,
    "list_invitations": lambda town: (town.ann, f"/games/{invited(town)[0]}/invitations", None),
    "list_my_invitations": of_my_invitations,
    "get_invitation": lambda town: (town.dan, f"/invitations/{invited(town)[1]}", None),
    "list_messages": lambda town: (town.bob, f"/games/{written(town)[0]}/messages", None),
    "list_games": of_mine("/games?player=ann"),
    "get_game": of_a_game(""),
    "list_events": of_a_game("/events"),
    "get_record": of_an_ended_game("/record"),
    "get_analysis": of_an_analysed_game,
    "list_stages": of_an_ended_game("/stages"),
    "stream_game": of_a_game("/stream"),
    "get_turn": of_an_ended_game("/turns/1"),
    "get_submission": of_an_ended_game("/turns/1/submission"),
    "get_me": of_mine("/me"),
    "list_subscriptions": subscribed,
    "list_my_bots": lambda town: (town.ann, "/me/bots", town.bot() and None),
    "list_my_events": of_mine("/me/events"),
    "stream_my_events": of_mine("/me/stream"),
    "list_my_turns": of_mine("/me/turns"),
    "list_vacations": of_mine("/me/vacations"),
    "get_player": of_mine("/players/bob"),
    "list_my_games": of_mine("/me/games"),
    "list_players": of_mine("/players?prefix=an"),
    "list_exports": of_mine_ready(""),
    "get_export": of_mine_ready("/{0}"),
    "get_archive": of_mine_ready("/{0}/archives/1"),
    "get_deletion": of_mine("/me/ending"),
    "get_index": of_mine(""),
    "list_rulesets": of_mine("/rulesets"),
    "get_ruleset": of_mine("/rulesets/turn_the_tide"),
    "list_tokens": of_mine("/me/tokens"),
    "get_notification_settings": of_mine("/me/notifications"),
    "list_receivers": of_mine("/me/receivers"),
    "get_receiver": of_a_webhook(""),
    "list_deliveries": of_a_webhook("/deliveries"),
    "check_health": lambda town: (town.ann, "/healthz", None),
    "check_readiness": ask_readyz,
}


# -- writes
