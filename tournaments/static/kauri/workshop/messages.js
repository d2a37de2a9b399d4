// What the frame may say. A bot in it could say anything, so nothing of it is trusted: a message
// that is not exactly as expected is dropped, and pictures hold nothing but shapes.

/** @import { Analysis, Deed, Film, FilmEvent, Way } from "../film.d.ts" */

/** @typedef {Record<string, Record<string, string>>} PrintedTexts by seat and event */
/** @typedef {Omit<Way, "asked" | "label"> & { deed: Deed }} BareWay */
/** @typedef {{ seat: number, why: string, detail: string, at: [string, number] | null }} Fault */

/**
 * @typedef {{ kind: "frame" | "ready" | "idle" }
 *   | { kind: "broken" | "refused", why: string }
 *   | { kind: "film", film: Film }
 *   | { kind: "events", events: FilmEvent[], printed: PrintedTexts }
 *   | { kind: "turn", ways: BareWay[] }
 *   | { kind: "over", own: number, result: number, faults: Fault[], events: FilmEvent[], seeds: Record<string, number> }
 *   | { kind: "score", games: number, wins: number, draws: number, losses: number, score: number, margin: number }
 *   | { kind: "answer", ply: number, action?: string, note?: string, deed?: Deed,
 *       wall?: number, fault?: Fault, printed: string }
 *   | { kind: "judged", points: Analysis["points"] }} Message
 */

const SHAPES = new Set(["circle", "g", "path", "rect", "text", "title"]);
const WRITTEN = new Set(
  (
    "class cx cy d fill fill-opacity font-family font-size font-weight height id r rx ry stroke stroke-dasharray " +
    "stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor transform width x y"
  ).split(" "),
);

/**
 * Whether markup holds shapes alone: no link, no script, no style, nothing that loads.
 *
 * @param {unknown} markup
 */
export const isPicture = (markup) => {
  if (typeof markup !== "string") return false;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  return [...documentElement.querySelectorAll("*")].every(
    (node) =>
      SHAPES.has(node.localName) &&
      [...node.attributes].every(({ name, value }) => WRITTEN.has(name) && isHarmless(name, value)),
  );
};

/**
 * Whether an attribute names nothing that loads, and no part of the page.
 *
 * @param {string} name
 * @param {string} value
 */
const isHarmless = (name, value) =>
  name === "id" ? value.startsWith("-") : !/[:(]/.test(value) || name === "transform";

/** @param {{ looks?: unknown }} frame */
const isFrame = (frame) => Object.values(frame?.looks ?? {}).every(isPicture);

/** @type {Record<string, (message: any) => boolean>} */
const CHECKS = {
  frame: () => true,
  ready: () => true,
  idle: () => true,
  broken: ({ why }) => typeof why === "string",
  refused: ({ why }) => typeof why === "string",
  film: ({ film }) =>
    isPicture(film.board) && isFrame(film.start) && (film.events ?? []).every(isFrame) && Array.isArray(film.seats),
  events: ({ events, printed }) => Array.isArray(events) && events.every(isFrame) && typeof printed === "object",
  turn: ({ ways }) => Array.isArray(ways),
  over: ({ own, result, faults, events }) =>
    Number.isInteger(own) && Number.isInteger(result) && Array.isArray(faults) && Array.isArray(events),
  score: ({ games, score, margin }) => [games, score, margin].every(Number.isFinite),
  judged: ({ points }) =>
    points.every((/** @type {any} */ { ply, values }) => Number.isInteger(ply) && values.every(Number.isFinite)),
  answer: ({ ply, printed }) => Number.isInteger(ply) && typeof printed === "string",
};

/**
 * Returns a message of the frame; undefined for anything else.
 *
 * @param {unknown} text
 * @returns {Message | undefined}
 */
export const read = (text) => {
  try {
    const message = JSON.parse(String(text));
    return Object.hasOwn(CHECKS, message.kind) && CHECKS[message.kind](message) ? message : undefined;
  } catch {
    return undefined;
  }
};
