"""The name of this place, how its operator is reached, and the pages that the law asks for.

Also the tags `site_name`, `site_contact` and `site_links`, which every template knows.
"""

from django import template
from django.conf import settings
from django.utils.translation import gettext, gettext_noop

register = template.Library()

LINKS = {
    "contact": ("TIDE_CONTACT", gettext_noop("Contact")),
    "imprint": ("TIDE_IMPRINT_URL", gettext_noop("Imprint")),
    "privacy": ("TIDE_PRIVACY_URL", gettext_noop("Privacy")),
    "terms": ("TIDE_TERMS_URL", gettext_noop("Terms of use")),
}
"""The setting of each address, and what a link to it says."""


def site_addresses() -> dict[str, str]:
    """Return the addresses that the operator has set, by what is there."""
    known = {name: getattr(settings, setting) for name, (setting, _) in LINKS.items()}
    return {name: address for name, address in known.items() if address}


@register.simple_tag
def site_name() -> str:
    """Return the name of this place."""
    name: str = settings.TIDE_SITE_NAME
    return name


@register.simple_tag
def site_contact() -> str:
    """Return the address at which the operator is reached; empty if there is none."""
    contact: str = settings.TIDE_CONTACT
    return contact


@register.simple_tag
def site_links() -> list[tuple[str, str]]:
    """Return the words, in the active language, and the address of each link that the operator has set."""
    return [(gettext(LINKS[name][1]), address) for name, address in site_addresses().items()]
