// What the browser stores between visits: settings, the running score, records. Without storage, the page works without
// them.

const MOST_RECORDS = 60;

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
  get: () => ({ theme: "system", motion: "system", ...read("settings", {}) }),
  set: (value) => write("settings", value),
};

export const score = {
  of: (game) => ({ won: 0, lost: 0, tied: 0, ...read("score", {})[game] }),
  add(game, result) {
    const all = read("score", {});
    all[game] = this.of(game);
    all[game][result] += 1;
    write("score", all);
  },
  clear: () => write("score", {}),
};

export const records = {
  all: () => read("records", []),
  add: (record) => write("records", [record, ...read("records", [])].slice(0, MOST_RECORDS)),
  remove: (id) => write("records", read("records", []).filter((record) => record.id !== id)),
};
