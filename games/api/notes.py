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
        summary="My note on a game",
        description="For me alone: nobody else is shown it, or that it is there.",
        answer=Answer(200, "Note", "My note.", "Note"),
        refuses=("game_not_found", "no_note"),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(_shown(notes.find(game, player(request))))

    @call(
        name="write_note",
        scope="game:play",
        tag="me",
        summary="Note something on a game",
        description="It takes the place of what I had noted. On any game that I may see, at any time.",
        request="NoteRequest",
        request_example={"text": "bob never plays above 40 when it matters"},
        answer=Answer(200, "Note", "My note.", "Note"),
        refuses=("game_not_found", "too_many_notes"),
    )
    def put(self, request: Request, game: str) -> Response:
        wish = body(request, _NOTING)
        return Response(_shown(notes.write(game, player(request), wish["text"])))

    @call(
        name="delete_note",
        scope="game:play",
        tag="me",
        summary="Throw my note away",
        answer=Answer(204, None, "Nothing is noted."),
        refuses=("game_not_found", "no_note"),
    )
    def delete(self, request: Request, game: str) -> Response:
        notes.delete(game, player(request))
        return Response(status=204)


def _shown(note: Note) -> dict[str, Any]:
    return {"game": note.game_id, "text": note.text, "written_at": note.written_at}
