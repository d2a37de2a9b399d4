"""The options of a game as fields of a form, and the game that they make."""

from typing import Any

from django import forms

import engine
from tournaments.forms.fields import OptionField


def option_name(spec: engine.OptionSpec) -> str:
    """The name of an option's field."""
    return f"option_{spec.name}"


def add_options(form: forms.Form, game: engine.Game) -> None:
    """Add a field to a form for each option of a game, with this game's values at first."""
    for spec in game.info.options:
        form.fields[option_name(spec)] = OptionField(spec, game.options[spec.name])


def chosen_game(form: forms.Form, game: engine.Game) -> engine.Game:
    """The game with the options of a form, applied one after the other.

    So the engine's error is shown at the option that conflicts with those before it.
    """
    accepted: dict[str, Any] = {}
    specs = [spec for spec in game.info.options if option_name(spec) in form.cleaned_data]
    for spec in sorted(specs, key=lambda spec: spec.requires is not None):
        tried = accepted | {spec.name: form.cleaned_data[option_name(spec)]}
        try:
            engine.load_game(game.id, **tried)
        except engine.OptionError as error:
            form.add_error(option_name(spec), str(error))
        else:
            accepted = tried
    return engine.load_game(game.id, **accepted)
