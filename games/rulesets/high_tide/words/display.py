"""The words that players of High Tide may write."""

from games.rulesets.display import Display


class HighTideText(Display):
    """The display of High Tide."""

    verbs = {
        "roll": ("würfeln", "würfle"),
        "take": ("nimm", "nehmen", "nehme"),
        "accept": ("annehmen", "ja", "yes"),
        "decline": ("ablehnen", "nein", "no"),
        "move": ("ziehen", "ziehe"),
        "coin": ("münze",),
        "pass": ("passen", "passe"),
        "tile": ("plättchen",),
    }
