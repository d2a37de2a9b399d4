"""What tests read out of pictures."""

from collections import Counter
from xml.etree import ElementTree

from engine import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
TITLE = f"{NAMESPACE}title"


def parsed(state, **options):
    return ElementTree.fromstring(svg.draw(state, **options))


def classes(root):
    return Counter(element.get("class") for element in root.iter())


def pieces(root, name):
    """The elements with ids that contain a name, by id."""
    return {e.get("id"): e for e in root.iter() if name in (e.get("id") or "")}
