// Tells the server the visitor's time zone, so that pages show local times.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// A part of the page that comes anew leaves the focus where it was. htmx sees to that only for
// what has an id, and most links have none.
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";
const likeness = (one) => {
  const told = ["href", "name", "aria-labelledby", "aria-label"].map((name) => one.getAttribute(name));
  return `${one.tagName} ${told.find(Boolean) ?? one.textContent.trim()}`;
};
const alike = (part, like) => [...part.querySelectorAll(STOPS)].filter((one) => likeness(one) === like);
let left;
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  const focused = document.activeElement;
  const inside = focused !== target && target.contains(focused);
  left = inside && { like: likeness(focused), number: alike(target, likeness(focused)).indexOf(focused) };
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (!left || document.activeElement !== document.body) return;
  const found = alike(target, left.like);
  (found[left.number] ?? found[0])?.focus({ preventScroll: true });
});

// Who leaves the menu of a phone by key would find the focus behind it.
document.getElementById("menu")?.addEventListener("focusout", ({ currentTarget, relatedTarget }) => {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.();
});
