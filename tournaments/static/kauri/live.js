// Follows games that are being played: one stream for all the boards of a page.
const AGAIN = 10_000;
let source;
let followed = "";
let timer;

const boards = () => [...document.querySelectorAll("[data-board]")];

const marked = (seat, content) => {
  const line = document.createElement("li");
  const mark = document.createElement("span");
  mark.className = `seat seat-${seat}`;
  mark.setAttribute("aria-hidden", "true");
  line.append(mark, content);
  return line;
};

const item = (event) => {
  const text = document.createElement("span");
  text.className = event.kind === "action" ? "mono" : "mono soft";
  text.textContent = event.text;
  return marked(event.seat, text);
};

const show = (board, frame) => {
  const picture = board.querySelector(".live-picture");
  const last = board.querySelector(".live-last");
  if (frame.svg) {
    const drawn = new DOMParser().parseFromString(frame.svg, "image/svg+xml");
    picture.replaceChildren(document.importNode(drawn.documentElement, true));
  }
  picture.hidden = !frame.svg;
  const seats = frame.seats.map((name, seat) => marked(seat, name));
  board.querySelector(".seating").replaceChildren(...seats);
  last.replaceChildren(...frame.last.map(item));
  last.hidden = false;
  board.querySelector(".live-waits").hidden = true;
};

// The page of a game has its replay as soon as the game is over.
const isOver = (board, frame) => {
  const game = Number(board.dataset.game);
  return game && (frame.game > game || (frame.game === game && frame.over));
};

const hear = (message) => {
  const frame = JSON.parse(message.data);
  for (const board of boards().filter((one) => one.dataset.board === String(frame.match))) {
    if (isOver(board, frame)) location.reload();
    else if (!board.dataset.game || Number(board.dataset.game) === frame.game) show(board, frame);
  }
};

const end = (message) => {
  const state = JSON.parse(message.data);
  for (const board of boards().filter((one) => one.dataset.board === String(state.match))) {
    board.querySelector(".live-waits").hidden = true;
    board.querySelector(".live-over").hidden = false;
    if (board.dataset.game) location.reload();
    delete board.dataset.board;
    if (board.classList.contains("alone")) board.remove();
  }
  follow();
};

const close = () => {
  clearTimeout(timer);
  source?.close();
  source = undefined;
  followed = "";
};

// A browser has few connections to a site: a page that nobody sees gives its own back.
const follow = () => {
  const wanted = document.hidden ? "" : boards().map((one) => one.dataset.board).join(",");
  if (wanted === followed) return;
  close();
  if (!wanted) return;
  followed = wanted;
  source = new EventSource(`/live/boards/${wanted}/`);
  source.addEventListener("board", hear);
  source.addEventListener("state", end);
  source.addEventListener("error", () => {
    // It comes back by itself, unless it was refused.
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    timer = setTimeout(follow, AGAIN * (1 + Math.random()));
  });
};

document.addEventListener("visibilitychange", follow);
document.addEventListener("htmx:afterSwap", follow);
addEventListener("pagehide", close);
addEventListener("pageshow", follow);
follow();
