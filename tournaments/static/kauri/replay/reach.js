// Says on the page that the site does not answer, for as long as that is so.

import { prefix } from "../prefix.js";

// Milliseconds: until the first question, for an answer, and between two questions.
const SOON = 500;
const PATIENCE = 1500;
const EACH = 1500;

const answers = async () => {
  try {
    return (await fetch(`${prefix}/healthz`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

const look = async () => {
  const isThere = await answers();
  const notice = document.getElementById("unreachable");
  if (notice) notice.hidden = isThere;
  due = isThere ? undefined : setTimeout(look, EACH);
};

// Asks the site whether it is there: a stream has broken off.
export const doubt = () => {
  if (due === undefined) due = setTimeout(look, SOON);
};
