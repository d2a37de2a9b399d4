// The judge's curve, where a game has been analysed: the points, and the mistakes of note.
import { decimal, word } from "../words.js";

export const MISTAKE = "mistake";

export class Judged {
  constructor(found, timeline) {
    this.points = timeline.seats.map((_, seat) =>
      found.points.map(({ ply, values }) => [ply, values[seat]]),
    );
    // Partners share one line.
    this.points = this.points.map((line, seat) =>
      this.points.slice(0, seat).some((other) => same(line, other)) ? [] : line,
    );
    this.swings = new Map(found.swings.map((swing) => [swing.ply, swing]));
    for (const { ply } of found.swings) {
      const event = timeline.event(ply);
      event.marks = [MISTAKE, ...(event.marks ?? [])];
    }
  }

  // What the judge would rather have seen than a mistake.
  better(ply) {
    const swing = this.swings.get(ply);
    if (!swing?.better) return "";
    return ` ${word("better", { better: swing.better, lost: decimal(swing.lost, 2) })}`;
  }

  static async of(address, timeline) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return new Judged((await answer.json()).found, timeline);
  }
}

// Links of the analysis lead to their events, on the board above.
export const followLinks = (board, choose) => {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#analysis a[data-ply]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(Number(link.dataset.ply));
    board.scrollIntoView({ block: "nearest" });
  });
};

const same = (one, other) => one.every(([, value], n) => value === other[n][1]);
