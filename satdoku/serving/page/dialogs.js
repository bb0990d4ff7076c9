// Dialogs, temporary messages, and announcements to screen readers.

import { fill, h, icon, put } from "./dom.js";
import { language, LANGUAGES } from "./language.js";
import { speak, t } from "./words.js";

/**
 * A dialog with a title; Escape, its close button or a click outside closes it.
 * @param {string} title
 * @param {any[]} content
 * @param {{wide?: boolean, onclose?: () => void}} [more]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, { wide = false, onclose } = {}) {
  const close = h(
    "button",
    { type: "button", class: "plain round", "aria-label": t`Close`, onclick: () => box.close() },
    icon("close"),
  );
  const box = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: wide ? "wide" : "", "aria-label": title },
      h("header", {}, h("h2", {}, title), close),
      h("div", { class: "content" }, content),
    )
  );
  box.addEventListener("close", () => {
    document.getElementById("toasts")?.append(...box.querySelectorAll(".toast"));
    box.remove();
    onclose?.();
  });
  box.addEventListener("pointerdown", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  /** @type {HTMLElement | null} */ (
    box.querySelector("[autofocus]") ?? box.querySelector(".content input, .content button")
  )?.focus();
  return box;
}

/** Ask for confirmation. @returns {Promise<boolean>} */
export function confirmed(title, words, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog(
      title,
      [
        h("p", {}, words),
        h(
          "div",
          { class: "row end" },
          h("button", { type: "button", onclick: () => box.close() }, t`Cancel`),
          h(
            "button",
            {
              type: "button",
              class: "main",
              autofocus: true,
              onclick: () => {
                answer = true;
                box.close();
              },
            },
            yes,
          ),
        ),
      ],
      { onclose: () => resolve(answer) },
    );
  });
}

/** Announce a text to screen readers. */
export function announce(words) {
  const place = document.getElementById("announced");
  if (place && place.textContent !== words) place.textContent = words;
}

/** What was pressed last. @type {Element | null} */
let pressed = null;
globalThis.addEventListener?.(
  "pointerdown",
  ({ target }) => {
    pressed = target instanceof Element ? target : null;
  },
  true,
);

/** Where a message covers nothing: in the dialog that is open, else in its own place, or, on a narrow page that is scrolled past it, in the card of what was pressed. */
function placeOfToast() {
  const inDialog = document.querySelector("dialog[open]:last-of-type .content");
  if (inDialog) return inDialog;
  const place = document.getElementById("toasts");
  const isPast =
    place && getComputedStyle(place).position === "absolute" && place.closest(".desk").getBoundingClientRect().top < 0;
  return (isPast && pressed?.isConnected && pressed.closest(".card")) || place;
}

/**
 * A temporary message; one with an action stays longer.
 * @param {string} words
 * @param {{bad?: boolean, deed?: string, act?: () => void}} [more]
 */
export function toast(words, { bad = false, deed, act } = {}) {
  const place = placeOfToast();
  const note = h("div", { class: bad ? "toast bad" : "toast", role: bad ? "alert" : "status" }, h("span", {}, words));
  // Earlier errors are outdated, and an earlier undo button no longer undoes the last edit.
  for (const one of place?.querySelectorAll(".toast.bad") ?? []) one.remove();
  if (deed) for (const one of place?.querySelectorAll(".toast:has(button)") ?? []) one.remove();
  if (deed && act)
    put(
      note,
      h(
        "button",
        {
          type: "button",
          class: "plain",
          onclick: () => {
            act();
            note.remove();
          },
        },
        deed,
      ),
    );
  place?.append(note);
  if (place?.id !== "toasts") note.scrollIntoView({ block: "nearest" });
  while (place?.id === "toasts" && place.children.length > 3) place.firstElementChild?.remove();
  // On a narrow page there is room for one, and the next one waits.
  const end = () => (note.checkVisibility() ? note.remove() : note.isConnected && setTimeout(end, 300));
  const wait = () =>
    note.checkVisibility() ? setTimeout(end, bad || deed ? 6000 : 4500) : note.isConnected && setTimeout(wait, 300);
  wait();
}

/** A button with an icon and a label. */
export function button(name, words, onclick, more = {}) {
  return h("button", { type: "button", onclick, ...more }, name && icon(name), words && h("span", {}, words));
}

/** A switch: a checkbox with a label. */
export function toggle(words, checked, onchange, more = {}) {
  return h(
    "label",
    { class: "toggle" },
    h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked), ...more }),
    h("span", {}, words),
  );
}

/** The choice of the page's language, each by its own name. */
export function languageChoice() {
  const offered = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language }, name),
  );
  return h(
    "label",
    { class: "field" },
    t`Language`,
    h("select", { id: "language", onchange: (event) => speak(event.target.value) }, offered),
  );
}

/**
 * Tabs from a list of [id, label, panel]; returns the function that shows one.
 * @param {(id: string) => void} [chosen]
 */
export function tabs(list, panels, entries, chosen = () => {}) {
  const show = (id, focus = false) => {
    for (const [name] of entries) {
      const tab = document.getElementById(`tab-${name}`);
      const on = name === id;
      tab?.setAttribute("aria-selected", String(on));
      tab?.setAttribute("tabindex", on ? "0" : "-1");
      const panel = document.getElementById(`panel-${name}`);
      if (panel) panel.hidden = !on;
      if (on && focus) tab?.focus();
    }
    chosen(id);
  };
  fill(
    list,
    entries.map(([id, words]) =>
      h(
        "button",
        {
          type: "button",
          id: `tab-${id}`,
          role: "tab",
          "aria-controls": `panel-${id}`,
          onclick: () => show(id),
          onkeydown: (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            const offered = entries
              .map(([name]) => name)
              .filter((name) => !document.getElementById(`tab-${name}`)?.hidden);
            if (step) show(offered[(offered.indexOf(id) + step + offered.length) % offered.length], true);
          },
        },
        words,
      ),
    ),
  );
  fill(
    panels,
    entries.map(([id, , panel]) => {
      panel.id = `panel-${id}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${id}`);
      return panel;
    }),
  );
  show(entries[0][0]);
  return show;
}
