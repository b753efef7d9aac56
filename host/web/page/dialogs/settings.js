// Light or dark, motion, sound, and the language.

import { dress } from "../app.js";
import { h } from "../dom.js";
import { settings } from "../store.js";
import { speak, t } from "../texts.js";

export function open(app) {
  const now = settings.get();
  const choices = { theme: t.themes, motion: t.motions, sound: t.sounds, language: t.languages };
  const groups = Object.entries(choices).map(([key, [title, values]]) => h("fieldset", {}, h("legend", {}, title),
    Object.entries(values).map(([value, label]) => h("label", {}, h("input", { type: "radio", name: key, value, checked: now[key] === value, onchange: () => set(app, key, value) }), ` ${label} `))));
  app.openDialog(t.settings, ...groups, h("p.about", {}, t.storage));
}

async function set(app, key, value) {
  settings.set({ ...settings.get(), [key]: value });
  dress();
  if (key !== "language") return;
  await speak();
  app.renamed();
  open(app);
}
