// Movement and sound, where they are wanted: pieces that slide, pieces that are dragged, short tones.

import { settings } from "./store.js";

export const isMoving = () => document.documentElement.dataset.motion !== "off";
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Moves an element from where others are (a path of elements) to its own place.
export function slide(element, path, duration = 260) {
  if (!isMoving() || !element?.animate) return;
  const [end, ...places] = [element, ...path].map((one) => one.getBoundingClientRect());
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [x, y] = middle(end);
  const frames = places.map((place) => { const [fromX, fromY] = middle(place); return { transform: `translate(${fromX - x}px, ${fromY - y}px)`, zIndex: 3 }; });
  element.animate([...frames, { transform: "none", zIndex: 3 }], { duration: duration * places.length, easing: "ease-in-out" });
}

export function vanish(element, delay) {
  if (!isMoving()) return element.remove();
  element.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.4)" }], { duration: 220, delay, fill: "both" }).finished.then(() => element.remove(), () => element.remove());
}

// Drags an element. A press that does not move stays a click; `onstart` may replace the table, so the moving picture is a
// copy. `ondrop` gets the element below.
export function draggable(element, { onstart = () => {}, ondrop }) {
  element.addEventListener("pointerdown", (press) => {
    if (press.button !== 0) return;
    let copy = null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const move = (event) => {
      if (copy === null) {
        if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < 6) return;
        copy = element.cloneNode(true);
        copy.classList.add("dragged");
        Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
        document.body.append(copy);
        onstart();
      }
      event.preventDefault();
      copy.style.translate = `${left + event.clientX - press.clientX}px ${top + event.clientY - press.clientY}px`;
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (copy === null) return;
      copy.remove();
      if (event.type === "pointerup") ondrop(document.elementFromPoint(event.clientX, event.clientY));
      // The release is no click on what lies below.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")), 0);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}

let audio = null;
const TONES = { place: [[330, 0, 0.06]], take: [[220, 0, 0.06], [160, 0.06, 0.08]], turn: [[520, 0, 0.05]], won: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.22]], lost: [[330, 0, 0.16], [262, 0.16, 0.26]], tied: [[392, 0, 0.2]] };

// Short tones, off by default.
export function sound(name) {
  if (settings.get().sound !== "on" || !window.AudioContext) return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of TONES[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, audio.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + length);
  }
}
