"""Short whole sessions that nothing was fitted to: many are hard, for they were collected where triage had failed."""

from .conversation import agent, categories, edit, fetch, read, run, user

UNREAD = [
    (
        "es: the reason stands in the assistant's message",
        "decision",
        [
            user("¿Dónde guardamos los pedidos de cada tienda, en sqlite o en postgres?"),
            read("/w/src/store.py"),
            agent("Postgres obliga a instalar un servidor en cada tienda; sqlite es solo un archivo."),
            user("Nos quedamos con sqlite entonces."),
            edit("/w/src/store.py"),
            run("pytest -q", "21 passed"),
            agent(
                "Hecho: los pedidos van a sqlite en lugar de postgres, porque así no hay que instalar nada en la "
                "tienda."
            ),
        ],
    ),
    (
        "en: an option named, the trade-off was the assistant's",
        "decision",
        [
            user("should the thumbnails be made on upload or on first view?"),
            read("/w/src/media.py"),
            agent(
                "On upload keeps the gallery fast. On first view saves the disk for pictures that nobody ever opens."
            ),
            user("on first view it is."),
            edit("/w/src/media.py"),
            run("pytest -q tests/media", "17 passed"),
            agent("Thumbnails are made on first view now rather than on upload, since most pictures are never opened."),
        ],
    ),
    (
        "en: a licence read and acted on",
        "constraint",
        [
            user("embed the brand font in the exported pdf please"),
            read("/w/assets/fonts/LICENSE", "Embedding in documents distributed to third parties is prohibited."),
            agent(
                "The font's licence prohibits embedding it in documents for third parties, so the export has to "
                "use a system font."
            ),
            edit("/w/src/pdf.py"),
            run("pytest -q tests/pdf", "6 passed"),
            agent("The export uses the system font."),
        ],
    ),
    (
        "de: a contract, told by the user",
        "constraint",
        [
            user("wohin mit den messwerten"),
            read("/w/src/upload.py"),
            agent("Der Dienst in Virginia ist schon eingerichtet."),
            user("laut vertrag dürfen wir die messwerte nicht außerhalb der eu speichern, virginia fällt also weg"),
            edit("/w/src/upload.py"),
            agent("Der Upload geht jetzt nach Frankfurt."),
        ],
    ),
    (
        "en: how come you did that",
        "preference",
        [
            user("show the ten latest orders on the account page"),
            edit("/w/app/views/account.py"),
            agent("The account page lists them."),
            user("how come you put sql into the view? queries live in the repository layer here, never in views"),
            edit("/w/app/repositories/orders.py"),
            agent("Sorry, the query sits in the repository layer."),
        ],
    ),
    (
        "en: keep in mind",
        "preference",
        [
            user("add a discount field to the basket"),
            edit("/w/src/basket.ts"),
            agent("Added discount as a float."),
            user("keep in mind: prices are integers in cents, not floats, rounding bit us once"),
            edit("/w/src/basket.ts"),
            agent("Understood, discount is an integer in cents."),
        ],
    ),
    (
        "de: an error, its cause, a mend",
        "runbook",
        [
            user("der import bricht seit gestern mit einem UnicodeDecodeError ab"),
            run(
                "python import.py data/kunden.csv",
                "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xfc",
                error=True,
            ),
            agent("Ich sehe mir die Datei an."),
            edit("/w/import.py"),
            run("python import.py data/kunden.csv", "1204 rows imported"),
            agent(
                "Der Import läuft wieder. Ursache war, dass der Lieferant die Datei seit gestern in Latin-1 "
                "schickt; mit encoding="
                "latin-1 beim Öffnen ist der Fehler weg."
            ),
        ],
    ),
    (
        "en: a stop-gap with a date",
        "tech_debt",
        [
            user("the report still reads the old table"),
            read("/w/src/report.sql"),
            agent("Moving it means touching the four views on top of it."),
            user(
                "then it keeps reading the old table for now, we move it over properly once the warehouse "
                "migration is through in may"
            ),
            agent("Okay, I leave it."),
        ],
    ),
    (
        "en: because after a plain edit",
        "",
        [
            user("sort the imports in cli.py"),
            edit("/w/src/cli.py"),
            run("ruff check .", "All checks passed!"),
            agent("Sorted. I left the __future__ line on top because Python wants it first; the linter passes now."),
        ],
    ),
    (
        "fr: parce que after a plain edit",
        "",
        [
            user("mets le délai du cache à 30 secondes"),
            edit("/w/src/cache.py"),
            run("pytest -q", "11 passed"),
            agent(
                "C'est fait, le délai est maintenant de 30 secondes ; il était de 300 parce que c'est le défaut. "
                "Tout est vert."
            ),
        ],
    ),
    (
        "en: a requirement with never",
        "",
        [
            user("build the dashboard list"),
            edit("/w/src/dashboard.tsx"),
            agent("The list is there."),
            user("the dashboard should never show archived items"),
            edit("/w/src/dashboard.tsx"),
            run("npm test", "Tests: 14 passed"),
            agent("Archived items are filtered out."),
        ],
    ),
    (
        "en: a slip of the assistant's, mended within the turn",
        "",
        [
            user("add a slugify helper with a test"),
            edit("/w/src/slug.py"),
            run("pytest -q", "NameError: name 're' is not defined\n1 failed", error=True),
            edit("/w/src/slug.py"),
            run("pytest -q", "1 passed"),
            agent(
                "slugify is there with a test. The first run failed because I had forgotten the import; it passes now."
            ),
        ],
    ),
    (
        "en: why did you, asked for an explanation",
        "",
        [
            user("parse the header"),
            edit("/w/src/header.py"),
            agent("Done, the fields go into a dict."),
            user("why did you use a dict here? never seen that in a parser"),
            agent("A dict keeps the order of the fields and finds one by its name."),
        ],
    ),
    (
        "en: do you remember",
        "",
        [
            user("remember the bug with the double invoices from last week? how did we solve it"),
            run("git log --oneline -5", "4f1c9d2 lock the invoice row"),
            agent(
                "Commit 4f1c9d2 locks the invoice row before the number is drawn, because two workers took the "
                "same one."
            ),
            user("ah right, thanks"),
        ],
    ),
    (
        "en: a licence looked up out of curiosity",
        "",
        [
            user("what does the MPL say about static linking?"),
            fetch("https://www.mozilla.org/MPL/2.0/FAQ/", "MPL-licensed files keep their license."),
            agent(
                "The MPL covers files: you may link them statically, but changed files must stay under the MPL, "
                "with their source."
            ),
            user("ok interesting"),
        ],
    ),
    (
        "de: a requirement with always",
        "",
        [
            user("der export braucht eine kopfzeile"),
            edit("/w/src/export.py"),
            agent("Die Kopfzeile ist drin."),
            user("die spalte mit dem datum soll immer ganz links stehen"),
            edit("/w/src/export.py"),
            run("pytest", "9 passed"),
            agent("Das Datum steht links."),
        ],
    ),
]


