// Drafts that this browser keeps, each under a key of its own: so tabs do not overwrite each other's.

/** @typedef {{ name: string, text: string }} CodeFile */
/**
 * A draft; `draft` and `counter` say as what it was saved in the account.
 *
 * @typedef {object} LocalDraft
 * @property {string} name
 * @property {string} variant
 * @property {string} step
 * @property {CodeFile[]} files
 * @property {number} at
 * @property {number | null} [draft]
 * @property {number | null} [counter]
 */

export const PREFIX = "kauri-draft-";
const SOLVED = "kauri-steps";

export class LocalDrafts {
  /** @param {Storage} [storage] */
  constructor(storage = localStorage) {
    this.storage = storage;
  }

  /**
   * @param {string} id
   * @returns {LocalDraft | null}
   */
  read(id) {
    return JSON.parse(this.storage.getItem(PREFIX + id) ?? "null");
  }

  /**
   * Keeps a draft; returns false if the browser has no room for it.
   *
   * @param {string} id
   * @param {LocalDraft} draft
   */
  write(id, draft) {
    try {
      this.storage.setItem(PREFIX + id, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} id */
  remove(id) {
    this.storage.removeItem(PREFIX + id);
  }

  /**
   * Returns all drafts with their ids, the newest first.
   *
   * @returns {[id: string, draft: LocalDraft][]}
   */
  all() {
    const ids = Object.keys(this.storage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    return ids
      .map((id) => /** @type {[string, LocalDraft]} */ ([id, this.read(id)]))
      .sort(([, one], [, other]) => other.at - one.at);
  }

  /**
   * Returns the drafts for a game as opponents, but the one that is open.
   *
   * @param {string} game
   * @param {string | null} open
   */
  rivals(game, open) {
    const fits = this.all().filter(([id, { step, variant }]) => !step && id !== open && variant.split("(")[0] === game);
    return fits.map(([id, { name, files }]) => ({ name: `local-${id}`, label: name || id, files }));
  }

  /** @returns {string[]} the keys of the steps whose goals were reached in this browser */
  solved() {
    return JSON.parse(this.storage.getItem(SOLVED) ?? "[]");
  }

  /** @param {string} step */
  solve(step) {
    this.storage.setItem(SOLVED, JSON.stringify([...new Set([...this.solved(), step])]));
  }
}

/**
 * Returns the query of the address by which the workshop opens a draft.
 *
 * @param {string} id
 * @param {Pick<LocalDraft, "variant" | "step">} draft
 */
export const query = (id, { variant, step }) =>
  new URLSearchParams(step ? { step } : { game: variant, local: id }).toString();

/**
 * Sends a draft to the account; returns what the site answers.
 *
 * @param {HTMLFormElement} form has the address and the token
 * @param {Pick<LocalDraft, "name" | "variant" | "files">} draft
 * @param {Record<string, string>} [before] the draft's id and its counter, if it was saved before
 * @returns {Promise<{ status: number, draft?: number, counter?: number, errors?: string[] }>}
 */
export const send = async (form, { name, variant, files }, before = {}) => {
  const body = new FormData(form);
  const values = { name, variant, code: JSON.stringify(files), ...before };
  for (const [key, value] of Object.entries(values)) body.set(key, value);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  return { status: answer.status, ...(isJson ? await answer.json() : {}) };
};
