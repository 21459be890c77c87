"""A person at the table in a browser: looks at what lights up, clicks or presses keys, waits."""

import time
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page
from tests.table.serving import PATIENCE

from cardlaw.kernel.choice import mix

#: the form of a game in the lobby
FORM = 'form:has(input[name="game"][value="{}"])'
#: counts what has arrived, so that nobody needs to sleep for a while and hope
COUNTING = """
window.arrivals = 0;
document.addEventListener("parts", () => { window.arrivals += 1; });
"""
LOOK = """() => {
  const seen = (element) => element.getClientRects().length > 0 && !element.disabled;
  const words = (element) => element.textContent.trim();
  const ask = document.getElementById("ask");
  const refused = document.getElementById("refused");
  const texts = (selector) => [...document.querySelectorAll(selector)].filter(seen).map(words);
  return {
    arrivals: window.arrivals,
    pending: Number(document.body.dataset.pending ?? 0),
    ending: [...ask.querySelectorAll(".ending")].map(words).join(" "),
    question: [...ask.querySelectorAll("h2")].map(words).join(" "),
    options: texts("#ask .options button[data-do]"),
    ways: texts("#gathered button[data-do]"),
    lit: [...document.querySelectorAll("main .may")].filter(seen).length,
    line: ask.querySelector("form[data-line]") !== null,
    passing: texts('#bar [data-key="t"]').length > 0,
    refused: refused !== null && !refused.hidden ? words(refused) : "",
  };
}"""


class Sight(NamedTuple):
    """What a person sees at a glance."""

    arrivals: int
    #: how many messages of the page have no answer yet
    pending: int
    ending: str
    question: str
    options: list[str]
    #: the actions that clicks have gathered so far
    ways: list[str]
    #: how many things light up
    lit: int
    #: whether an action can be written in words
    line: bool
    #: whether the turn can be passed
    passing: bool
    refused: str

    @property
    def asked(self) -> bool:
        """Whether this seat is to do something."""
        return bool(self.options) or self.line


def first_that_acts(options: list[str], number: int) -> int:
    """Do something rather than pass, not always the same."""
    acts = [n for n, words in enumerate(options) if not words.casefold().startswith("pass")]
    return acts[mix(number, 1) % len(acts)] if acts else 0


class Person:
    """Somebody who plays at a page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        #: what the browser has complained of
        self.complaints: list[str] = []
        page.add_init_script(COUNTING)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )

    def begin(self, game: str, seed: int) -> None:
        """Begin a game against the random program in the lobby, by clicks."""
        self.page.goto(self.address)
        form = self.page.locator(FORM.format(game))
        form.locator("summary").first.click()
        form.locator('input[name="opponent"][value="random"]').check()
        form.locator('input[name="seed"]').fill(str(seed))
        form.locator("details button.start").click()
        self.page.wait_for_url("**/game/**")

    def begin_by_keys(self, game: str, seed: int) -> None:
        """The same by keys alone."""
        self.page.goto(self.address)
        form = FORM.format(game)
        keyboard = self.page.keyboard
        self.reach(f"{form} summary")
        keyboard.press("Enter")
        self.reach(f'{form} input[name="opponent"]')
        keyboard.press("ArrowDown")
        self.reach(f'{form} input[name="seed"]')
        keyboard.type(str(seed))
        self.reach(f"{form} details button.start")
        keyboard.press("Enter")
        self.page.wait_for_url("**/game/**")

    def reach(self, selector: str, most: int = 300) -> None:
        """Press Tab until something has the focus."""
        for _ in range(most):
            if self.page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    def look(self) -> Sight:
        """A glance at the page."""
        return Sight(**self.page.evaluate(LOOK))

    def wait(self, until: Callable[[Sight], bool]) -> Sight:
        """Look until something is so."""
        end = time.monotonic() + PATIENCE
        while True:
            sight = self.look()
            if until(sight):
                return sight
            if time.monotonic() > end:
                raise TimeoutError(f"the page still shows {sight}; {self.complaints}")
            self.page.wait_for_timeout(5)

    def turn(self, since: int = 0) -> Sight:
        """Wait until this seat is asked something after so many arrivals, or the game is over."""
        return self.wait(
            lambda s: s.arrivals > since and not s.pending and (s.asked or bool(s.ending))
        )

    def take(self, sight: Sight, number: int) -> None:
        """Click the button of an option."""
        self.page.locator("#ask .options button[data-do]:visible").nth(number).click()

    def pass_turn(self, keyboard: bool = False) -> None:
        """Pass until the turn is over."""
        if keyboard:
            self.page.keyboard.press("t")
        else:
            self.page.locator('#bar [data-key="t"]').click()

    def press(self, sight: Sight, number: int) -> None:
        """The same by keys alone: O leads to the options, arrows walk among them, Enter takes."""
        keyboard = self.page.keyboard
        keyboard.press("o")
        for _ in range(number):
            keyboard.press("ArrowDown")
        focused = self.page.evaluate("() => document.activeElement.textContent.trim()")
        assert focused == sight.options[number], (focused, sight.options, number)
        keyboard.press("Enter")


def play_out(person: Person, acts: int, most: int, keyboard: bool = False) -> tuple[int, Sight]:
    """Play a whole game: how many answers that took, and what is shown in the end.

    So many questions are answered by doing something; from then on the turn is passed.
    """
    sight = person.turn()
    for number in range(most):
        if sight.ending:
            return number, sight
        assert not sight.refused, sight
        if number >= acts and sight.passing:
            person.pass_turn(keyboard)
        else:
            chosen = first_that_acts(sight.options, number) if number < acts else 0
            (person.press if keyboard else person.take)(sight, chosen)
        sight = person.turn(sight.arrivals)
    raise AssertionError(f"the game is not over after {most} answers: {sight}")