REPORTED = [
    (
        "the button",
        "",
        [
            user("make the export button blue"),
            edit(),
            run("npm test", "Tests: 9 passed"),
            agent("The button is blue now; I used the theme token because hard-coded colours break dark mode."),
        ],
    ),
    (
        "de: a value",
        "",
        [
            user("Cache-Zeit auf 60 Sekunden setzen"),
            edit(),
            run("pytest", "8 passed"),
            agent("Erledigt, der Wert steht jetzt auf 60, weil der Test sonst zu lange wartet."),
        ],
    ),
    (
        "a module moved",
        "",
        [
            user("move the settings loader into its own module"),
            read("a.py"),
            edit(),
            run("pytest -q", "20 passed in 1s"),
            agent("The loader sits in settings.py now because app.py was getting long. Tests pass."),
        ],
    ),
    (
        "a typo of its own",
        "",
        [
            user("write a test for parse_date"),
            edit(),
            run("pytest", "1 failed\nAssertionError: 1 != 2", error=True),
            agent("I had a typo in the expected value."),
            edit(),
            run("pytest", "1 passed"),
            agent("The test passes now; it failed because I had mistyped the expected year."),
        ],
    ),
    (
        "fr: settled",
        "decision",
        [
            user("Quelle base pour les tests, sqlite ou postgres ?"),
            read("a.py"),
            agent("SQLite ne gère pas les types JSONB que nous utilisons."),
            user("On part sur postgres alors."),
            edit(),
            run("pytest", "ok 12 passed"),
            agent("C'est fait : les tests tournent sur Postgres plutôt que SQLite, car JSONB n'y existe pas."),
        ],
    ),
    (
        "ja: settled",
        "decision",
        [
            user("どのキューを使う? RabbitMQ か Redis?"),
            read("a.py"),
            agent("Redis なら既に動いています。"),
            user("じゃあ Redis にしよう。RabbitMQ は使わない。"),
            edit(),
            agent("Redis を使うように変更しました。"),
        ],
    ),
    (
        "terms",
        "constraint",
        [
            user("can we show the map offline?"),
            read("a.py"),
            fetch("https://maps/terms", "Tiles must not be stored for more than 30 days"),
            agent(
                "The map vendor's terms forbid keeping tiles longer than 30 days, so a permanent offline cache is out."
            ),
            edit(),
        ],
    ),
    (
        "terms, told by the user",
        "constraint",
        [
            user("cache the tiles"),
            read("a.py"),
            agent("For good?"),
            user("The vendor's terms forbid keeping tiles longer than 30 days, so a permanent offline cache is out."),
            edit(),
            agent("OK."),
        ],
    ),
    (
        "why did you",
        "preference",
        [
            user("add a test for the importer"),
            edit(),
            agent("Added, with the database mocked."),
            user("why did you mock the database? in this project integration tests hit the real one, never mock it"),
            edit(),
            agent("You're right, I removed the mock."),
        ],
    ),
    (
        "remember",
        "preference",
        [read("a.py"), user("Remember: we always use date-fns, never moment, because moment is frozen."), agent("OK.")],
    ),
    (
        "a sorted list",
        "",
        [
            user("show the orders"),
            edit(),
            agent("They are shown."),
            user("The list should always be sorted by date"),
            edit(),
            agent("Sorted."),
        ],
    ),
]


def test_half_of_them_are_found_and_hardly_anything_beside():
    right = wrong = expected = 0
    for _, category, parts in UNREAD + REPORTED:
        found = categories(*parts)
        right += category in found
        wrong += len(found - {category})
        expected += bool(category)
    assert right >= 0.5 * expected and wrong <= 3


def test_no_events_hold_nothing():
    assert categories() == set()
