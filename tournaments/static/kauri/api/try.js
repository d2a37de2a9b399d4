// Asks the API what a form on its page says, as the one who is logged in, and shows the answer.
const LONGEST = 20000;

const address = (form) => {
  const values = new Map([...new FormData(form)].filter(([, value]) => value));
  const path = form.getAttribute("action").replace(/\{(\w+)\}/g, (_place, name) => {
    const value = values.get(name);
    values.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...values]);
  return query.size ? `${path}?${query}` : path;
};

const told = async (answer) => {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json/.test(kind) || /jsonl|ndjson/.test(kind)) return kind;
  return JSON.stringify(await answer.json(), null, 2).slice(0, LONGEST);
};

const ask = async (form) => {
  const asked = address(form);
  const answer = await fetch(asked, { headers: { Accept: "application/json" } });
  const box = form.querySelector(".answer");
  box.textContent = `GET ${asked}\n${answer.status} ${answer.statusText}\n\n${await told(answer)}`;
  box.hidden = false;
  box.focus();
};

for (const form of document.querySelectorAll("form.tried")) {
  for (const part of form.querySelectorAll("[hidden]:not(.answer)")) part.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}

// An address may name what is folded away.
const unfold = () => {
  const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (meant?.tagName !== "DETAILS") return;
  meant.open = true;
  meant.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
