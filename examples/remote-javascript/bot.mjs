// A remote bot for Kauri in JavaScript, without packages: node bot.mjs "My bot" kalah
//
// KIT_SITE is the address of the site, and KIT_TOKEN a token with the scope remote.
// The protocol: docs/42-remote-bots.md.

const SITE = (process.env.KIT_SITE ?? "http://127.0.0.1:8000").replace(/\/$/, "");
const TOKEN = process.env.KIT_TOKEN ?? "";
const [NAME = "Javascript bot", ...GAMES] = process.argv.slice(2);
const AT_ONCE = 4;

/** The strategy: replace it by your own. `turn.actions` is all that may be played now. */
function choose(turn) {
  return turn.actions[Math.floor(Math.random() * turn.actions.length)];
}

/** Ask the site, and return the answer's JSON. Throws an Error with the site's own sentence. */
async function request(path, body) {
  const answer = await fetch(`${SITE}/api/v1/${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Token ${TOKEN}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(told.detail), { status: answer.status });
  return told;
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Return the bot's name in addresses; the bot and its first version are made if need be. */
async function introduce() {
  const { results } = await request("remote/");
  const bot = results.find((one) => one.name === NAME) ?? (await request("remote/", { name: NAME }));
  const version = { identity: "javascript 1", games: GAMES.length ? GAMES : ["kalah"] };
  await request(`remote/${bot.slug}/versions/`, version);
  return bot.slug;
}

/** Yield the messages of the stream as [kind, fields], until it ends. */
async function* messages(bot) {
  const answer = await fetch(`${SITE}/api/v1/remote/${bot}/stream/?at_once=${AT_ONCE}`, {
    headers: { Authorization: `Token ${TOKEN}` },
  });
  if (!answer.ok) {
    throw Object.assign(new Error((await answer.json()).detail), { status: answer.status });
  }
  const decoder = new TextDecoder();
  let waiting = "";
  for await (const part of answer.body) {
    const blocks = (waiting + decoder.decode(part, { stream: true })).split("\n\n");
    waiting = blocks.pop();
    for (const block of blocks) {
      const kind = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (kind && data) yield [kind, JSON.parse(data)]; // else a sign of life
    }
  }
}

/** Act in a turn. Sending the same action again is safe, so an answer may be lost. */
async function act(bot, turn) {
  const action = choose(turn);
  for (let tries = 0; tries < 6; tries++) {
    try {
      return await request(`remote/${bot}/games/${turn.game}/actions/`, { ply: turn.ply, action });
    } catch (error) {
      if (error.status && error.status < 500 && error.status !== 429) {
        return console.log(`${turn.game}: ${error.message}`);
      }
      await pause(2 ** tries);
    }
  }
}

async function main() {
  let bot = null;
  for (let tries = 0; ; tries++) {
    try {
      bot ??= await introduce();
      for await (const [kind, told] of messages(bot)) {
        tries = 0;
        if (kind === "hello") console.log(`${told.bot} v${told.version} is connected.`);
        if (kind === "game") console.log(`${told.game}: ${told.variant}, ${told.seats.join(", ")}`);
        if (kind === "turn") act(bot, told);
        if (kind === "over") console.log(`${told.game}: over, ranks ${told.result?.ranks}`);
      }
    } catch (error) {
      console.log(error.message);
      if (error.status && error.status < 500 && error.status !== 429) process.exit(1);
    }
    await pause(Math.min(2 ** tries, 30)); // the line is lost, or the site begins a new stream
  }
}

await main();
