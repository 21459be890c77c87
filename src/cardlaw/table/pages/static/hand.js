// The hand at the table: pointing, picking cards, the keyboard, the card in full, settings.

import { send } from "./table.js";

const page = document;
const find = (selector, root = page) => root.querySelector(selector);
const all = (selector, root = page) => [...root.querySelectorAll(selector)];

const THINGS = ".face, .place, .target[data-click]";
const POINTED = 350;

// -- picking: several clicks gather one action, in any order ---------------------------------------

let picked = [];

const clickOf = (thing) => {
  if (thing.dataset.card) return Number(thing.dataset.card);
  const click = thing.dataset.click;
  return /^-\d+$/.test(click) ? Number(click) : click;
};
const clicksOf = (option) => JSON.parse(option.dataset.clicks || "[]");

function showPicked() {
  for (const thing of all(THINGS)) {
    const on = picked.includes(clickOf(thing));
    (thing.closest(".card") || thing).classList.toggle("picked", on);
    if (on) thing.setAttribute("aria-pressed", "true");
    else thing.removeAttribute("aria-pressed");
  }
  for (const option of all(".option")) {
    const clicks = clicksOf(option);
    const fits = picked.every((click) => clicks.includes(click));
    option.parentElement.classList.toggle("aside", picked.length > 0 && !fits);
  }
  if (picked.length && !find(".options li:not(.aside)")) {
    for (const item of all(".options li")) item.classList.remove("aside");
  }
}

// What may be clicked next, as the server says of what was gathered.
function showFurther() {
  const list = find("#gathered [data-further]");
  const clicks = list ? JSON.parse(list.dataset.further) : [];
  for (const thing of all(THINGS)) {
    const next = clicks.includes(clickOf(thing));
    (thing.closest(".card") || thing).classList.toggle("further", next);
  }
}

function forget() {
  picked = [];
  const gathered = find("#gathered");
  if (gathered) gathered.replaceChildren();
  showPicked();
  showFurther();
}

function pick(thing) {
  const click = clickOf(thing);
  if (picked.includes(click)) {
    picked = picked.filter((other) => other !== click);
    if (!picked.length) forget();
    else {
      showPicked();
      send({ do: "gather", clicks: picked });
    }
    return;
  }
  if (!thing.matches(".place, .target") && !thing.closest(".may") && picked.length === 0) {
    send({ do: "ask", what: "why", clicks: [click] });
    return;
  }
  picked.push(click);
  zoom(null);
  showPicked();
  send({ do: "gather", clicks: picked });
}

page.addEventListener("click", (event) => {
  const question = event.target.closest("button[data-ask]");
  if (question) {
    send(JSON.parse(question.dataset.ask));
    return;
  }
  const thing = event.target.closest(THINGS);
  if (thing && !thing.closest("#zoom")) pick(thing);
  // A finger cannot point without touching: the card that it touches is shown in full.
  if (event.pointerType === "touch") zoom(thing?.closest("#main .card"));
});

// -- pointing: the card in full, how a value comes about ------------------------------------------

let pointing = 0;

function zoom(card) {
  const place = find("#zoom");
  if (!place) return;
  if (!card) {
    place.classList.remove("shown");
    return;
  }
  const copy = page.createElement("div");
  copy.className = card.className;
  for (const part of card.children) copy.append(part.cloneNode(true));
  copy.classList.remove("may", "picked");
  for (const each of all("[data-view], .card", copy)) each.style.viewTransitionName = "none";
  for (const face of all(".face", copy)) face.tabIndex = -1;
  place.replaceChildren(copy);
  const box = card.getBoundingClientRect();
  place.classList.toggle("left", box.left > window.innerWidth / 2 - box.width);
  place.classList.add("shown");
}

page.addEventListener("pointerover", (event) => {
  clearTimeout(pointing);
  const card = event.target.closest("#main .card");
  const value = event.target.closest("[data-ask]");
  if (card && event.pointerType !== "touch") pointing = setTimeout(() => zoom(card), POINTED);
  else zoom(null);
  if (value && value.tagName === "SPAN" && !value.closest("#zoom")) {
    pointing = setTimeout(() => {
      zoom(card);
      send(JSON.parse(value.dataset.ask));
    }, POINTED);
  }
  const option = event.target.closest(".option");
  const named = event.target.closest("[data-for]");
  point(option ? clicksOf(option) : named ? [Number(named.dataset.for)] : []);
});

