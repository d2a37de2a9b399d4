"""EinStein würfelt nicht. Rules: docs/31-einstein.md."""
