// Boards that the server has drawn: a person chooses an action on them, which presses its button.
import { draw, find, findAll } from "../replay/dom.js";
import { word } from "../words.js";
import { Taps } from "./taps.js";

/** @import { Way } from "../film.d.ts" */

/** @param {string | undefined} text */
const point = (text) => /** @type {[number, number]} */ (String(text).split(" ").map(Number));

/**
 * @param {HTMLElement} button
 * @returns {Way}
 */
const way = (button) => ({
  action: String(button.getAttribute("value")),
  start: point(button.dataset.start),
  end: point(button.dataset.end),
});

/** @param {HTMLElement} form */
const lay = (form) => {
  const buttons = findAll(form, "button[data-start]");
  if (!buttons.length || form.querySelector(".k-tap")) return;
  const turned = draw("g");
  find(form, ".board-box svg", SVGElement).append(turned);
  const hint = form.querySelector('[data-part="hint"]');
  const taps = new Taps(
    { turned },
    {
      choose: (action) => buttons.find((one) => one.getAttribute("value") === action)?.click(),
      narrow: (ways) => {
        const names = ways && new Set(ways.map((one) => one.action));
        for (const one of buttons) one.hidden = names !== null && !names.has(String(one.getAttribute("value")));
        if (hint) hint.textContent = word(names ? "choose-one" : "choose");
      },
    },
  );
  taps.show(buttons.map(way));
  form.classList.add("laid");
};

const follow = () => {
  for (const form of findAll(document, ".choosing")) lay(form);
};

document.addEventListener("htmx:afterSwap", follow);
follow();
