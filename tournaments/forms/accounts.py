"""The forms of accounts."""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournaments.forms.attempts import Attempts
from tournaments.models import Player, names


class SignupForm(UserCreationForm):
    class Meta:
        model = Player
        fields = ["username"]
        help_texts = {
            "username": "Everybody sees it. Letters, digits and @ . + - _ are allowed.",
        }

    def clean_username(self) -> str | None:
        username = super().clean_username()
        # Browsers take "." and ".." in an address for a way up.
        if username and not any(character.isalnum() for character in username):
            raise ValidationError("A username has at least one letter or digit.")
        if username and names.is_mixed(username):
            raise ValidationError("Write the username in letters of one script only.")
        if username and names.is_kept(username):
            raise ValidationError(f"“{username}” would speak for the site. Choose another name.")
        return username

    def create(self) -> Player | None:
        """The new player; None, and an error in the form, where another was just called so."""
        try:
            with transaction.atomic():
                return self.save()
        except IntegrityError:
            self.add_error("username", Player.ALIKE)
            return None


class LoginForm(AuthenticationForm):
    """Name and password, a few wrong ones at the most in a while."""

    def clean(self) -> dict[str, Any]:
        attempts = Attempts(self.request, self.cleaned_data.get("username", ""))
        attempts.begin()
        cleaned = super().clean()
        if self.get_user() is not None:  # with a field left empty nobody was asked for
            attempts.forget()
        return cleaned


class StaffLoginForm(LoginForm, AdminAuthenticationForm):
    """The same at the door of the administration."""
