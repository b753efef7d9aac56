// Light or dark, and motion.

import { dress } from "../app.js";
import { h } from "../dom.js";
import { settings } from "../store.js";

const CHOICES = {
  theme: ["Colours", { system: "as the system", light: "light", dark: "dark" }],
  motion: ["Motion", { system: "as the system", on: "on", off: "off" }],
};

export function open(app) {
  const now = settings.get();
  const groups = Object.entries(CHOICES).map(([key, [title, values]]) => h("fieldset", {}, h("legend", {}, title),
    Object.entries(values).map(([value, label]) => h("label", {}, h("input", { type: "radio", name: key, value, checked: now[key] === value, onchange: () => {
      settings.set({ ...settings.get(), [key]: value });
      dress();
    } }), ` ${label} `))));
  app.openDialog("Settings", ...groups, h("p.about", {}, "Score, records and settings are kept in this browser only."));
}
