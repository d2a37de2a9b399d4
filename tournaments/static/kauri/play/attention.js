// Tells a person who looks elsewhere that it is their turn: by the tab's title and icon, and by short
// tones for whoever has asked for them.
import { word } from "../words.js";

const KEPT = "kauri-sound";

// By what has happened, the pitches of its tones in hertz, one after the other.
const TONES = { action: [392], turn: [523, 659], over: [523, 392, 262] };
const LASTS = 0.12;

export class Attention {
  /**
   * @param {string} turnIcon the address of the icon that says that it is the person's turn
   * @param {Pick<Storage, "getItem" | "setItem">} [storage] keeps whether there are tones
   */
  constructor(turnIcon, storage = localStorage) {
    this.title = document.title;
    this.icon = document.querySelector('link[rel="icon"]');
    this.icons = { turn: turnIcon, rest: this.icon?.getAttribute("href") ?? "" };
    this.storage = storage;
    /** @type {AudioContext | undefined} */
    this.audio = undefined;
  }

  get isLoud() {
    return this.storage.getItem(KEPT) === "on";
  }

  // Returns whether there are tones from now on.
  toggle() {
    this.storage.setItem(KEPT, this.isLoud ? "off" : "on");
    this.play("turn");
    return this.isLoud;
  }

  /** @param {boolean} isMine */
  show(isMine) {
    document.title = isMine ? `${word("your-turn")} ${this.title}` : this.title;
    this.icon?.setAttribute("href", isMine ? this.icons.turn : this.icons.rest);
  }

  /** @param {keyof typeof TONES} what */
  play(what) {
    if (!this.isLoud) return;
    this.audio ??= new AudioContext();
    const { audio } = this;
    TONES[what].forEach((pitch, number) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const from = audio.currentTime + number * LASTS;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + LASTS);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + LASTS);
    });
  }
}
