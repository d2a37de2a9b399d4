// A page without a browser: what scripts ask of one, for tests in node.
// Node imports it before them: `node --import`.
import { parseHTML } from "linkedom";

const { document, DOMParser, Element, HTMLElement, Event } = parseHTML(`<!DOCTYPE html><html lang="en"><body>
  <template id="words">
    <p data-word="other-piece">Another piece</p>
    <p data-word="and">{others} und {last}</p>
    <p data-english="blue">Blau</p>
    <p data-english="{n} seeds">{n} Samen</p>
    <p data-sentence="result-cause">{result}: {cause}</p>
    <p data-sentence="stone-move">Zieh Stein {stone} nach {square}</p>
    <p data-sentence="stone-move-told">{seats} zieht Stein {stone} nach {square}</p>
    <p data-sentence="stone-move-label">{stone} nach {square}</p>
    <p data-sentence="stone-capture">schlägt einen Stein von {captured}</p>
    <p data-sentence="wins">{seats} gewinnt</p>
    <p data-sentence="places-decided">alle Ränge stehen fest: {ranks}</p>
    <p data-sentence="rank">{seats} hat Rang {rank}</p>
    <p data-sentence="rank-shared">{seats} teilen Rang {rank}</p>
  </template>
</body></html>`);

// What linkedom has no notion of: motion, and the focus.
export const motions = [];
Object.assign(Element.prototype, {
  animate(frames, timing) {
    const motion = { node: this, frames, timing, cancelled: false };
    motions.push(motion);
    return {
      cancel() {
        motion.cancelled = true;
      },
    };
  },
  focus() {
    page.focused = this;
  },
});

export const page = { focused: null, isHidden: false, prefersStill: false };
Object.defineProperty(document, "hidden", { get: () => page.isHidden });

Object.assign(globalThis, {
  document,
  DOMParser,
  Element,
  HTMLElement,
  matchMedia: () => ({ matches: page.prefersStill }),
});

// Presses an element by mouse, or by a key.
export const click = (element) => element.dispatchEvent(new Event("click"));
export const press = (element, key) =>
  element.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
