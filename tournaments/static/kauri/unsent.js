// Keeps what was typed into a form whose sender has to log in first, in this tab and no longer.
// A page that leads there has `data-keeps`. Passwords, files and tokens are never kept.

/**
 * @typedef {object} Unsent
 * @property {string} page where the form stands
 * @property {number} form which of the page's forms with that action
 * @property {string | null} action
 * @property {[name: string, value: string][]} values
 * @property {boolean} [kept] whether its sender has been asked to log in
 */

const KEY = "unsent";
const SECRET = "input[type=password], input[autocomplete=one-time-code]";
const UNKEPT = ["password", "file", "hidden", "submit", "button"];

/** @returns {Unsent | null} */
const read = () => JSON.parse(sessionStorage.getItem(KEY) ?? "null");

/** @param {Unsent} unsent */
const keep = (unsent) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(unsent));
  } catch {
    // It is larger than what the browser keeps for a site: the form is sent all the same.
    sessionStorage.removeItem(KEY);
  }
};

const page = () => location.pathname + location.search;

/** @param {string | null} action */
const formsWith = (action) => [...document.forms].filter((form) => form.getAttribute("action") === action);

/** @param {HTMLFormElement} form */
const fields = (form) =>
  [...form.elements].filter(
    (one) =>
      (one instanceof HTMLInputElement && !UNKEPT.includes(one.type)) ||
      one instanceof HTMLTextAreaElement ||
      one instanceof HTMLSelectElement,
  );

/**
 * @param {HTMLFormElement} form
 * @returns {Unsent}
 */
const unsentOf = (form) => {
  const action = form.getAttribute("action");
  const names = new Set(fields(form).map((one) => one.getAttribute("name")));
  const values = [...new FormData(form)].filter(([name, value]) => names.has(name) && typeof value === "string");
  return {
    page: page(),
    form: formsWith(action).indexOf(form),
    action,
    values: /** @type {[string, string][]} */ (values),
  };
};

/** @param {Unsent} unsent */
const restore = ({ form: number, action, values }) => {
  const form = formsWith(action)[number];
  if (!form) return;
  for (const one of fields(form)) {
    const own = values.filter(([name]) => name === one.getAttribute("name")).map(([, value]) => value);
    if (one instanceof HTMLSelectElement) {
      for (const option of one.options) option.selected = own.includes(option.value);
    } else if (one instanceof HTMLInputElement && ["checkbox", "radio"].includes(one.type)) {
      one.checked = own.includes(one.value);
    } else if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) {
      one.value = own[0] ?? "";
    }
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
  const notice = document.getElementById("restored");
  if (!notice) return;
  form.before(notice);
  notice.hidden = false;
  notice.scrollIntoView({ block: "center" });
};

const unsent = read();
if (unsent && document.querySelector("[data-keeps]")) {
  keep({ ...unsent, kept: true });
  for (const next of document.querySelectorAll("input[name=next]")) next.setAttribute("value", unsent.page);
  for (const link of document.querySelectorAll("a[data-form]")) link.setAttribute("href", unsent.page);
} else if (unsent && (unsent.page === page() || !unsent.kept)) {
  sessionStorage.removeItem(KEY);
  if (unsent.kept) restore(unsent);
}

document.addEventListener("submit", ({ target }) => {
  if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
  // A button for logging in elsewhere is such a form too.
  if (target.querySelector(SECRET) || document.querySelector("[data-keeps]")) return;
  keep(unsentOf(target));
});
