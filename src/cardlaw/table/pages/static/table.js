// The transport of a page: one socket, each message until it is answered, the parts that change.

const body = document.body;
const path = body.dataset.socket;
const pageId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
  b.toString(16).padStart(2, "0"),
).join("");

let socket = null;
// How messages travel where there is no socket.
let carrier = null;
let version = 0;
let seat = Number(body.dataset.seat ?? 0);
let count = 0;
let delay = 100;
// What was sent and is not answered yet, in order: it is sent again after a lost connection.
const waiting = new Map();

export function send(message) {
  count += 1;
  const sent = { ...message, n: count, v: version };
  waiting.set(count, sent);
  if (message.do === "seat") {
    seat = message.seat;
  }
  body.dataset.pending = String(waiting.size);
  if (message.do !== "ask" && message.do !== "gather") {
    place("refused", "");
  }
  transmit(sent);
}

export const ask = send;

// A page without a socket says how its messages travel; `receive` takes what comes back.
export function carry(way) {
  carrier = way;
}

function transmit(message) {
  if (carrier !== null) {
    carrier(message);
  } else if (socket !== null && socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${path}`);
  socket.addEventListener("open", greet);
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", lost);
}

function greet() {
  count += 1;
  socket.send(
    JSON.stringify({
      do: "hello",
      n: count,
      page: pageId,
      seat,
      language: document.documentElement.lang || "en",
      cards: body.dataset.cards || document.documentElement.lang || "en",
    }),
  );
  // In the order in which they were meant; what was done already is recognised by its number.
  for (const message of waiting.values()) {
    transmit(message);
  }
}

function connected(yes) {
  body.dataset.connected = yes ? "1" : "0";
  const sign = document.getElementById("connection");
  if (sign !== null) {
    sign.textContent = yes ? "" : sign.dataset.lost ?? "";
  }
}

function lost(event) {
  connected(false);
  if (event.code === 4404 || event.code === 1008) {
    return;
  }
  setTimeout(connect, delay);
  delay = Math.min(delay * 2, 5000);
}

export function receive(message) {
  delay = 100;
  connected(true);
  if (message.to !== undefined && message.to !== null) {
    waiting.delete(message.to);
    body.dataset.pending = String(waiting.size);
  }
  if (message.v !== undefined) {
    version = message.v;
    body.dataset.version = String(version);
  }
  if (message.refused !== undefined) {
    place("refused", message.refused);
  }
  if (message.answer !== undefined) {
    place(message.place || "hint", message.answer);
  }
  if (message.parts !== undefined || message.more !== undefined) {
    show(() => swap(message));
  }
}

function place(id, html) {
  const element = document.getElementById(id);
  if (element !== null) {
    element.innerHTML = html;
    document.dispatchEvent(new CustomEvent("answer", { detail: { id } }));
  }
}

function show(change) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (document.startViewTransition === undefined || still || document.hidden) {
    change();
  } else {
    const shown = document.startViewTransition(change);
    // The next change cuts a transition short, which is no fault.
    shown.ready.catch(() => {});
    shown.finished.catch(() => {});
  }
}

function swap(message) {
  for (const [id, html] of Object.entries(message.parts ?? {})) {
    const element = document.getElementById(id);
    if (element !== null) {
      element.innerHTML = html;
    }
  }
  for (const [id, html] of Object.entries(message.more ?? {})) {
    document.getElementById(id)?.insertAdjacentHTML("beforeend", html);
  }
  body.dataset.seat = String(seat);
  document.dispatchEvent(new CustomEvent("parts"));
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-do]");
  if (element !== null && !element.disabled) {
    send(JSON.parse(element.dataset.do));
  }
});

if (path !== undefined) {
  connect();
}
