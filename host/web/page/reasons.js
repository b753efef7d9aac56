// Reasons in plain words, from the facts that the WebAssembly returns; for hints, Why? and the end of a game.

import { sentence } from "./dom.js";
import { t } from "./texts.js";

// Why a column of Five-O was chosen.
export function columnReason(why) {
  const { against, column } = why;
  if (!against) return t.only;
  if (against.gap <= 0) return t.same;
  const first = against.shares.find(({ share }) => share > 0);
  return first ? sentence(t.fact(first, first.values[0])) : t.better(column + 1, against.column + 1);
}

// Why a code was guessed.
export function guessReason(why, guess) {
  if (why.setting) return t.mastermindSetting;
  return t.mastermindLeaves([...guess].join(" "), why.most, why.before, why.fits);
}

export function hintText(game, why, move) {
  if (game === "fiveo") return columnReason(why);
  if (game === "mastermind") return why.setting ? t.mastermindSetting : guessReason(why, move);
  return why.taken > 0 ? t.checkersTakes(why.taken) : t.checkersScore(why.score / 100, why.wins);
}

// What the decision was that cost most.
export function reviewText(game, review) {
  if (review === null) return t.review.none;
  const { played, better, why } = review;
  const percent = (chance) => Math.round(100 * chance);
  if (game === "fiveo") return t.review.fiveo(t.card(why.card), played, better, ...why.chances.map(percent));
  if (game === "mastermind") return t.review.mastermind([...played].join(" "), [...better].join(" "), ...why.left, why.before);
  const [from, to] = why.scores;
  return Math.abs(from) > 5000 || Math.abs(to) > 5000 ? t.review.checkersLost(played, better) : t.review.checkers(played, better, (to - from) / 100);
}
