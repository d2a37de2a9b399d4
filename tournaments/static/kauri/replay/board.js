// Draws positions of a film and moves from one to the next. It knows no rules and no geometry.

import { said } from "../words.js";
import { draw, SVG } from "./dom.js";

/** @import { FilmEvent, Key, Point, Position, Scene, Thing } from "../film.d.ts" */

/** @typedef {"place" | "mark" | "piece" | "throw"} Layer */
/** @typedef {Thing & { node: SVGElement, layer: Layer }} Drawn */
/** @typedef {{ delay: number, duration: number }} Rest */

/** @type {Layer[]} */
const LAYERS = ["place", "mark", "piece", "throw"];
const STEP = 110;
const MOVE = 240;
const LONGEST = 900;
const TUMBLE = [
  { transform: "rotate(-220deg) scale(0.55)" },
  { transform: "rotate(25deg) scale(1.1)", offset: 0.75 },
  { transform: "none" },
];

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  /**
   * @param {Scene} scene
   * @param {string[]} looks markup by its number, in a list that grows
   */
  constructor(scene, looks) {
    this.looks = looks;
    this.name = said(scene.title);
    this.size = scene.size;
    /** @type {SVGElement[]} */
    this.shapes = [];
    /** @type {Map<Key, Drawn>} */
    this.drawn = new Map();
    /** @type {Animation[]} */
    this.running = [];
    /** @type {SVGElement[]} */
    this.leaving = [];
    this.title = draw("title");
    // What turns when the board is flipped; others may add to it.
    this.turned = draw("g", { class: "k-turn" });
    this.layers = { place: draw("g"), mark: draw("g"), piece: draw("g"), throw: draw("g") };
    this.element = this.build(scene);
  }

  /** @param {Scene} scene */
  build({ size: [width, height], board }) {
    const across = width > 1.25 * height ? " k-across" : "";
    const picture = draw("svg", { class: `k-picture${across}`, role: "img", viewBox: `0 0 ${width} ${height}` });
    this.title.textContent = this.name;
    this.turned.append(parse(`<g>${board}</g>`), ...LAYERS.map((name) => this.layers[name]));
    picture.append(this.title, this.turned);
    return picture;
  }

  flip() {
    return this.element.classList.toggle("flipped");
  }

  /** @param {string} words */
  describe(words) {
    this.title.textContent = `${this.name}. ${words}`;
  }

  /**
   * Shows a position at once.
   *
   * @param {Position} position
   */
  show(position) {
    this.settle();
    for (const key of this.drawn.keys()) if (!position.things.has(key)) this.drop(key);
    for (const [key, thing] of position.things) this.put(key, thing);
  }

  /**
   * Shows the position after an event and moves there. Returns how many milliseconds that takes.
   *
   * @param {Position} position
   * @param {FilmEvent} event
   */
  move(position, event, speed = 1) {
    this.settle();
    if (isStill()) {
      this.show(position);
      return 0;
    }
    const path = event.path ?? [];
    const walk = Math.min(path.length * STEP, LONGEST) / speed;
    const rest = { delay: walk, duration: MOVE / speed };
    for (const key of event.gone ?? []) this.leave(key, rest);
    for (const [key, , x, y, steps] of event.set ?? []) {
      const before = this.drawn.get(key);
      const now = this.put(key, /** @type {Thing} */ (position.things.get(key)));
      if (event.throw !== undefined && now.layer === "throw") this.tumble(now, speed);
      else if (!before && x !== undefined) this.run(now.node, [{ opacity: 0 }, { opacity: 1 }], rest);
      else if (before && steps) this.walk(now, before, path.slice(0, steps), walk / path.length, rest);
      else if (before && (before.x !== x || before.y !== y)) this.run(now.node, [at(before), at(now)], rest);
    }
    return walk + rest.duration;
  }

  /**
   * @param {Drawn} now
   * @param {Thing} before
   * @param {Point[]} path
   * @param {number} step
   * @param {Rest} rest
   */
  walk(now, before, path, step, { duration }) {
    const way = [before, ...path.map(([x, y]) => ({ x, y })), now];
    const whole = path.length * step + duration / 2;
    const frames = way.map((spot, number) => ({
      ...at(spot),
      offset: number === way.length - 1 ? 1 : (number * step) / whole,
    }));
    this.run(now.node, frames, { duration: whole, easing: "linear" });
  }

  /**
   * @param {Drawn} thing
   * @param {number} speed
   */
  tumble(thing, speed) {
    const inner = thing.node.children[0];
    inner.classList.add("k-die-face");
    this.run(inner, TUMBLE, { duration: 380 / speed, easing: "ease-out" });
  }

  /**
   * @param {Element} node
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   */
  run(node, frames, timing) {
    this.running.push(node.animate(frames, { easing: "ease-in-out", fill: "backwards", ...timing }));
  }

  /**
   * @param {Key} key
   * @param {Rest} rest
   */
  leave(key, rest) {
    const thing = this.drawn.get(key);
    if (!thing) return;
    if (thing.layer === "mark") {
      this.drop(key);
      return;
    }
    this.drawn.delete(key);
    this.leaving.push(thing.node);
    this.run(thing.node, [{ opacity: 1 }, { opacity: 0 }], { ...rest, fill: "both" });
  }

  // Ends what still moves.
  settle() {
    for (const animation of this.running) animation.cancel();
    for (const node of this.leaving) node.remove();
    this.running = [];
    this.leaving = [];
  }

  /**
   * @param {Key} key
   * @param {Thing} thing
   * @returns {Drawn}
   */
  put(key, { look, x, y }) {
    const before = this.drawn.get(key);
    if (before && before.look === look && before.x === x && before.y === y) return before;
    const thing = { ...this.dress(before, look), look, x, y };
    thing.node.setAttribute("transform", `translate(${x} ${y})`);
    this.drawn.set(key, thing);
    return thing;
  }

  /**
   * @param {Drawn | undefined} before
   * @param {number} look
   * @returns {{ node: SVGElement, layer: Layer }}
   */
  dress(before, look) {
    if (before?.look === look) return before;
    const shape = /** @type {SVGElement} */ (this.shape(look).cloneNode(true));
    const node = before?.node ?? draw("g");
    node.replaceChildren(shape);
    const layer = layerOf(shape);
    if (!before) this.layers[layer].append(node);
    return { node, layer };
  }

  /** @param {number} look */
  shape(look) {
    this.shapes[look] ??= parse(this.looks[look]);
    return this.shapes[look];
  }

  /** @param {Key} key */
  drop(key) {
    this.drawn.get(key)?.node.remove();
    this.drawn.delete(key);
  }
}

/**
 * @param {string} markup one element
 * @returns {SVGElement}
 */
const parse = (markup) => {
  const picture = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return /** @type {SVGElement} */ (document.importNode(picture.documentElement.children[0], true));
};

/** @param {{ x: number, y: number }} spot */
const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });

/**
 * @param {SVGElement} shape
 * @returns {Layer}
 */
const layerOf = (shape) => {
  const name = shape.getAttribute("class")?.slice(2);
  if (name === "place" || name === "throw") return name;
  return shape.localName === "g" || name === "seed" ? "piece" : "mark";
};
