"""What somebody leaves who gets on with others, and who has many ways into her account."""

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models.functions import Now
from django.test import Client

from players.models import App, AppToken, Letter, Player, ReturnedMail
from players.pages import recovery
from tests.people import Person


def gets_on_with(her: Person, friend: Person, other: Person, game: str, table: str) -> None:
    """She has a friend, somebody whom she keeps away and who does the same, and has something to say."""
    assert friend.patch(f"/me/relations/{her.name}", {"friend": True}).status == 200
    assert her.patch(f"/me/relations/{friend.name}", {"friend": True}).status == 200
    for one, two in ((her, other), (other, her)):
        one.patch(f"/me/relations/{two.name}", {"muted": True})
        one.patch(f"/me/relations/{two.name}", {"blocked": True})
    her.post(f"/games/{game}/messages", {"text": f"{her.name} was here."})
    her.post(f"/games/{table}/invitations", {"player": friend.name})
    her.post(f"/games/{table}/invitations", {})
    invited = friend.opens(3)
    friend.post(f"/games/{invited}/invitations", {"player": her.name})
    her.patch(f"/games/{game}/viewer", {"note": f"Of {her.name}: never trust a gull."})
    her.post("/me/bots", {"username": f"{her.name}-engine"})


def has_ways_in(player: Player, address: str) -> None:
    """What is in the tables of the libraries, and of ours beside them."""
    client = Client()
    client.force_login(player)
    session = {
        "session_key": client.session.session_key,
        "ip": "192.0.2.7",
        "user_agent": "Quill/1",
    }
    UserSession.objects.update_or_create(user=player, **session)
    row, _ = EmailAddress.objects.get_or_create(user=player, email=address)
    ReturnedMail.objects.create(address=row, why=ReturnedMail.ReturnReason.BOUNCED, at=Now())
    EmailConfirmation.objects.create(email_address=row, key="k" * 40)
    SocialAccount.objects.create(
        user=player, provider="club", uid="q-7", extra_data={"name": player.username}
    )
    recovery.create_code(player)
    content = {"to": address, "subject": player.username, "text": "Hello."}
    Letter.objects.create(player=player, content=content, next_at=Now(), created_at=Now())
    app = App.objects.create(
        user=player,
        name=f"{player.username}'s telephone",
        client_type=App.CLIENT_PUBLIC,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        redirect_uris="https://quillfeather.example/back",
    )
    AppToken.objects.create(
        user=player, application=app, token="", expires=Now(), scope="game:read", epoch=player.epoch
    )


def has_a_second_step(player: Player) -> None:
    """With one, she can sign in on pages alone."""
    passkey = Authenticator.Type.WEBAUTHN
    Authenticator.objects.create(user=player, type=passkey, data={"name": player.username})
