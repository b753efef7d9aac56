// The page's language: one file each in texts/, of which the page loads the one that is wanted.

import { $ } from "./dom.js";
import { settings } from "./store.js";
import { en } from "./texts/en.js";

const OTHERS = { de: () => import("./texts/de.js"), he: () => import("./texts/he.js") };
export const LANGUAGES = ["en", ...Object.keys(OTHERS)];

// The texts of the language; what another language lacks stays English.
export const t = { ...en };

// A message of the WebAssembly in the language: its values are kept, and translated where they are messages themselves.
export function translated(message) {
  for (const [english, own] of Object.entries(t.errors)) {
    const escaped = english.split("{}").map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&"));
    const values = message.match(new RegExp(`^${escaped.join("(.*?)")}$`, "s"))?.slice(1);
    if (values) return values.reduce((text, value) => text.replace("{}", () => translated(value)), own);
  }
  return message;
}

export async function speak() {
  const { language } = settings.get();
  const wanted = language === "system" ? (navigator.languages ?? []).map((name) => name.slice(0, 2)).find((name) => name === "en" || name in OTHERS) : language;
  const code = wanted in OTHERS ? wanted : "en";
  Object.assign(t, en, code === "en" ? {} : (await OTHERS[code]())[code]);
  document.documentElement.lang = code;
  document.documentElement.dir = t.direction;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t[element.dataset.t];
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t[element.dataset.label]);
  for (const element of document.querySelectorAll("[data-title]")) element.textContent = t.titles[element.dataset.title];
  $("games").setAttribute("aria-label", t.games);
}
