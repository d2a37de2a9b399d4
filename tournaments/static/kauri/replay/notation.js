// Whether pages show actions in notation beside their words: a choice that the browser keeps.

const NAME = "kauri-notation";
const { classList } = document.documentElement;

// A page in a frame of another site may keep nothing.
const keep = () => {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
};

export const toggleNotation = () => {
  const isOn = classList.toggle("with-notation");
  if (isOn) keep()?.setItem(NAME, "on");
  else keep()?.removeItem(NAME);
};

classList.toggle("with-notation", keep()?.getItem(NAME) === "on");
