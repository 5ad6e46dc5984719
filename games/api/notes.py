"""A player's own note on a game."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parts import NOTE
from games.lobby import notes
from games.models import Note
from players.authentication import player
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

_NOTING = closed({"text": NOTE})


class MyNote(View):
    @call(
        name="get_note",
        scope="game:read",
        tag="me",
        summary="Get my note",
        description="Returns the caller's note on a game. No other player sees it, or that it exists.",
        answer=Answer(200, "Note", "The note.", "Note"),
        refuses=("game_not_found", "no_note"),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(_shown(notes.find(game, player(request))))

    @call(
        name="set_note",
        scope="game:play",
        tag="me",
        summary="Set my note",
        description=(
            "Sets the caller's note on any game that the caller may see, at any time, and replaces an "
            "earlier note."
        ),
        request="NoteRequest",
        request_example={"text": "bob never plays above 40 when it matters"},
        answer=Answer(200, "Note", "The note.", "Note"),
        refuses=("game_not_found", "too_many_notes"),
    )
    def put(self, request: Request, game: str) -> Response:
        wish = body(request, _NOTING)
        return Response(_shown(notes.write(game, player(request), wish["text"])))

    @call(
        name="delete_note",
        scope="game:play",
        tag="me",
        summary="Delete my note",
        description="Deletes the caller's note on a game.",
        answer=Answer(204, None, "The note is deleted."),
        refuses=("game_not_found", "no_note"),
    )
    def delete(self, request: Request, game: str) -> Response:
        notes.delete(game, player(request))
        return Response(status=204)


def _shown(note: Note) -> dict[str, Any]:
    return {"game": note.game_id, "text": note.text, "created_at": note.written_at}
