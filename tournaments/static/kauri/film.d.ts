/* A game as a film, which docs/25-films.md describes: the one description that scripts are checked by. */

/** The id of a thing; for a mark, which has none, the number of its look. */
export type Key = string | number;

export type Point = [x: number, y: number];

/** A thing that is new or has changed, and how many points of the frame's path it follows. */
export type Placed = [key: Key, look?: number, x?: number, y?: number, steps?: number];

/** Markup by its number: a list in its order, or the numbers with it. */
export type Looks = string[] | Record<string, string>;

/** A code of the engine with values: numbers, texts, lists of seats, and sentences in the sentence. */
export interface Sentence {
  code: string;
  params: Record<string, Value>;
}

/** What an action or a throw is in words, and what follows from it. */
export interface Deed extends Sentence {
  effects?: Sentence[];
}

export type Value = string | number | Sentence | (number | Sentence)[];

export interface End extends Sentence {
  reason: string;
  text: string;
  ranks: number[];
}

/** What a picture changes in; the first frame of a film has all of it. */
export interface Frame {
  looks?: Looks;
  set?: Placed[];
  gone?: Key[];
  path?: Point[];
  lines?: Record<string, string>;
  tally?: number[];
  next?: number;
  due?: "throw" | "action";
  end?: End;
}

/** An event of the record with its frame. */
export interface FilmEvent extends Frame {
  seat: number;
  action?: string;
  throw?: string;
  deed?: Deed;
  forfeit?: string;
  opening?: boolean;
  wall?: number;
  note?: string;
  left?: number;
  value?: number;
  marks?: string[];
}

export interface Seat {
  name: string;
  kinds: string[];
  colour: string;
  place: string;
  side: number;
  left: number | null;
}

/** What stays of a picture. */
export interface Scene {
  title: string;
  size: [width: number, height: number];
  board: string;
}

export interface Film extends Scene {
  format: number;
  tally: string;
  seats: Seat[];
  start: Frame;
  events?: FilmEvent[];
}

export interface Thing {
  look: number;
  x: number;
  y: number;
}

/** What a timeline makes of the frames up to an event. */
export interface Position {
  things: Map<Key, Thing>;
  lines: string[];
  tally: number[];
  clocks: (number | null)[];
  next: number;
  due: "throw" | "action" | "";
  end: End | null;
}

/** The judge's findings: docs/27-analysis.md. */
export interface Analysis {
  points: { ply: number; values: number[] }[];
  swings: { ply: number; better: string; preferred: Deed | null; lost: number }[];
}

/** By seat, pairs of a number of events and a value there. */
export type Curve = [ply: number, value: number][];

/** What streams send: of running games, and of other rows that have changed. */
export interface Messages {
  state: { match: number; status: string; attempt: number };
  film: { match: number; attempt: number; game: number; n: number; film: Film | null };
  frame: { match: number; game: number; n: number; event: FilmEvent };
  end: { match: number; game: number; result: object | null };
  change: { mark: string };
}

/** An action to choose, where on the board it begins and ends, and the places on its way. */
export interface Way {
  action: string;
  asked: string;
  label: string;
  start: Point | null;
  end: Point | null;
  via: Point[];
}
