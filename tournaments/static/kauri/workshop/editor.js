// The editor: several files as tabs, Python's colours and indents, the names of the SDK, and errors
// at their lines.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { make } from "../replay/dom.js";
import { word } from "../words.js";

/** @import { CompletionContext } from "@codemirror/autocomplete" */
/** @import { Diagnostic } from "@codemirror/lint" */

/** @typedef {{ name: string, text: string }} CodeFile */
/** @typedef {Record<string, { label: string, type: string, info: string }[]>} Names by variable */

export const MAIN = "bot.py";

export class Editor {
  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} tabs
   * @param {{ names: Names, nonce: string, changed: () => void }} options
   */
  constructor(box, tabs, { names, nonce, changed }) {
    this.tabs = tabs;
    this.name = MAIN;
    this.changed = changed;
    this.extensions = [...LOOKS, EditorView.cspNonce.of(nonce), this.attributes(), offer(names), this.listener()];
    /** @type {Map<string, EditorState>} */
    this.states = new Map();
    this.view = new EditorView({ parent: box, extensions: this.extensions });
  }

  // Where the focus may go, and what is there.
  attributes() {
    return EditorView.contentAttributes.of(() => ({ "aria-label": this.name, tabindex: "0" }));
  }

  listener() {
    return EditorView.updateListener.of((update) => {
      if (update.docChanged) this.changed();
    });
  }

  /** @returns {CodeFile[]} */
  files() {
    if (this.states.size) this.states.set(this.name, this.view.state);
    return [...this.states].map(([name, state]) => ({ name, text: state.doc.toString() }));
  }

  /** @param {CodeFile[]} files */
  open(files) {
    this.states = new Map(files.map(({ name, text }) => [name, this.fresh(text)]));
    this.name = files[0].name;
    this.show(this.name);
  }

  /** @param {string} text */
  fresh(text) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  /** @param {string} name */
  show(name) {
    if (this.states.has(this.name) && name !== this.name) this.states.set(this.name, this.view.state);
    this.name = name;
    this.view.setState(/** @type {EditorState} */ (this.states.get(name)));
    this.drawTabs();
  }

  /** @param {string} name */
  add(name) {
    if (!this.states.has(name)) this.states.set(name, this.fresh(""));
    this.show(name);
    this.changed();
    this.view.focus();
  }

  // Removes the file that is shown, unless it is the one that every bot has.
  remove() {
    if (this.name === MAIN) return;
    this.states.delete(this.name);
    this.show(MAIN);
    this.changed();
  }

  drawTabs() {
    this.tabs.replaceChildren(
      ...[...this.states.keys()].map((name) => {
        const tab = make("button", "tab mono", name);
        tab.type = "button";
        tab.setAttribute("aria-pressed", String(name === this.name));
        tab.addEventListener("click", () => this.show(name));
        return tab;
      }),
    );
  }

  /**
   * Marks the line of an error, and goes there; without one, clears the marks.
   *
   * @param {{ name: string, line: number, message: string } | null} error
   */
  mark(error) {
    if (error && this.states.has(error.name)) this.show(error.name);
    const { state } = this.view;
    this.view.dispatch(setDiagnostics(state, error ? [diagnostic(state, error)] : []));
    if (error) this.reveal(error.line);
  }

  /** @param {number} number */
  reveal(number) {
    const { from } = line(this.view.state, number);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }
}

const LOOKS = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("    "),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  lintGutter(),
  syntaxHighlighting(classHighlighter),
  python(),
  autocompletion(),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
];

/**
 * @param {EditorState} state
 * @param {number} number
 */
const line = (state, number) => state.doc.line(Math.min(Math.max(number, 1), state.doc.lines));

/**
 * @param {EditorState} state
 * @param {{ line: number, message: string }} error
 * @returns {Diagnostic}
 */
const diagnostic = (state, error) => {
  const { from, to } = line(state, error.line);
  return { from, to, severity: "error", message: error.message };
};

/** @param {Names} names */
const offer = (names) =>
  pythonLanguage.data.of({ autocomplete: (/** @type {CompletionContext} */ at) => found(names, at) });

/**
 * Returns the names that fit after a variable and a dot.
 *
 * @param {Names} names
 * @param {CompletionContext} context
 */
const found = (names, context) => {
  const before = context.matchBefore(/\w+\.\w*$/);
  if (!before) return null;
  const [variable, begun] = before.text.split(".");
  const options = names[variable] ?? [];
  return { from: context.pos - begun.length, options, validFor: /^\w*$/ };
};

/** Asks for the name of a new file; null if there is none. */
export const askName = () => {
  const name = prompt(word("file-name"))?.trim() ?? "";
  return /^[A-Za-z_][\w/]*\.py$/.test(name) ? name : null;
};
