// Draws positions of a film and moves from one to the next. It knows no rules and no geometry.
import { said } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["place", "mark", "piece", "throw"];
const STEP = 110;
const MOVE = 240;
const LONGEST = 900;
const TUMBLE = [
  { transform: "rotate(-220deg) scale(0.55)" },
  { transform: "rotate(25deg) scale(1.1)", offset: 0.75 },
  { transform: "none" },
];

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  // `scene` has the title, the size and the markup of the board; `looks` is a growing list.
  constructor(scene, looks) {
    this.looks = looks;
    this.shapes = [];
    this.drawn = new Map();
    this.running = [];
    this.leaving = [];
    this.element = this.build(scene);
  }

  build({ title, size: [width, height], board }) {
    const picture = parse(
      `<svg xmlns="${SVG}" class="k-picture" role="img" viewBox="0 0 ${width} ${height}">` +
        `<title></title><g class="k-turn"><g>${board}</g></g></svg>`,
    );
    this.name = said(title);
    picture.firstChild.textContent = this.name;
    this.title = picture.firstChild;
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = picture.lastChild.appendChild(document.createElementNS(SVG, "g"));
    }
    return picture;
  }

  flip() {
    return this.element.classList.toggle("flipped");
  }

  describe(words) {
    this.title.textContent = `${this.name}. ${words}`;
  }

  // Shows a position at once.
  show(position) {
    this.settle();
    for (const key of this.drawn.keys()) if (!position.things.has(key)) this.drop(key);
    for (const [key, thing] of position.things) this.put(key, thing);
  }

  // Shows the position after a frame and moves there. Returns how many milliseconds that takes.
  move(position, frame, speed = 1) {
    this.settle();
    if (still()) {
      this.show(position);
      return 0;
    }
    const walk = Math.min((frame.path?.length ?? 0) * STEP, LONGEST) / speed;
    const step = frame.path ? walk / frame.path.length : 0;
    const rest = { delay: walk, duration: MOVE / speed };
    for (const key of frame.gone ?? []) this.leave(key, rest);
    for (const [key, , x, y, steps] of frame.set ?? []) {
      const before = this.drawn.get(key);
      this.put(key, position.things.get(key));
      const now = this.drawn.get(key);
      if (frame.throw !== undefined && now.layer === "throw") this.tumble(now, speed);
      else if (!before && x !== undefined) this.run(now.node, [{ opacity: 0 }, { opacity: 1 }], rest);
      else if (steps) this.walk(now, before, frame.path.slice(0, steps), step, rest);
      else if (before && (before.x !== x || before.y !== y)) this.run(now.node, [at(before), at(now)], rest);
    }
    return walk + rest.duration;
  }

  walk(now, before, path, step, { duration }) {
    const way = [before, ...path.map(([x, y]) => ({ x, y })), now];
    const whole = path.length * step + duration / 2;
    const frames = way.map((spot, number) => ({
      ...at(spot),
      offset: number === way.length - 1 ? 1 : (number * step) / whole,
    }));
    this.run(now.node, frames, { duration: whole, easing: "linear" });
  }

  tumble(thing, speed) {
    const inner = thing.node.firstChild;
    inner.classList.add("k-die-face");
    this.run(inner, TUMBLE, { duration: 380 / speed, easing: "ease-out" });
  }

  run(node, frames, timing) {
    this.running.push(node.animate(frames, { easing: "ease-in-out", fill: "backwards", ...timing }));
  }

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

  // Ends whatever still moves.
  settle() {
    for (const animation of this.running) animation.cancel();
    for (const node of this.leaving) node.remove();
    this.running = [];
    this.leaving = [];
  }

  put(key, { look, x, y }) {
    const known = this.drawn.get(key);
    if (known && known.look === look && known.x === x && known.y === y) return;
    const thing = { ...this.node(known, look), look, x, y };
    thing.node.setAttribute("transform", `translate(${x} ${y})`);
    this.drawn.set(key, thing);
  }

  node(known, look) {
    if (known?.look === look) return known;
    const shape = this.shape(look).cloneNode(true);
    const node = known?.node ?? document.createElementNS(SVG, "g");
    node.replaceChildren(shape);
    const layer = layerOf(shape);
    if (!known) this.layers[layer].append(node);
    return { node, layer };
  }

  shape(look) {
    this.shapes[look] ??= parse(`<svg xmlns="${SVG}">${this.looks[look]}</svg>`).firstChild;
    return this.shapes[look];
  }

  drop(key) {
    this.drawn.get(key).node.remove();
    this.drawn.delete(key);
  }
}

const parse = (markup) =>
  document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);

const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });

const layerOf = (shape) => {
  const name = shape.getAttribute("class").slice(2);
  if (name === "place" || name === "throw") return name;
  return shape.localName === "g" || name === "seed" ? "piece" : "mark";
};
