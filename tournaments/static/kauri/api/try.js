// Asks the API what a form on its page says, as the one who is logged in, and shows the answer.
import { find, findAll } from "../replay/dom.js";

const LONGEST = 20000;

/** @param {HTMLFormElement} form */
const address = (form) => {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const [name, value] of new FormData(form)) if (value) values.set(name, String(value));
  const path = String(form.getAttribute("action")).replace(/\{(\w+)\}/g, (_place, name) => {
    const value = values.get(name) ?? "";
    values.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...values]);
  return query.size ? `${path}?${query}` : path;
};

/** @param {Response} answer */
const told = async (answer) => {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json/.test(kind) || /jsonl|ndjson/.test(kind)) return kind;
  return JSON.stringify(await answer.json(), null, 2).slice(0, LONGEST);
};

/** @param {HTMLFormElement} form */
const ask = async (form) => {
  const asked = address(form);
  const answer = await fetch(asked, { headers: { Accept: "application/json" } });
  const box = find(form, ".answer");
  box.textContent = `GET ${asked}\n${answer.status} ${answer.statusText}\n\n${await told(answer)}`;
  box.hidden = false;
  box.focus();
};

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.tried"))) {
  for (const part of findAll(form, "[hidden]:not(.answer)")) part.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}

// An address may name what is folded away.
const unfold = () => {
  const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(meant instanceof HTMLDetailsElement)) return;
  meant.open = true;
  meant.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
