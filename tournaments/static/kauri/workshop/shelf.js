// Lists the drafts that this browser keeps, and moves them to the account.
import { find } from "../replay/dom.js";
import { LocalDrafts, query, send } from "./local.js";

/** @import { LocalDraft } from "./local.js" */

const section = find(document, "#local");
const list = find(section, "[data-part=drafts]");
const form = find(section, "[data-part=move]", HTMLFormElement);
const error = find(section, "[data-part=error]");
const row = find(section, "template", HTMLTemplateElement);
const kept = new LocalDrafts();
const isPlayer = section.hasAttribute("data-player");

/**
 * @param {string} id
 * @param {LocalDraft} draft
 */
const rowOf = (id, draft) => {
  const item = /** @type {DocumentFragment} */ (row.content.cloneNode(true));
  const link = find(item, "[data-part=open]", HTMLAnchorElement);
  link.search = query(id, draft);
  link.textContent = draft.name || id;
  const day = new Date(draft.at).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  find(item, "[data-part=about]").textContent = `${draft.variant}, ${day}`;
  find(item, "[data-part=delete]").addEventListener("click", () => {
    kept.remove(id);
    show();
  });
  return item;
};

// Steps stay in the browser although they have been saved in the account.
const unsaved = () => kept.all().filter(([, { draft }]) => !draft);

const show = () => {
  const drafts = unsaved();
  list.hidden = !drafts.length;
  list.replaceChildren(...drafts.map(([id, draft]) => rowOf(id, draft)));
  find(section, "[data-part=none]").hidden = drafts.length > 0;
  form.hidden = !isPlayer || !drafts.length;
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  for (const [id, draft] of unsaved()) {
    const answer = await send(form, { ...draft, name: draft.name || id });
    if (answer.status !== 200) {
      error.textContent = (answer.errors ?? [String(answer.status)]).join(" ");
      error.hidden = false;
      show();
      return;
    }
    kept.remove(id);
  }
  location.reload();
});

show();
