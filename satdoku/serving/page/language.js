// The language that the page speaks: known before its texts are there.

import { settings } from "./settings.js";

/** The languages that have texts, with their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", ar: "العربية" };

const { HELD, document: page, location: address, name, navigator: browser } = /** @type {any} */ (globalThis);
/** A worker is named after the language: the address of one that is kept offline ends before "?lang=". */
const ofWorker = page ? null : name;
const inAddress = new URLSearchParams(address?.search).get("lang");
const wanted = [HELD?.language, ofWorker, inAddress, settings.get("language", ""), ...(browser?.languages ?? [])];

/** The address's ("?lang=de"), else the one that was chosen on this device, else the browser's. */
export const language =
  wanted.map((one) => String(one).toLowerCase().split(/[-_]/)[0]).find((code) => code in LANGUAGES) ?? "en";
