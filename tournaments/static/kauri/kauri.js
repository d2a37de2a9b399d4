// Tells the server the visitor's time zone, so that pages show local times.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
  document.cookie = `timezone=${zone}; path=${document.documentElement.dataset.prefix ?? ""}/; max-age=31536000; samesite=lax`;
}

// A part of the page that comes anew leaves the focus where it was. htmx sees to that only for
// what has an id, and most links have none.
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";
/** @param {Element} one */
const likeness = (one) => {
  const told = ["href", "name", "aria-labelledby", "aria-label"].map((name) => one.getAttribute(name));
  return `${one.tagName} ${told.find(Boolean) ?? one.textContent?.trim()}`;
};
/**
 * @param {Element} part
 * @param {string} like
 */
const alike = (part, like) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(STOPS))].filter((one) => likeness(one) === like);
/** @type {{ like: string, number: number } | undefined} */
let left;
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target } = /** @type {CustomEvent<{ target: Element }>} */ (event).detail;
  const focused = document.activeElement;
  left = undefined;
  if (!(focused instanceof HTMLElement) || focused === target || !target.contains(focused)) return;
  const like = likeness(focused);
  left = { like, number: alike(target, like).indexOf(focused) };
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (!left || document.activeElement !== document.body || !(target instanceof Element)) return;
  const found = alike(target, left.like);
  (found[left.number] ?? found[0])?.focus({ preventScroll: true });
});

// Who leaves the menu of a phone by key would find the focus behind it.
const menu = document.getElementById("menu");
menu?.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover?.();
});
