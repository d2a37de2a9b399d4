// The judge's curve, where a game has been analysed: the points, and the mistakes of note.
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

  swing(ply) {
    return this.swings.get(ply);
  }

  static async of(address, timeline) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return new Judged((await answer.json()).found, timeline);
  }
}

const same = (one, other) => one.every(([, value], n) => value === other[n][1]);
