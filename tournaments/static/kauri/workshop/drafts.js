// Keeps what is written in the workshop: in this browser, and on the site once it has been saved there.
import { find, lookUp } from "../replay/dom.js";
import { word } from "../words.js";
import { LocalDrafts, PREFIX, query, send } from "./local.js";
import { files, open } from "./page.js";

/** @import { CodeFile } from "./local.js" */

/** @typedef {{ name: string, draft: number | null, counter: number | null, step: { key: string } | null }} Opening */

const SETTLED = 5000;

const form = find(document, "#draft", HTMLFormElement);
const opening = /** @type {Opening} */ (JSON.parse(find(document, "#workshop-opening", HTMLScriptElement).text));
const variant = String(form.dataset.variant);
const step = opening.step?.key ?? "";

class DraftKeeper {
  constructor() {
    this.kept = new LocalDrafts();
    this.id = step ? `step-${step}` : (new URLSearchParams(location.search).get("local") ?? "");
    this.draft = opening.draft;
    this.counter = opening.counter;
    this.name = find(form, "[name=name]", HTMLInputElement);
    this.restore();
    document.addEventListener("workshop:changed", (event) =>
      this.changed(/** @type {CustomEvent} */ (event).detail.files),
    );
    addEventListener("storage", ({ key }) => this.part(key));
    form.addEventListener("submit", (event) => this.submitted(event));
    const login = lookUp(form, "[data-part=login]", HTMLAnchorElement);
    login?.addEventListener("click", () => {
      login.search = new URLSearchParams({ next: location.pathname + location.search }).toString();
    });
    lookUp(document, "[data-do=begin-again]")?.addEventListener("click", () => this.beginAgain());
  }

  restore() {
    const local = this.id && this.draft === null ? this.kept.read(this.id) : null;
    if (!local) return;
    open(local.files);
    this.name.value = local.name;
    this.draft = local.draft ?? null;
    this.counter = local.counter ?? null;
    this.say(word("draft-restored"));
  }

  /** @param {CodeFile[]} written */
  changed(written) {
    if (step || this.draft === null) this.keep(written);
    if (this.draft === null) return;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SETTLED);
    this.say(word("draft-unsaved"));
  }

  /** @param {CodeFile[]} written */
  keep(written) {
    this.id ||= Date.now().toString(36);
    const { draft: saved, counter } = this;
    const draft = { name: this.name.value, variant, step, files: written, at: Date.now(), draft: saved, counter };
    this.say(this.kept.write(this.id, draft) ? word("draft-kept") : word("draft-full"));
    if (!step) history.replaceState(null, "", `?${query(this.id, draft)}`);
  }

  /**
   * Goes on under an id of its own when another tab has changed the same draft.
   *
   * @param {string | null} key
   */
  part(key) {
    if (!this.id || key !== PREFIX + this.id || this.draft !== null) return;
    this.id = Date.now().toString(36);
    this.say(word("draft-parted"));
  }

  beginAgain() {
    this.kept.remove(this.id);
    location.reload();
  }

  /** @param {SubmitEvent} event */
  async submitted(event) {
    event.preventDefault();
    const deed = event.submitter?.getAttribute("value");
    if (deed === "copy") this.draft = this.counter = null;
    if ((await this.save()) && deed === "upload")
      location.assign(String(form.dataset.upload).replace("/0/", `/${this.draft}/`));
  }

  /** Saves the draft in the account; returns whether that went well. */
  async save() {
    clearTimeout(this.saving);
    const before = this.draft === null ? undefined : { draft: String(this.draft), counter: String(this.counter) };
    const sent = { name: this.name.value || word("draft-unnamed"), variant, files: files() };
    const answer = await send(form, sent, before).catch(() => ({ status: 0, errors: [word("again")] }));
    find(form, "[value=copy]").hidden = answer.status !== 409;
    if (answer.status !== 200 || !("draft" in answer)) {
      this.say((answer.errors ?? [word("draft-refused")]).join(" "));
      return false;
    }
    this.draft = answer.draft ?? null;
    this.counter = answer.counter ?? null;
    this.name.value = sent.name;
    if (step) this.keep(sent.files);
    else {
      this.kept.remove(this.id);
      history.replaceState(null, "", `?draft=${this.draft}`);
    }
    this.say(word("draft-saved"));
    return true;
  }

  /** @param {string} text */
  say(text) {
    find(form, "[role=status]").textContent = text;
  }
}

new DraftKeeper();
