"""Bodies of JSON that can be read and answered."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class Json(JSONParser):
    """Refuses what would fail later: nesting without end, and text that no answer can repeat."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError("The body is nested too deeply.") from error
        except UnicodeEncodeError as error:
            raise ParseError("The body has a surrogate, which is half a character.") from error
        return data