function point(clicks) {
  for (const thing of all(THINGS)) {
    (thing.closest(".card") || thing).classList.toggle("aimed", clicks.includes(clickOf(thing)));
  }
  if (!clicks.length) aim();
}

function aim() {
  for (const target of all("[data-target]")) {
    const face = find(`.face[data-card="${CSS.escape(target.dataset.target)}"]`);
    if (face) face.closest(".card").classList.add("aimed");
  }
}

page.addEventListener("focusin", (event) => {
  const face = event.target.closest("#main .face");
  if (face && face.matches(":focus-visible")) zoom(face.closest(".card"));
  else if (!face) zoom(null);
  const option = event.target.closest(".option");
  if (option) point(clicksOf(option));
  remember(event.target);
});

// -- the keyboard ----------------------------------------------------------------------------------

function rove(to) {
  const region = to.closest("#main > *") || page;
  for (const thing of all(THINGS, region)) thing.tabIndex = -1;
  to.tabIndex = 0;
}

function tabbable() {
  for (const region of all("#main > *")) {
    const things = all(THINGS, region);
    if (things.some((thing) => thing.tabIndex === 0)) continue;
    const first = things.find((thing) => thing.closest(".may")) || things[0];
    if (first) first.tabIndex = 0;
  }
}

function beside(from, key) {
  const box = from.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  let best = null;
  let least = Infinity;
  for (const thing of all(`#main ${THINGS.split(", ").join(", #main ")}`)) {
    if (thing === from || !thing.offsetParent) continue;
    const other = thing.getBoundingClientRect();
    const dx = other.left + other.width / 2 - x;
    const dy = other.top + other.height / 2 - y;
    const along = { ArrowRight: dx, ArrowLeft: -dx, ArrowDown: dy, ArrowUp: -dy }[key];
    const across = Math.abs(key === "ArrowRight" || key === "ArrowLeft" ? dy : dx);
    if (along < 4) continue;
    const far = along + 2.5 * across;
    if (far < least) [best, least] = [thing, far];
  }
  return best;
}

let explained = 0;

function explain(face) {
  const values = all("[data-ask]", face);
  if (!values.length) return;
  send(JSON.parse(values[explained % values.length].dataset.ask));
  explained += 1;
}

page.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (event.key === "Escape") {
    for (const menu of all("details.menu[open], details.heap[open]")) menu.open = false;
    for (const box of all(BOXES)) box.hidden = true;
    zoom(null);
    forget();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = event.target.closest(THINGS);
  if (thing && event.key.startsWith("Arrow")) {
    const next = beside(thing, event.key);
    if (next) {
      rove(next);
      next.focus();
    }
    event.preventDefault();
    return;
  }
  const option = event.target.closest(".option");
  if (option && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const shown = all(".options li:not(.aside) .option");
    const step = event.key === "ArrowDown" ? 1 : -1;
    const next = shown[shown.indexOf(option) + step];
    if (next) next.focus();
    event.preventDefault();
    return;
  }
  const key = event.key.toLowerCase();
  if (key === "e" && thing) explain(thing);
  else if (key === "o") find(".option")?.focus();
  else if (key === "c") find("#main [tabindex='0']")?.focus();
  else if (key === "/") {
    find("#line")?.focus();
    event.preventDefault();
  } else if (/^[a-z]$/.test(key)) find(`[data-key="${key}"]`)?.click();
});

page.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-line]");
  if (!form) return;
  event.preventDefault();
  const line = form.elements.line.value.trim();
  if (line) send({ do: "line", line });
});

// -- menus, questions that ask again, settings -----------------------------------------------------

