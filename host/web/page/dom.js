// Small helpers for the document. Text is inserted as text, never as markup.

// An element: h("button.main", {type: "button", onclick: f}, "Text", child, …).
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return dressed(document.createElement(name), classes, attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

// The same for SVG.
export function svg(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return dressed(document.createElementNS(SVG, name), classes, attributes, children);
}

function dressed(element, classes, attributes, children) {
  if (classes.length > 0) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

// Bytes as text for addresses, and back; null for invalid text.
export function toBase64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64url(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

// An error message as a sentence.
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

// Shows an error where it is visible: a dialog may be longer than the screen.
export function complain(element, error) {
  element.textContent = sentence(error.message);
  element.scrollIntoView({ block: "nearest" });
}

// Saves a text as a file.
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Moves the focus by arrow keys among buttons in a row.
export function roving(elements, key) {
  const at = elements.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (at < 0 || step === undefined) return false;
  elements[(at + step + elements.length) % elements.length].focus();
  return true;
}
