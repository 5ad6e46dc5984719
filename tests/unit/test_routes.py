"""Each address of the server has a name, by which links to it are made."""

from collections import Counter
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

OURS = ("common", "games", "notifications", "players", "tideapi")


def routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every route with its whole name; those of other packages are theirs to name."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from routes(one, f"{space}{one.namespace}:" if one.namespace else space)
        elif one.callback.__module__.partition(".")[0] in OURS:
            yield f"{space}{one.name}", one


def test_every_route_has_a_name_of_its_own() -> None:
    names = Counter(name for name, _ in routes(get_resolver()))
    assert [name for name in names if name.endswith("None")] == []
    assert [name for name, often in names.items() if often > 1] == []


def test_names_lead_where_clients_and_mails_expect() -> None:
    assert reverse("games:game-detail", args=["x"]) == "/api/v1/games/x"
    assert reverse("players:me") == "/api/v1/me"
    assert reverse("index") == "/api/v1"
    assert reverse("table_game", args=["x"]) == "/game/x"
    assert reverse("table_notices") == "/notices"