page.addEventListener("click", (event) => {
  for (const menu of all("details.menu[open], details.heap[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

let sure = null;

page.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-confirm]");
    if (!button || button === sure) {
      sure = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const dialog = find("#sure");
    find("p", dialog).textContent = button.dataset.confirm;
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      () => {
        if (dialog.returnValue !== "yes") return;
        sure = button;
        button.click();
      },
      { once: true },
    );
    dialog.showModal();
  },
  true,
);

function wear(scheme) {
  page.documentElement.classList.toggle("scheme-light", scheme === "light");
  page.documentElement.classList.toggle("scheme-dark", scheme === "dark");
}

function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name) || "";
  } catch {
    return "";
  }
}

page.addEventListener("change", (event) => {
  const name = event.target.dataset.setting;
  if (!name) return;
  const value = event.target.value;
  if (name === "scheme") {
    wear(stored("scheme", value));
    return;
  }
  const year = 60 * 60 * 24 * 365;
  page.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${year}; samesite=lax`;
  location.reload();
});

const scheme = find("#scheme");
if (scheme && stored("scheme")) {
  scheme.value = stored("scheme");
  wear(scheme.value);
}

// -- what changes: focus stays, menus stay, cards travel -------------------------------------------

let focused = "";
const open = new Set();
let atEnd = true;

function keyOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const name of ["card", "click", "key", "do", "ask"]) {
    if (element.dataset && element.dataset[name]) {
      return `[data-${name}="${CSS.escape(element.dataset[name])}"]`;
    }
  }
  return element.matches("summary") ? summaryOf(element.parentElement) : "";
}

const summaryOf = (menu) => {
  const region = menu.closest("[id]");
  const place = all("details", region ?? page).indexOf(menu);
  return `${region ? `#${CSS.escape(region.id)}` : "body"}|${place}`;
};

function remember(element) {
  if (element !== page.body) focused = keyOf(element);
}

function again(key) {
  if (!key) return null;
  const [region, place] = key.split("|");
  if (place === undefined) return find(key);
  const menu = all(`${region} details`)[Number(place)];
  return menu ? find("summary", menu) : null;
}

function nameCards() {
  const seen = new Set();
  for (const card of all("#main .card[data-view]")) {
    const name = `card-${card.dataset.view}`;
    card.style.viewTransitionName = seen.has(name) ? "none" : name;
    seen.add(name);
  }
}

page.addEventListener(
  "toggle",
  (event) => {
    const menu = event.target;
    if (!menu.isConnected) return;
    if (menu.open) open.add(summaryOf(menu));
    else open.delete(summaryOf(menu));
  },
  true,
);

find("#log")?.addEventListener("scroll", (event) => {
  const log = event.target;
  atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
});

const BOXES = "#hint, #refused";

// An answer in a box above the table goes with its button, with Escape, with a click elsewhere.
function closable(box) {
  box.hidden = !box.textContent.trim();
  if (box.hidden) return;
  const button = page.createElement("button");
  button.type = "button";
  button.className = "close";
  button.textContent = "×";
  button.setAttribute("aria-label", box.dataset.close);
  box.prepend(button);
}

page.addEventListener("click", (event) => {
  const inside = event.target.closest(BOXES);
  if (inside && event.target.closest(".close")) {
    inside.hidden = true;
    find("#main [tabindex='0']")?.focus({ preventScroll: true });
  }
  for (const box of all(BOXES)) if (!inside) box.hidden = true;
});

page.addEventListener("answer", (event) => {
  const box = page.getElementById(event.detail.id);
  if (box && box.matches(BOXES)) closable(box);
  if (box && box.matches("#gathered")) showFurther();
});

function settle() {
  nameCards();
  tabbable();
  for (const key of open) {
    const summary = again(key);
    if (summary) summary.parentElement.open = true;
  }
  if (page.activeElement === page.body && focused) {
    const target = again(focused) || find(".ask .option") || find(".bar .main");
    if (target) {
      if (target.matches(THINGS)) rove(target);
      target.focus({ preventScroll: true });
    }
  }
  const log = find("#log");
  if (log && atEnd) log.scrollTop = log.scrollHeight;
  picked = [];
  showPicked();
  point([]);
}

page.addEventListener("parts", settle);
if (find("#main")) settle();
