"""Addresses of records that were renamed while the viewer runs."""

from memory_retrieval_viewer.old_addresses import KEPT, OldAddresses


def test_a_key_that_exists_stays_itself_even_if_it_was_an_old_address_once():
    addresses = OldAddresses()
    addresses.add("a", "b")
    assert addresses.current("a", lambda key: True) == "a"


def test_a_renamed_key_leads_through_all_renames_to_the_record():
    addresses = OldAddresses()
    addresses.add("a", "b")
    addresses.add("b", "c")
    assert addresses.current("a", {"c"}.__contains__) == "c"


def test_an_undo_leads_back():
    addresses = OldAddresses()
    addresses.add("a", "b")
    assert addresses.current("b", {"a"}.__contains__) == "a"


def test_a_key_that_leads_nowhere_stays_itself():
    addresses = OldAddresses()
    addresses.add("a", "b")
    assert addresses.current("a", lambda key: False) == "a" and addresses.current("x", lambda key: False) == "x"


def test_only_the_latest_addresses_are_kept():
    addresses = OldAddresses()
    for number in range(KEPT):
        addresses.add(f"old-{number}", f"new-{number}")
    assert addresses.current("old-0", {"new-0"}.__contains__) == "old-0"
    assert addresses.current(f"old-{KEPT - 1}", {f"new-{KEPT - 1}"}.__contains__) == f"new-{KEPT - 1}"
