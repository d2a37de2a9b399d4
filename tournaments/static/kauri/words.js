// What scripts say, in the reader's language. The page carries it: templates/includes/words.html.
const { content } = document.getElementById("words");
const texts = (name) =>
  new Map([...content.querySelectorAll(`[data-${name}]`)].map((one) => [one.dataset[name], one.textContent]));
const words = texts("word");
const FIELD = /\{(\w+)\}/g;

const filled = (text, values) => text.replace(FIELD, (field, name) => values[name] ?? field);

// A text of the page by its name; values stand as fields in braces.
export const word = (name, values = {}) => filled(words.get(name), values);

// A number as the reader writes it, with so many decimals.
export const decimal = (value, digits) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

const shapes = texts("shape");
const shape = (form) => {
  const source = form.replace(FIELD, (_, name) => `(?<${name}>${shapes.get(name)})`);
  return new RegExp(`^${source}$`, "i");
};
const forms = [...texts("english")].map(([form, text]) => [shape(form), text]);

const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const colours = (text) => {
  const names = text.toLowerCase().split(/, | and /).map((name) => begun(said(name)));
  const last = names.pop();
  return names.length ? word("and", { others: names.join(", "), last }) : last;
};

// What a film says in English: of a form that is known, in the reader's language.
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
