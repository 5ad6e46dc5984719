"""All attacks, in the order in which they are made."""

from tests.siege.attack import Attack
from tests.siege.attacks.bodies import Bodies
from tests.siege.attacks.connections import HalfOpen, KeptAlive, Streams
from tests.siege.attacks.costly import AdminSignIns, Documents, SignIns
from tests.siege.attacks.games import GamesGivenUp, OpenGames
from tests.siege.attacks.listening import LongPolls
from tests.siege.attacks.noise import Noise
from tests.siege.attacks.peace import Peace
from tests.siege.attacks.unread import UnreadAnswers, UnreadFiles
from tests.siege.attacks.webhooks import SlowWebhooks

ATTACKS: list[type[Attack]] = [
    Peace,
    Bodies,
    UnreadFiles,
    UnreadAnswers,
    Streams,
    HalfOpen,
    KeptAlive,
    SignIns,
    AdminSignIns,
    Documents,
    GamesGivenUp,
    OpenGames,
    LongPolls,
    Noise,
    SlowWebhooks,
]
BY_NAME = {attack.name: attack for attack in ATTACKS}
