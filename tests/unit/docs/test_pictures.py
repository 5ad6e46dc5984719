"""The pictures that pages show."""

from tests.unit.docs.pages import ROOT

PICTURES = ROOT / "docs/pictures"
MOST_BYTES = 120_000


def test_each_game_has_a_small_picture_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in ("turn-the-tide.png", "high-tide.png"):
        assert f"](docs/pictures/{name})" in readme
        assert (PICTURES / name).stat().st_size < MOST_BYTES


def test_a_film_of_a_sealed_round_is_in_the_readme_and_loads_quickly() -> None:
    assert "](docs/pictures/film.webp)" in (ROOT / "README.md").read_text()
    assert (PICTURES / "film.webp").stat().st_size < MOST_BYTES


def test_the_dashboard_has_a_picture_where_it_is_described() -> None:
    assert "](../pictures/dashboard.png)" in (ROOT / "docs/operators/runbook.md").read_text()
    assert (PICTURES / "dashboard.png").stat().st_size < 2 * MOST_BYTES


def test_it_begins_with_two_commands_and_an_address() -> None:
    readme = (ROOT / "README.md").read_text()
    first = readme.split("```")[1]
    assert len(first.strip().splitlines()) == 4, (
        "the name of the language, a clone, and two commands"
    )
    assert readme.split("```")[2].strip().startswith("Then open <http://localhost:8000/>.")
