"""How games ended in English, written from codes and values apart from the engine."""

import json
import re


def english(ending, state):
    """The sentence of a code and its values, as they come back from a document."""
    said = template(json.loads(json.dumps(ending)), state.get_game().info.part("text").SENTENCES)
    return f"{said[0].upper()}{said[1:]}."


def template(sentence, templates):
    text, params = templates[sentence["code"]], sentence["params"]
    assert set(re.findall(r"{(\w+)}", text)) == params.keys()
    for name, value in params.items():
        text = text.replace(f"{{{name}}}", said_of(value, templates))
    return text


def said_of(value, templates):
    if isinstance(value, dict):
        return template(value, templates)
    if not isinstance(value, list):
        return str(value)
    if isinstance(value[0], dict):
        return ", ".join(template(part, templates) for part in value)
    *others, last = map(str, value)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
