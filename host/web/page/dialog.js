// The page's one dialog: opened with a title and content, and questions that wait for an answer.

import { $, h } from "./dom.js";
import { t } from "./texts.js";

let answer = null;

export function openDialog(title, ...content) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...content.filter(Boolean));
  if (!$("dialog").open) $("dialog").showModal();
  $("dialog-body").scrollTop = 0;
}

export function closeDialog() {
  $("dialog").close();
  emptied();
}

// The content of a closed dialog is removed: the next one starts afresh, and no code finds the old fields.
function emptied() {
  if ($("dialog").open) return;
  $("dialog-body").replaceChildren();
  answer?.(false);
  answer = null;
}

// Asks a question; closing the dialog is a no.
export function ask(question, about, yes, no = t.cancel) {
  answer?.(false);
  return new Promise((resolve) => {
    const reply = (value) => () => {
      answer = null;
      closeDialog();
      resolve(value);
    };
    openDialog(question, h("p", {}, about), h("div.row", {},
      h("button.main", { type: "button", id: "answer-no", onclick: reply(false) }, no),
      h("button.danger", { type: "button", id: "answer-yes", onclick: reply(true) }, yes)));
    answer = resolve;
    $("answer-no").focus();
  });
}

export function listenToDialog() {
  $("dialog-close").addEventListener("click", closeDialog);
  $("dialog").addEventListener("close", emptied);
  $("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) closeDialog(); });
}
