// The desk and looking back: questions are carried by forms, a page that changes is swapped in.

import { carry, receive } from "./table.js";

const find = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// -- questions and clicks: a table's messages, each with what the page shows ------------------------

carry(async (message) => {
  const form = find("#carried");
  const carried = new URLSearchParams(new FormData(form));
  carried.set("message", JSON.stringify(message));
  const answer = await fetched(form.action, { method: "POST", body: carried });
  if (answer === null) return;
  const said = await answer.json();
  const refused = said.refused ?? (said.detail ? written(said.detail) : undefined);
  receive({ to: message.n, refused, answer: said.answer, place: said.place });
  if (said.page) swap(said.page);
});

// A text as HTML.
function written(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element.innerHTML;
}

async function fetched(address, options) {
  document.body.dataset.pending = "1";
  find("#main")?.setAttribute("aria-busy", "true");
  try {
    return await fetch(address, options);
  } catch {
    receive({ refused: written(document.body.dataset.lost ?? "") });
    return null;
  } finally {
    document.body.dataset.pending = "0";
    find("#main")?.removeAttribute("aria-busy");
  }
}

// -- forms: only what changes is replaced, so that one stays where one is ---------------------------

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  if (address !== "/desk" || form.method !== "post" || event.defaultPrevented) return;
  event.preventDefault();
  // What is on its way was sent with the case as it was; a second form would undo it.
  if (document.body.dataset.pending === "1") return;
  const data = new FormData(form, button);
  const file = form.enctype === "multipart/form-data";
  const answer = await fetched(address, { method: "POST", body: file ? data : new URLSearchParams(data) });
  if (answer === null) return;
  const html = await answer.text();
  if (answer.ok) swap(html);
  else receive({ refused: written(new DOMParser().parseFromString(html, "text/html").body.textContent) });
});

const place = () => all("details.fold[open]").map((fold) => fold.id);

function swap(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const open = place();
  const focused = keyOf(document.activeElement);
  const chosen = find("#card")?.value;
  for (const selector of ["#this-link", "#main", "#carried"]) {
    const [old, other] = [find(selector), find(selector, next)];
    if (old && other) old.replaceWith(document.adoptNode(other));
  }
  for (const box of all("#hint, #refused")) box.hidden = true;
  document.title = next.title;
  document.body.className = next.body.className;
  for (const id of open) {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  }
  const card = find("#card");
  if (card && chosen && !find("#card option[selected]")) card.value = chosen;
  if (card?.selectedIndex === -1) card.selectedIndex = 0;
  shown();
  document.dispatchEvent(new CustomEvent("parts"));
  const again = focused ? find(focused) : null;
  if (again && !again.disabled) again.focus({ preventScroll: true });
  const link = find("#this-link");
  const address = link ? link.getAttribute("href") : "/desk";
  history.pushState({ case: find("#carried [name=case]")?.value, at: find("#carried [name=at]")?.value }, "", address);
  find(".answered, .notice-line, .faults")?.scrollIntoView({ block: "nearest" });
}

function keyOf(element) {
  if (!element || element === document.body) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name && element.value !== undefined && element.matches("button")) {
    return `button[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  }
  return "";
}

document.addEventListener("answer", (event) => {
  if (event.detail.id === "gathered") find("#gathered")?.scrollIntoView({ block: "nearest" });
});

window.addEventListener("popstate", () => location.reload());

// -- the card that is meant -------------------------------------------------------------------------

function shown() {
  const card = find("#card");
  if (!card) return;
  const option = card.selectedOptions[0];
  const view = option?.dataset.view;
  for (const [id, what] of [["what-card", "card"], ["bear-card", "bearers"]]) {
    const button = document.getElementById(id);
    button.hidden = view === undefined;
    button.dataset.ask = JSON.stringify({ do: "ask", what, card: Number(view ?? 0) });
  }
  const now = find("#fields-now");
  now.replaceChildren();
  for (const [word, value] of JSON.parse(option?.dataset.fields || "[]")) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "chip";
    chip.textContent = `${word}: ${value}`;
    chip.addEventListener("click", () => {
      find("#field").value = word;
      find("#field-value").value = value;
      find("#field-value").focus();
    });
    now.append(chip);
  }
  for (const face of all("#main .chosen")) face.classList.remove("chosen");
  if (view) find(`#main .card[data-view="${CSS.escape(view)}"]`)?.classList.add("chosen");
}

document.addEventListener("change", (event) => {
  if (event.target.id === "card") shown();
});

document.addEventListener("click", (event) => {
  const face = event.target.closest("#main .face");
  if (face) {
    const option = find(`#card option[data-view="${CSS.escape(face.dataset.card)}"]`);
    if (option) {
      option.selected = true;
      shown();
      const fold = find("#fold-edit");
      if (fold) fold.open = true;
    }
    return;
  }
  const cell = event.target.closest("#main td[data-place]");
  if (cell && !event.target.closest("button")) aimAt(cell);
});

// An empty place of the board is where the next card goes.
function aimAt(cell) {
  const words = cell.dataset.place;
  const [, row, column] = /^(.+) (-?\d+)$/.exec(words) ?? [];
  const who = cell.closest(".far") || words.endsWith("'") ? "B" : "A";
  for (const input of all(".spot")) {
    input.value = column ?? words;
    const zones = find("select[name=zone]", input.closest("form"));
    const sides = [...zones.options].filter((option) => JSON.parse(option.value)[0] === who);
    const side = sides.find((option) => JSON.parse(option.value)[1] === row) ?? sides[0];
    if (side) side.selected = true;
  }
  const fold = find("#fold-edit");
  if (fold) fold.open = true;
  find("#new-card")?.focus({ preventScroll: true });
}

shown();
