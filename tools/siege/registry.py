"""All attacks, in the order in which they are made."""

from tools.siege.attack import Attack
from tools.siege.attacks.bodies import Bodies
from tools.siege.attacks.connections import HalfOpen, KeptAlive, Streams
from tools.siege.attacks.costly import AdminSignIns, Documents, SignIns
from tools.siege.attacks.games import GamesGivenUp, OpenGames
from tools.siege.attacks.listening import LongPolls
from tools.siege.attacks.noise import Noise
from tools.siege.attacks.peace import Peace
from tools.siege.attacks.unread import UnreadAnswers, UnreadFiles
from tools.siege.attacks.webhooks import SlowWebhooks

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
