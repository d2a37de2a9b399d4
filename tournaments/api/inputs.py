"""What the API takes in: bots and uploads."""

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from tournaments.api.strict import StrictSerializer, Text, YesOrNo
from tournaments.models import Bot


class NewBotSerializer(StrictSerializer):
    """A bot without a version yet."""

    name = Text(max_length=40, validators=Bot.name.field.validators)
    description = Text(max_length=2000, allow_blank=True, default="")
    open_to_all = YesOrNo(default=True, help_text="Whether other players may enter it.")
    on_ladders = YesOrNo(default=True, help_text="Whether its newest version climbs ladders.")


@dataclass(frozen=True)
class Code:
    """Uploaded code, and the name of the field that it came in."""

    field: str
    filename: str
    data: bytes


class UploadSerializer(StrictSerializer):
    """Code: a file (bot.py or a zip) in `archive`, or the text of a bot.py in `code`."""

    archive = serializers.FileField(required=False, allow_empty_file=True, max_length=255)
    code = Text(
        required=False, allow_blank=True, trim_whitespace=False, help_text="Text of a bot.py."
    )
    held_back = YesOrNo(
        default=False, help_text="It plays only when a trial has shown that it is better."
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if len(given.keys() & {"archive", "code"}) != 1:
            raise serializers.ValidationError(
                {"archive": ["Send either a file in `archive` or the text of a bot.py in `code`."]}
            )
        return given

    @property
    def received(self) -> Code:
        """The code of valid input."""
        if "code" in self.validated_data:
            return Code("code", "bot.py", self.validated_data["code"].encode())
        file = self.validated_data["archive"]
        return Code("archive", file.name, file.read())
