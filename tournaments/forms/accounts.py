"""The forms of accounts."""

from django.contrib.auth.forms import UserCreationForm

from tournaments.models import Player


class SignupForm(UserCreationForm):
    class Meta:
        model = Player
        fields = ["username"]
        help_texts = {
            "username": "Everybody sees it. Letters, digits and @ . + - _ are allowed.",
        }
