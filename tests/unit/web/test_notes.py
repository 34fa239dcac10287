"""Notes that a page shows once."""

from memory_retrieval_viewer.notes import KEPT, Note, Notes


def test_a_note_is_shown_once_and_old_ones_go():
    notes = Notes()
    names = [notes.keep(Note(str(i))) for i in range(KEPT + 1)]
    assert notes.take(names[0]) is None and notes.take(names[1]).text == "1" and notes.take(names[1]) is None
