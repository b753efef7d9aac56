// What the browser stores between visits: settings, results, games that are not finished, records. Without storage, the
// page works without them.

const MOST_RECORDS = 60;
const MOST_SEEN = 300;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`pipsqueak.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(`pipsqueak.${key}`, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the game continues.
  }
}

export const settings = {
  get: () => ({ theme: "system", motion: "system", sound: "off", language: "system", ...read("settings", {}) }),
  set: (value) => write("settings", value),
};

const NONE = { won: 0, lost: 0, tied: 0, hinted: 0 };

// Results by game and opponent. A win with hints is counted as one, but not on the ladder.
export const score = {
  of(game) {
    const sum = { ...NONE };
    for (const results of Object.values(read("results", {})[game] ?? {})) for (const key of Object.keys(sum)) sum[key] += results[key] ?? 0;
    return sum;
  },
  against: (game, level) => ({ ...NONE, ...read("results", {})[game]?.[level] }),
  add(game, level, result, isHinted) {
    const all = read("results", {});
    all[game] ??= {};
    const results = this.against(game, level);
    results[result] += 1;
    if (result === "won" && isHinted) results.hinted += 1;
    all[game][level] = results;
    write("results", all);
  },
  clear: () => write("results", {}),
};

// The game of each kind that was last at the table, finished or not: {game, seed, seat, opponent, size, line, …}.
export const kept = {
  of: (game) => read("kept", {})[game] ?? null,
  last: () => read("kept", {}).last ?? null,
  put: (game) => write("kept", { ...read("kept", {}), [game.game]: game, last: game.game }),
};

// Deals that were begun before: a second try is no fair win.
export const seen = {
  has: (deal) => read("seen", []).includes(deal),
  add: (deal) => write("seen", [deal, ...read("seen", []).filter((known) => known !== deal)].slice(0, MOST_SEEN)),
};

// What happened once: the guide's steps by game, the deal of the day.
export const once = {
  get: (key) => read("once", {})[key] ?? 0,
  set: (key, value) => write("once", { ...read("once", {}), [key]: value }),
};

export const records = {
  all: () => read("records", []),
  add: (record) => write("records", [record, ...read("records", [])].slice(0, MOST_RECORDS)),
  remove: (id) => write("records", read("records", []).filter((record) => record.id !== id)),
};
