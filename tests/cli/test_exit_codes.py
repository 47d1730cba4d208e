"""Exit codes and endings of games carry their own descriptions."""

from __future__ import annotations

from enum import Enum

import pytest

from owari.errors import ExitCode
from owari.records.record import Termination


def test_the_exit_codes_are_these_four() -> None:
    assert [code.value for code in ExitCode] == [0, 1, 2, 130]


@pytest.mark.parametrize("member", [*ExitCode, *Termination], ids=str)
def test_each_member_has_one_sentence_that_describes_it(member: Enum) -> None:
    assert member.description[0].isupper()
    assert member.description.endswith(".")
    assert len(member.description.split()) <= 25


def test_a_termination_is_found_by_its_name_in_records() -> None:
    assert Termination("timed out") is Termination.TIMED_OUT
    assert Termination.TIMED_OUT.is_fault
    assert not Termination.STOPPED_EARLY.is_fault
