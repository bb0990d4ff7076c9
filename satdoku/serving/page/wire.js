// The connection to the server: questions with an id and a topic over one WebSocket, or over what an
// exported page has in its place (worker_socket.js).
//
// A newer question on a topic replaces the older one, here and on the server. When the connection is
// lost, it is reopened, and unanswered questions are sent again: the page loses nothing.

import { language } from "./language.js";
import { t } from "./words.js";

/** Rejects a question that was cancelled. */
export class Cancelled extends Error {}

/**
 * @typedef {Object} Asked
 * @property {string} operation
 * @property {Record<string, any>} message
 * @property {string} topic
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((progress: any) => void) | undefined} progress
 * @property {number} tries
 * @property {number} since  when it was sent
 * @property {any} latest  the latest progress
 */

const SOONEST = 250;
const LATEST = 5000;
const RETRIES = 3;

export class Wire {
  /** @param {() => any} opened  opens a WebSocket, or what is like one */
  constructor(opened) {
    this.opened = opened;
    /** @type {Map<number, Asked>} */
    this.open = new Map();
    this.number = 0;
    this.wait = SOONEST;
    this.state = "connecting";
    /** @type {((state: string) => void)[]} */
    this.heard = [];
    /** @type {any} */
    this.socket = null;
    this.timer = 0;
    this.connect();
    addEventListener("online", () => this.now());
    addEventListener("pageshow", () => this.now());
  }

  /** Listen for "connecting", "on", "lost". */
  onState(call) {
    this.heard.push(call);
    call(this.state);
  }

  /**
   * Send a question; resolves to the answer, rejects with an `Error` of one line or `Cancelled`.
   * @param {string} operation
   * @param {Record<string, any>} puzzle
   * @param {{options?: Record<string, any>, topic?: string, progress?: (progress: any) => void}} [more]
   * @returns {Promise<any>}
   */
  ask(operation, puzzle, { options = {}, topic = operation, progress } = {}) {
    this.cancel(topic, false);
    const id = ++this.number;
    const message = {
      id,
      ask: operation,
      puzzle,
      options: language === "en" ? options : { ...options, language },
      topic,
    };
    return new Promise((resolve, reject) => {
      this.open.set(id, {
        operation,
        message,
        topic,
        resolve,
        reject,
        progress,
        tries: 0,
        since: Date.now(),
        latest: null,
      });
      this.#send(message);
    });
  }

  /** Cancel the question on a topic. tell: whether to notify the server (a newer question on the topic also does). */
  cancel(topic, tell = true) {
    for (const [id, asked] of this.open)
      if (asked.topic === topic) {
        this.open.delete(id);
        if (tell) this.#send({ cancel: id });
        asked.reject(new Cancelled(asked.operation));
      }
  }

  /** The open question on a topic. @returns {Asked | undefined} */
  asked(topic) {
    return [...this.open.values()].find((asked) => asked.topic === topic);
  }

  /** Whether there is an open question. */
  busy(topic) {
    return Boolean(this.asked(topic));
  }

  /** Reconnect at once. */
  now() {
    if (this.state === "on") return;
    clearTimeout(this.timer);
    this.connect();
  }

  connect() {
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    const socket = this.opened();
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = SOONEST;
      for (const asked of this.open.values()) this.#send(asked.message);
      this.#become("on"); // last: listeners may ask, which sends at once
    });
    socket.addEventListener("message", (event) => this.#hear(event.data));
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.#become("lost");
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LATEST, this.wait * 1.7);
    });
  }

  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    for (const call of this.heard) call(state);
  }

  #hear(data) {
    let reply;
    try {
      reply = JSON.parse(data);
    } catch {
      return;
    }
    const asked = this.open.get(reply.id);
    if (!asked) return;
    if ("progress" in reply) {
      asked.latest = reply.progress;
      asked.progress?.(reply.progress);
      return;
    }
    if ("error" in reply && reply.retry && asked.tries < RETRIES) {
      asked.tries += 1;
      setTimeout(() => this.open.has(reply.id) && this.#send(asked.message), 400 * asked.tries);
      return;
    }
    this.open.delete(reply.id);
    if ("answer" in reply) asked.resolve(reply.answer);
    else if (reply.cancelled) asked.reject(new Cancelled(asked.operation));
    else asked.reject(new Error(String(reply.error ?? t`the server did not answer`)));
  }
}
