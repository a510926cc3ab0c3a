"""What is asked of the pages that only read: the day of a bill."""

from datetime import timedelta

from django import forms

from zoonoses.municipalities.forms.fields import LifetimeDayField

LONGEST = timedelta(days=3660)


class BillDayForm(forms.Form):
    """The day whose bill is asked: not before the seizure, and within ten years of it."""

    em = LifetimeDayField(label="Conta em", required=False)

    def __init__(self, *args, custody, today, **kwargs):
        super().__init__(*args, **kwargs)
        self.custody = custody
        self.default = max(today, custody.seized_on)
        self.fields["em"].initial = self.default

    def clean_em(self):
        day = self.cleaned_data["em"]
        first = self.custody.seized_on
        if day and not first <= day <= first + LONGEST:
            raise forms.ValidationError(f"Escolha um dia a partir de {first:%d/%m/%Y}, até dez anos depois.")
        return day

    @property
    def day(self):
        """The day chosen; today without a good one."""
        good = self.is_bound and self.is_valid()
        return (self.cleaned_data["em"] if good else None) or self.default
