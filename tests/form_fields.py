"""The fields that a browser sends of a form that the player has not changed."""

from lxml import html


def form_fields(page: bytes, form: str) -> dict[str, list[str]]:
    """Return the fields of the form with this id."""
    (found,) = html.document_fromstring(page).xpath("//form[@id=$form]", form=form)
    fields: dict[str, list[str]] = {}
    for name, value in found.form_values():
        fields.setdefault(name, []).append(value)
    return fields
