// Arrow keys and a play button for the replay, whose links work without them.
const PAUSE = 900;
let playing = false;
let timer;

const follow = (name) => {
  const link = document.querySelector(`#step-${name}[href]`);
  link?.click();
  return link !== null;
};

const stop = () => {
  playing = false;
  clearTimeout(timer);
};

const show = () => {
  const button = document.getElementById("play");
  button.hidden = false;
  button.textContent = playing ? "Pause" : "Play";
  const events = document.getElementById("events");
  const row = events.querySelector("[aria-current]");
  if (row) events.scrollTop = row.offsetTop - events.clientHeight / 2;
};

// Where the end is reached, playing begins again.
const toggle = () => {
  if (playing) stop();
  else playing = follow("next") || follow("first");
  show();
};

const advance = () => {
  playing = playing && follow("next");
  show();
};

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) toggle();
  else if (event.isTrusted && event.target.closest("#replay a")) stop();
});

document.addEventListener("keydown", (event) => {
  const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!name || modified || event.target.closest("input, select, textarea, .table-box")) return;
  event.preventDefault();
  stop();
  follow(name);
});

// The next step waits until the one before it is on the page.
document.addEventListener("htmx:afterSettle", () => {
  clearTimeout(timer);
  if (playing) timer = setTimeout(advance, PAUSE);
  show();
});
document.addEventListener("htmx:historyRestore", show);
for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    stop();
    show();
  });
}
show();
