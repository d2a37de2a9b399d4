// Says when the goal of a step of the tutorial is reached, and keeps which steps were solved.
import { find, findAll, lookUp } from "../replay/dom.js";
import { word } from "../words.js";
import { LocalDrafts } from "./local.js";

/** @typedef {{ key: string, opponent: string, wins: number, games: number }} Goal */
/** @typedef {{ opponent: string, games: number, won: number }} Played */

const kept = new LocalDrafts();
const solved = kept.solved();
for (const link of findAll(document, "[data-step]")) {
  link.classList.toggle("solved", solved.includes(String(link.dataset.step)));
}

/**
 * Whether a row of games reaches a goal.
 *
 * @param {Goal} goal
 * @param {Played} played
 */
export const reaches = ({ opponent, wins, games }, played) =>
  played.opponent === opponent && played.won >= wins && played.games <= games;

const panel = lookUp(document, "#step");
if (panel) {
  const goal = /** @type {Goal} */ (JSON.parse(find(document, "#workshop-opening", HTMLScriptElement).text).step);
  const status = find(panel, "[role=status]");

  /** @param {boolean} isFresh whether it was solved just now */
  const celebrate = (isFresh) => {
    status.textContent = isFresh ? word("step-solved") : word("step-solved-before");
    status.classList.add("notice", "good");
    find(panel, "[data-part=step-next]").hidden = false;
  };
  if (solved.includes(goal.key)) celebrate(false);

  document.addEventListener("workshop:played", (event) => {
    const played = /** @type {CustomEvent<Played>} */ (event).detail;
    if (reaches(goal, played)) {
      kept.solve(goal.key);
      celebrate(true);
    } else if (played.opponent === goal.opponent && !status.classList.contains("good")) {
      status.textContent = word("step-so-far", { won: played.won, games: played.games });
    }
  });
}
