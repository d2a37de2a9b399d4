// What scripts say, in the reader's language. The page carries it: templates/includes/words.html.
/** @import { Deed, End, Seat, Sentence, Value } from "./film.d.ts" */

const page = document.getElementById("words");

/**
 * Returns the page's texts of a kind, by their names.
 *
 * @param {"word" | "english" | "sentence"} kind
 * @returns {Map<string, string>}
 */
const texts = (kind) => {
  const { content } = /** @type {HTMLTemplateElement} */ (page);
  const elements = /** @type {NodeListOf<HTMLElement>} */ (content.querySelectorAll(`[data-${kind}]`));
  return new Map([...elements].map((one) => [String(one.dataset[kind]), one.textContent ?? ""]));
};

const FIELD = /\{(\w+)\}/g;
const words = texts("word");
const english = texts("english");
const sentences = texts("sentence");

/** @typedef {Record<string, string | number>} Values */

/**
 * @param {string} text
 * @param {Values} values
 */
const filled = (text, values) => text.replace(FIELD, (field, name) => String(values[name] ?? field));

/**
 * Returns a text of the page by its name, with values for its fields in braces.
 *
 * @param {string} name
 * @param {Values} [values]
 */
export const word = (name, values = {}) => filled(words.get(name) ?? name, values);

/**
 * Returns a number as the reader writes it, with so many decimals.
 *
 * @param {number} value
 * @param {number} digits
 */
export const decimal = (value, digits) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

/**
 * Returns an English text of a film in the reader's language, with values for its fields.
 *
 * @param {string} text
 * @param {Values} [values]
 */
export const said = (text, values = {}) => filled(english.get(text) ?? text, values);

/**
 * Returns how a game ended, in the reader's language.
 *
 * @param {End} end
 * @param {Seat[]} seats
 */
export const ended = (end, seats) => `${capitalised(sentence(end, seats))}.`;

/**
 * Returns what a person is asked to do by an action: Move stone 3 to b4, capturing stone 5.
 *
 * @param {Deed} deed
 * @param {Seat[]} seats
 */
export const asked = (deed, seats) => withEffects(sentence(deed, seats), deed, seats);

/**
 * Returns what somebody did: Ann moves stone 3 to b4, capturing stone 5.
 *
 * @param {Deed} deed
 * @param {Seat[]} seats
 * @param {string} who
 */
export const told = (deed, seats, who) => {
  const { code, params } = deed;
  return withEffects(sentence({ code: `${code}-told`, params: { ...params, seats: who } }, seats), deed, seats);
};

/**
 * Returns an action as short as a button: 3 to b4.
 *
 * @param {Deed} deed
 * @param {Seat[]} seats
 */
export const label = ({ code, params }, seats) => sentence({ code: `${code}-label`, params }, seats);

/**
 * @param {string} text
 * @param {Deed} deed
 * @param {Seat[]} seats
 */
const withEffects = (text, { effects = [] }, seats) =>
  [text, ...effects.map((effect) => sentence(effect, seats))].join(", ");

/** @param {string} text */
const capitalised = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * @param {Sentence} written
 * @param {Seat[]} seats
 * @returns {string}
 */
const sentence = ({ code, params }, seats) => {
  const values = Object.entries(params).map(([name, value]) => [name, written(value, seats)]);
  return filled(sentences.get(code) ?? code, Object.fromEntries(values));
};

/**
 * @param {Value} value
 * @param {Seat[]} seats
 */
const written = (value, seats) => {
  if (typeof value !== "object") return value;
  if (!Array.isArray(value)) return sentence(value, seats);
  const parts = value.map((part) => (typeof part === "number" ? said(seats[part].colour) : sentence(part, seats)));
  return typeof value[0] === "number" ? together(parts) : parts.join(", ");
};

/** @param {string[]} names */
const together = (names) => {
  const last = String(names.at(-1));
  return names.length > 1 ? word("and", { others: names.slice(0, -1).join(", "), last }) : last;
};
