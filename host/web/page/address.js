// Addresses of games: what stands behind the "#", read and written. Knows no page.

import { fromBase64url, toBase64url } from "./dom.js";

// A champion has at most 8 KB, which are 11,000 letters; a tree's text is shorter. Anything longer is neither.
const LONGEST_PLAYER = 20_000;
const LARGEST_SEED = 2n ** 64n;

// Only the parts that name the game.
export function addressOf({ game, seed, seat, opponent, size }) {
  const fields = new URLSearchParams({ seed, seat });
  if (size) fields.set("size", size.join("x"));
  if (opponent.level) fields.set("against", opponent.level);
  if (opponent.champion) fields.set("champion", toBase64url(opponent.champion));
  if (opponent.tree) fields.set("tree", opponent.tree);
  return `#${game}?${fields}`;
}

// The game that an address asks for: {game, seed, seat, opponent, size}, as far as it names them, and the key of a
// sentence about what it cannot have meant.
export function readAddress(hash, games) {
  const [name, text = ""] = hash.slice(1).split("?");
  const fields = new URLSearchParams(text);
  const game = games.find((known) => known.name === name);
  const asked = { game: game?.name ?? null, wrong: name !== "" && !game ? "badGame" : null };
  if (!game) return asked;
  const player = ["champion", "tree"].find((key) => fields.has(key));
  if (player && fields.get(player).length > LONGEST_PLAYER) return { ...asked, seed: seedOf(fields), seat: seatOf(fields), wrong: "addressTooLong" };
  if (fields.has("champion")) {
    const bytes = fromBase64url(fields.get("champion"));
    asked.opponent = { champion: bytes === null ? [] : [...bytes] };
  } else if (fields.has("tree")) asked.opponent = { tree: fields.get("tree") };
  else if (fields.has("against")) asked.opponent = { level: fields.get("against") };
  if (fields.has("seed")) {
    asked.seed = seedOf(fields);
    if (asked.seed === undefined) asked.wrong = "badSeed";
  }
  if (fields.has("seat")) asked.seat = seatOf(fields);
  const size = fields.get("size")?.match(/^(\d{1,2})x(\d{1,2})$/);
  if (size) asked.size = [Number(size[1]), Number(size[2])];
  return asked;
}

function seedOf(fields) {
  const text = fields.get("seed") ?? "";
  return /^\d{1,20}$/.test(text) && BigInt(text) < LARGEST_SEED ? text : undefined;
}

const seatOf = (fields) => (fields.get("seat") === "1" ? 1 : 0);
