// What scripts say, in the reader's language. The page carries it: templates/includes/words.html.
const page = document.getElementById("words");

/**
 * Returns the page's texts of a kind, by their names.
 *
 * @param {"word" | "english" | "shape"} kind
 * @returns {Map<string, string>}
 */
const texts = (kind) => {
  const { content } = /** @type {HTMLTemplateElement} */ (page);
  const elements = /** @type {NodeListOf<HTMLElement>} */ (content.querySelectorAll(`[data-${kind}]`));
  return new Map([...elements].map((one) => [String(one.dataset[kind]), one.textContent ?? ""]));
};

const FIELD = /\{(\w+)\}/g;
const words = texts("word");
const shapes = texts("shape");

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

/** @param {string} form */
const shape = (form) => {
  const source = form.replace(FIELD, (_, name) => `(?<${name}>${shapes.get(name)})`);
  return new RegExp(`^${source}$`, "i");
};

/** @type {[RegExp, string][]} */
const forms = [...texts("english")].map(([form, text]) => [shape(form), text]);

/** @param {string} text */
const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {string} text
 * @returns {string}
 */
const colours = (text) => {
  const names = text.toLowerCase().split(/, | and /);
  const [last, ...others] = names.map((name) => begun(said(name))).reverse();
  return others.length ? word("and", { others: others.reverse().join(", "), last }) : last;
};

/**
 * Returns what a film says in English, in the reader's language where its form is known.
 *
 * @param {string} text
 * @returns {string}
 */
export const said = (text) => {
  for (const [known, german] of forms) {
    const found = text.match(known);
    if (!found) continue;
    const values = { ...found.groups };
    if (values.who) values.who = colours(values.who);
    const told = filled(german, values);
    return /^[A-Z]/.test(text) ? begun(told) : told;
  }
  if (text.endsWith(".")) return `${said(text.slice(0, -1))}.`;
  for (const joint of [": ", ", "]) {
    const [first, ...rest] = text.split(joint);
    if (rest.length) return `${said(first)}${joint}${said(rest.join(joint))}`;
  }
  return text;
};
