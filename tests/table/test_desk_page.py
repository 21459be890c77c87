"""The judge's desk and looking back in a browser: clicks, keys alone, the address as the link."""

from playwright.sync_api import Page, expect
from tests.table.clicking import Person
from tests.table.serving import PATIENCE, Server

expect.set_options(timeout=1000 * PATIENCE)

CASE = "/desk?case=tour/1-vs-1-who-may-bear-it.yaml"


def test_a_card_is_clicked_a_way_is_taken_and_the_address_is_the_link(
    page: Page, server: Server
) -> None:
    page.goto(server.address + CASE)
    page.locator(".hand .face").click()
    way = page.locator("#gathered .option", has_text="targeting Stone Sentry")
    expect(way).to_be_visible()
    assert (
        page.locator("#card")
        .evaluate("(card) => card.selectedOptions[0].text")
        .endswith("Dual Sidearms")
    )
    expect(page.locator("#fold-edit")).to_have_attribute("open", "")
    way.click()
    expect(page.locator(".course > li")).to_have_count(5)
    page.locator(".course .rule").last.click()
    expect(page.locator("#hint")).to_contain_text("VS ")
    address = page.url
    assert "/desk?c=" in address
    page.go_back()
    expect(page.locator(".course > li")).to_have_count(4)
    page.goto(address)
    expect(page.locator(".course > li")).to_have_count(5)
    page.locator('button[value="back"]').click()
    expect(page.locator(".course > li.later")).to_have_count(1)
    assert page.url == f"{address}&at=4"


def test_a_position_is_built_and_asked_about_by_keys_alone(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/desk?blank=berserk")
    for zone, cell, name in (("A", "C1", "Nomad"), ("B", "C1'", "Troll")):
        page.locator("#new-card").focus()
        page.keyboard.type(name)
        page.locator("#new-zone").focus()
        page.keyboard.type(f"{zone}: field")
        page.locator("#new-spot").focus()
        page.keyboard.type(cell)
        page.keyboard.press("Enter")
        expect(page.locator(".face", has_text=name)).to_be_visible()
    expect(page.locator(".faults")).to_have_count(0)
    expect(page.locator("#ask")).to_contain_text("Strike with Nomad")
    page.keyboard.press("Escape")
    page.locator("#line").focus()
    page.keyboard.type("strike with Nomad against Troll")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".answered .yes").first).to_be_visible()
    page.locator('.answered button[value="keep"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".total")).to_contain_text("1 of 1")


def test_a_moment_of_a_game_is_asked_about_and_branched_off(page: Page, server: Server) -> None:
    person = Person(page, server.address)
    person.begin("vs", 3)
    sight = person.turn()
    for _ in range(3):
        person.take(sight, 0)
        sight = person.turn(sight.arrivals)
    page.goto(f"{page.url.partition('?')[0]}/back")
    page.locator("#hand .face, .hand .face").first.click()
    expect(page.locator("#hint")).to_be_visible()
    page.locator(".branch button").click()
    expect(page.locator("main .position")).to_be_visible()
    expect(page.locator(".faults")).to_have_count(0)
