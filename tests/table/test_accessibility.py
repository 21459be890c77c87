"""axe-core finds nothing serious on lobby, table and desk, in each language, light and dark."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.table.clicking import Person
from tests.table.serving import PATIENCE, Server

LANGUAGES = ("en", "de", "ru", "es")
#: what axe calls what keeps people out
SERIOUS = ("serious", "critical")
GAMES = ("vs", "berserk", "magic")


def faults(page: Page) -> list[str]:
    """What axe finds that is serious, with the places."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(browser: Browser, server: Server, scheme: str, language: str) -> Iterator[Page]:
    """A page in a language and in light or dark."""
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
    )
    context.add_cookies([{"name": "language", "value": language, "url": server.address}])
    context.set_default_timeout(1000 * PATIENCE)
    yield context.new_page()
    context.close()


def test_nothing_keeps_anybody_out(page: Page, server: Server, language: str) -> None:
    page.goto(server.address)
    assert page.locator("html").get_attribute("lang") == language
    found = {"lobby": faults(page)}
    for menu in page.locator("details").all():
        menu.evaluate("(menu) => { menu.open = true; }")
    found["lobby, everything open"] = faults(page)
    for number, game in enumerate(GAMES):
        person = Person(page, server.address)
        person.begin(game, number + 1)
        sight = person.turn()
        for step in range(6):
            if sight.options:
                person.take(sight, step % len(sight.options))
                sight = person.turn(sight.arrivals)
        assert page.locator("html").get_attribute("lang") == language
        found[f"{game}, table"] = faults(page)
    page.goto(f"{page.url.partition('?')[0]}/back")
    found["looking back"] = faults(page)
    page.goto(f"{server.address}/desk")
    found["desk"] = faults(page)
    page.goto(f"{server.address}/desk?case=tour/2-berserk-2-a-strike-and-a-defender.yaml&at=4")
    page.locator("#main .face").last.click()
    for fold in page.locator("details").all():
        fold.evaluate("(fold) => { fold.open = true; }")
    found["desk with a case"] = faults(page)
    assert {place: faults for place, faults in found.items() if faults} == {}


def test_what_keeps_people_out_is_found(page: Page, tmp_path: Path) -> None:
    page.set_content('<html lang="en"><title>x</title><main><img src="x"><button></button></main>')
    assert any(fault.startswith("button-name") for fault in faults(page))
