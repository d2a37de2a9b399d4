// The page's end of the frame: starts Python there, sends requests, and hears what is played.

import { read } from "./messages.js";

/** @import { Message } from "./messages.js" */

export class Bench {
  /**
   * @param {HTMLIFrameElement} frame
   * @param {object} sentences what the referee says, in the reader's language
   * @param {(message: Message) => void} hear
   */
  constructor(frame, sentences, hear) {
    this.frame = frame;
    this.sentences = JSON.stringify(sentences);
    this.hear = hear;
    /** @type {string | undefined} */
    this.waiting = undefined;
    this.isUp = false;
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      const message = read(data);
      if (message?.kind === "frame") this.start();
      else if (message) this.take(message);
    });
  }

  // Loads Python, unless it is here already: megabytes, for those who use it.
  wake() {
    this.frame.src ||= String(this.frame.dataset.src);
  }

  start() {
    this.isUp = false;
    this.post({ start: this.sentences });
  }

  // Ends Python with whatever it does, and starts it again.
  stop() {
    this.waiting = undefined;
    this.start();
  }

  /** @param {Message} message */
  take(message) {
    if (message.kind === "ready") this.isUp = true;
    if (message.kind === "ready" && this.waiting) this.send(this.waiting);
    else this.hear(message);
  }

  /**
   * Sends a request, as soon as Python is there.
   *
   * @param {object} request
   */
  ask(request) {
    this.wake();
    if (this.isUp) this.send(JSON.stringify(request));
    else this.waiting = JSON.stringify(request);
  }

  /** @param {string} request */
  send(request) {
    this.waiting = undefined;
    this.post({ request });
  }

  /** @param {object} message */
  post(message) {
    // The frame has no origin that could be named; what it is shown are the visitor's own files.
    this.frame.contentWindow?.postMessage(message, "*");
  }
}
