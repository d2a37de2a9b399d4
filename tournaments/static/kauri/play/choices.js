// Boards that the server has drawn: a person chooses an action on them, which presses its button.
import { draw, find, findAll } from "../replay/dom.js";
import { word } from "../words.js";
import { Taps } from "./taps.js";

/** @import { Point, Way } from "../film.d.ts" */

/** @param {string} text */
const point = (text) => /** @type {Point} */ (text.split(" ").map(Number));

/**
 * @param {HTMLButtonElement} button
 * @returns {Way}
 */
const way = ({ value, title, dataset }) => ({
  action: value,
  asked: title,
  label: String(dataset.label),
  start: dataset.start ? point(dataset.start) : null,
  end: dataset.end ? point(dataset.end) : null,
  via: String(dataset.via).split(",").filter(Boolean).map(point),
});

/** @param {HTMLElement} form */
const lay = (form) => {
  const buttons = /** @type {HTMLButtonElement[]} */ (findAll(form, "button[data-via]"));
  if (!buttons.length || form.querySelector(".k-tap")) return;
  const board = find(form, ".board-box svg", SVGSVGElement);
  const turned = draw("g");
  board.append(turned);
  const { width, height } = board.viewBox.baseVal;
  const hint = form.querySelector('[data-part="hint"]');
  const taps = new Taps(
    { turned, size: [width, height] },
    {
      choose: (action) => buttons.find((one) => one.value === action)?.click(),
      narrow: (ways) => {
        const names = ways && new Set(ways.map((one) => one.action));
        for (const one of buttons) one.hidden = names !== null && !names.has(one.value);
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
