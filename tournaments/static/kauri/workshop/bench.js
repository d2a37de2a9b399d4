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
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      const message = read(data);
      if (message?.kind === "frame") this.start();
      else if (message) hear(message);
    });
    frame.src = String(frame.dataset.src);
  }

  // Starts Python, or ends it and starts it again.
  start() {
    this.post({ start: this.sentences });
  }

  /** @param {object} request */
  ask(request) {
    this.post({ request: JSON.stringify(request) });
  }

  /** @param {object} message */
  post(message) {
    // The frame has no origin that could be named; what it is shown are the visitor's own files.
    this.frame.contentWindow?.postMessage(message, "*");
  }
}
