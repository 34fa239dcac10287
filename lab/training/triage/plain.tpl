@a Postgres|MySQL|Redis|Kafka|RabbitMQ|SQLite|Mongo|S3|Terraform|Ansible|Vue|React|Svelte|Angular|Django|FastAPI|Flask|Rails|Spring|Go|Rust|Kotlin|TypeScript|Flutter|gRPC|GraphQL|REST|websockets|Celery|Sidekiq|cron|systemd|Docker|Podman|Nomad|Kubernetes|Nginx|Caddy|Elasticsearch|OpenSearch|DynamoDB|BigQuery|DuckDB|Parquet|Avro|protobuf|Tailwind|Jest|Vitest|pytest|Cypress|Selenium|Bazel|Gradle|Maven|Webpack|esbuild|OAuth|SAML|JWT|Auth0|Stripe|Adyen|Mapbox|Leaflet|Sentry|Prometheus|Grafana|Helm|GitLab|Jenkins|UUIDs|JSON|CSV|TOML|YAML|Markdown|polling|server rendering|a monolith|a worker pool|an outbox|event sourcing|materialised views|soft deletes|optimistic locking|cursor paging|a cron job|signed cookies|feature flags|the vendor's SDK|a plain table|in-memory cache|nightly batches
@x the importer|the exports|the billing service|the search page|the mobile app|the reports|the scheduler|the login flow|the mailer|the admin area|the price rules|the sync job|the checkout|the invoices|the public API|the map|the notifications|the archive|the ledger|the audit log|the onboarding|the stock counts|the gateway|the dashboard|the upload step|the rate table|the tax module|the session store|the plugin system|the labels
@r it is one thing less to run|the other one is too slow|we already pay for it|nobody on the team knows the other|the licence allows it|it starts in a second|the data has to stay in the house|it's cheaper|the old one loses messages|the customer insists on it|it works offline|our volume is tiny|we need transactions|the migration would take months|it is easier to test|support asked for it|the vendor stops maintaining the other|it survives restarts|we are only two developers|security signed it off|it scales down to zero|the bundle stays small|it can be rolled back|the old way kept breaking|it was too much magic|it keeps the audit trail|debugging the other was hell
@w the bank|the tax office|their API|the payment provider|the carrier|the data centre|legal|the insurer|the regulator|the app store|the hosting plan|the vendor|the warehouse system|the ERP|the customs portal|the printer|the device|the SMS gateway|the identity provider|the customer's firewall|the old cash registers|the registry|the mail provider|the mainframe
@n 2|3|5|8|10|12|16|20|30|32|40|50|64|90|100|128|250|255|300|500|1000|1,500|4096|10,000
@u requests a second|requests a minute|calls per day|rows per file|characters|megabytes|MB|seconds|minutes|days|connections|columns|items per page|entries|files a day|devices|users|kilobytes|messages an hour|lines
@t after the release|next quarter|in March|once the migration is done|when the new vendor is live|after the audit|next year|in the spring|when Anna is back|in version 4|after the holidays|when there is budget|once the partners have moved|in the autumn|in a follow-up|when the SDK is fixed|by summer|as soon as we have two instances|some day|after the pilot
@v run the formatter before committing|write the test first|keep functions short|use UTC for timestamps|squash before merging|put the ticket number in the commit message|name tests after the rule they check|use the logger, not print|ask before adding a dependency|update the changelog|document public functions|use named exports|write migrations that can be undone|keep SQL out of the handlers|spell variable names out|use British spelling|answer briefly|show the plan before you edit|work on a branch|use the factory in tests|check types before you finish|put new settings into the example file|use sentence case in headings|put the newest entry on top|pin versions|validate input at the edge|use the repository layer|explain the why in commit messages|keep one component per file|use kebab case for file names|prefer composition|quote shell variables
@f commit generated files|push to main|use any in TypeScript|mock the database|edit applied migrations|swallow exceptions|use abbreviations|force push|install packages globally|leave TODOs without a name|touch vendored code|use wildcard imports|log personal data|skip the hooks|write comments in German|use emojis|rewrite history|catch everything|change public names|hardcode URLs|mix refactoring and features|use default exports|add blank catch blocks|run migrations by hand|use floats for money
= decision user
We decided to use {a} instead of {a} because {r}.
We decided on {a}, {r}.
We've decided to keep {a} for {x}.
We decided against {a}: {r}.
we're going with {a} for {x}, {r}
We chose {a} over {a} since {r}.
I chose {a} for {x} because {r}.
We picked {a}. {r}.
We're using {a} for {x} from now on, {r}.
We will use {a} for {x}, not {a}.
Let's use {a} for {x} because {r}.
Let's keep {x} on {a} instead of {a} because {r}.
Let's stay with {a}, {r}.
Let's move {x} to {a}, {r}.
Let's drop {a}. {r}.
Ok, {a} then. {r}.
Decision: {a} for {x}. Reason: {r}.
Decided: {x} moves to {a}.
It's decided, {x} stays on {a}.
Final decision on {x}: {a}, because {r}.
We settled on {a} for {x}.
We agreed on {a} in the meeting, {r}.
The team agreed to go for {a}, {r}.
We're switching from {a} to {a} because {r}.
We are replacing {a} with {a}, {r}.
We're dropping {a} in favour of {a}.
I've decided to put {x} behind {a}.
After some discussion we'll stick with {a}; {r}.
{a} it is, {r}.
Going with {a}. {r}.
I'd rather have {a} than {a} here, {r}, so do that.
We opted for {a} rather than {a}, because {r}.
No {a} for {x}, we take {a}.
{a} is out, {r}. We use {a}.
{x} will be built on {a}, that's settled: {r}.
We won't use {a} for {x}, {r}.
For {x} we go with {a} and not with {a}.
Option B: {a}. {r}.
I talked to the others and {a} wins, {r}.
Management approved it: {x} moves to {a} because {r}.
Made the call: {x} gets its own service, {r}.
We keep {x} in one place, that's decided, {r}.
Instead of {a} we're using {a}, {r}.
You can start, we're doing it with {a}. {r}.
We rejected {a} because {r}.
fyi, {x} will run on {a}, decided today
= preference user
Always {v}.
Please always {v}.
Never {f}.
Never {f} here, please.
Don't ever {f}.
Please don't {f}, not in this project.
From now on, {v}.
From now on never {f}.
In future, {v}.
In this project we {v}.
In this repo we never {f}.
We don't {f} here.
We always {v} in this team.
I prefer that you {v}.
I prefer it when you {v}, keep doing that.
I want you to {v}, every time.
I like to {v}, so please do so in all files.
When you write code here, {v}.
Whenever you change {x}, {v}.
Every time you touch {x}, {v}.
Rule for this repo: {v}.
House rule: never {f}.
Our convention: {v}.
The convention here is to {v}.
Remember: {v}.
Remember to {v}, always.
Keep in mind that we {v}.
Please stop doing that: don't {f}.
Stop it, we never {f}.
Do not {f} without asking me.
don't {f}, ask me first, always
For all future work: {v}.
General rule: {v}.
Please get used to it: {v}.
Make sure to {v} in everything you write for us.
as a standing instruction: {v}
You should never {f} in this codebase.
It's our standard to {v}.
I don't want to see you {f} again.
I don't like it when people {f}, so don't.
New rule, {v}.
before you say you're finished, always {v}
For every new endpoint, {v}.
For each change to {x}, {v}.
= constraint user
{w} allows at most {n} {u}.
{w} only allows {n} {u}.
{w} limits us to {n} {u}.
{w} accepts no more than {n} {u}.
{w} rejects anything longer than {n} {u}.
{w} cuts everything off after {n} {u}.
{w} only supports {a}.
{w} doesn't support {a} and never will.
{w} can't handle more than {n} {u}.
{w} blocks us after {n} {u}.
{w} times out after {n} {u}, and we can't change that.
{w} requires that we keep everything for {n} years.
{w} forbids {a}.
{w} is closed at night, nothing is accepted then.
We have to support {a} because {w} can't be updated.
We must stay below {n} {u}, otherwise {w} bills us.
We are not allowed to store that, {w} forbids it.
We're limited to {n} {u} by {w}.
We can't use {a}, {w} doesn't allow it.
By law we have to keep the records for {n} years.
By contract {x} must not be down longer than {n} minutes.
Personal data must not leave the country, so {x} has to run here.
{x} must not be changed in December, there is a freeze.
The servers there have {n} GB of memory and won't get more.
The devices have no internet access, everything must be in the package.
The maximum {w} takes is {n} {u}.
Careful, {w} throws away anything above {n} {u}.
Note that {w} only speaks {a}.
fyi {w} allows {n} {u}, not more
There's a hard limit of {n} {u} in {w}.
{w} told us that {n} {u} is the most they permit.
{w} resets everything each night, nothing survives.
{w} needs {n} days' notice before any change.
It has to work with {a}, {w} has nothing else.
{w} won't raise the limit of {n} {u}.
Because of {w} we can only send {n} {u}.
Every release has to be signed off by {w}, they insist.
{w} still runs {a}, so nothing newer can be used there.
Auditors want every change in {x} to be traceable, no deletes.
= tech_debt user
For now we leave {x} as it is, we clean it up {t}.
For now {x} is hardcoded, it becomes a setting {t}.
Leave {x} for now, we fix it {t}.
We'll leave {x} as is and redo it {t}.
Let's keep the hack in {x} for now and do it properly {t}.
Known debt: {x} does everything twice. To be fixed {t}.
Note it as technical debt: {x} has no tests.
We owe tests for {x}, they come {t}.
We skip the error handling in {x} for now, {t} we add it.
I know {x} is ugly, we rewrite it {t}.
The workaround in {x} stays until the real fix comes {t}.
{x} is a stopgap until we have {a}.
{x} is a temporary solution, {t} we replace it with {a}.
It's a shortcut, and we'll have to pay for it {t}.
We ship {x} without {a}, that comes {t}.
Not worth fixing {x} today, we do it {t}.
We postpone {x}, {t} is early enough.
{x} should really move to {a} eventually, but not now.
We live with the slow version of {x} until then, proper fix {t}.
The duplicate code in {x} stays for the moment, we merge it {t}.
I'm leaving a TODO in {x}, it needs a real solution {t}.
we do {x} by hand for now, automation {t}
Quick and dirty is fine for {x} now, we tidy up {t}.
The old version of {x} stays in until {t}, then it has to go.
Put {x} on the debt list, no time before the release.
We cut a corner in {x}: no {a} yet. Has to be repaired {t}.
{x} works around the bug in {a}; remove that {t}.
We accept that {x} breaks for big files, {t} we solve it.
= none user
Should we use {a} or {a} for {x}?
Should we go with {a} instead of {a}?
Would {a} be better because {r}?
What if we used {a} for {x}?
What would happen if we switched from {a} to {a}?
Why did we decide on {a}?
Why do we always {v}?
Do we {v} here?
Do we have a rule that says we never {f}?
Does {w} allow {n} {u}?
How many {u} does {w} accept?
Is it true that {w} only supports {a}?
Can we use {a} in {x}?
Could you compare {a} and {a} for {x}?
Which one is better for {x}, {a} or {a}?
Who decided to use {a}?
Did we ever decide between {a} and {a}?
I'm not sure whether to use {a} or {a}.
I'm thinking about {a} for {x}, {r}. Not decided yet.
Maybe {a}, maybe {a}. Let me think.
Perhaps we could use {a}, {r}.
We might move {x} to {a} some day.
We haven't decided on {a} yet.
I can't decide between {a} and {a}.
Let me ask the others about {a} first.
Let's try {a} and see.
Let's try {x} with {a} quickly, just to see how it feels.
Imagine {w} only allowed {n} {u}.
Suppose we had to support {a}, what would break?
If {w} allowed {n} {u}, would {x} still work?
Actually no, forget {a}.
Forget what I said about {a}.
We said {a}, but that's off the table again.
I changed my mind, we don't decide this now.
Never mind, drop it.
Use {a} for this one script only.
Just this once, {v}.
This time don't {f}.
Only for today, use {a}.
For this commit only, {v}.
Please {v} now.
Now {v}.
Can you {v}?
Could you please use {a} here?
Use {a} here.
Replace {a} with {a} in {x}.
Switch {x} to {a} and run the tests.
Move {x} into its own file.
Add a check to {x} that rejects more than {n} {u}.
{x} should show at most {n} {u}.
Users must not enter more than {n} characters in the name field.
The page should always show {x} first.
When a user opens {x}, always show the newest entries first.
The app must never show {x} to guests, hide it.
If the field is empty, never send the form.
Limit the upload to {n} MB and show a message.
Set the timeout to {n} seconds.
Increase the limit to {n}.
Add an option to {x} for {a}.
Write a function for {x} that returns {n} {u}.
Fix {x}, it shows {n} instead of {n}.
{x} still fails with {a}.
{x} is slow because it reads {n} {u} at once.
{x} never works on my machine.
It always takes {n} seconds to start.
I get an error in {x} since the last change.
The test for {x} is red again.
I like it better now, thanks.
That's better because it's easier to read.
You changed {x}, I only wanted {x}.
No, I meant {x}.
You forgot {x}.
{x} looks fine now.
I deployed {x} yesterday.
I've updated {a} to version {n}.
I decided to go home early, see you tomorrow.
I merged {x}, please pull.
At my last job we always used {a} because {r}.
A friend says they never {f}.
Netflix chose {a} over {a} because {r}.
The article says you should always {v}.
The docs say that {a} allows at most {n} {u}, is that right?
Explain why people choose {a} over {a}.
Write a paragraph on why a team would choose {a}.
Summarise the decision on {a} for me.
Translate: we decided to use {a} because {r}.
What does "{v}" mean in this file?
Where is the limit of {n} set?
Show me where we use {a}.
Delete the old {a} code in {x}.
Remove {a} from {x}, it isn't used.
Clean up {x} later today, first fix the tests.
Leave {x} alone and look at the mailer.
For now just show me {x}.
Not now, first {x}.
Do {x} first, then {x}.
ok, next one
yes do it
ok go on with {x}
Run {x} again with {n} workers.
What's left to do?
Is {x} finished?
Please have a look at {x}, a customer complained.
Here is what the log says about {x}.
@x der Import|die Suche|der Export|das Lager|die Rechnungen|der Login|das Archiv|die App|der Versand|die Berichte
@r es dann offline läuft|das andere zu langsam ist|wir es schon haben|niemand das andere kennt|der Kunde darauf besteht|es billiger ist|die Daten im Haus bleiben müssen|sonst Nachrichten verloren gehen|es leichter zu testen ist|die Lizenz passt
@w die Bank|das Finanzamt|die Schnittstelle|der Anbieter|der Drucker|der Versicherer|die Behörde|der Kassenserver|der Mailserver|die Krankenkasse
@u Anfragen pro Minute|Zeilen|Zeichen|Megabyte|Sekunden|Verbindungen|Dateien am Tag|Einträge|Spalten|Tage
@t nach dem Release|im Frühjahr|wenn die Migration durch ist|nächstes Quartal|sobald Anna zurück ist|im März|wenn der neue Anbieter da ist|in Version 3|nach dem Umbau|nach den Ferien
@v zuerst den Test schreiben|vor dem Commit formatieren|kurze Funktionen schreiben|UTC verwenden|den Plan zeigen, bevor du änderst|Variablennamen ausschreiben|auf einem Branch arbeiten|die Doku mitpflegen|knapp antworten|die Ticketnummer in den Commit schreiben
@f auf main pushen|generierte Dateien ändern|Abkürzungen verwenden|Ausnahmen verschlucken|Emojis benutzen|Passwörter einchecken|neue Pakete einbauen, ohne zu fragen|die Datenbank mocken
= decision user
Wir haben uns für {a} entschieden, weil {r}.
Wir haben uns gegen {a} entschieden, weil {r}.
Wir nehmen {a} statt {a}, weil {r}.
Wir bleiben bei {a}, weil {r}.
Ok, dann {a}.
Beschlossen: {x} läuft künftig über {a}.
Die Entscheidung ist gefallen: {a}, nicht {a}.
Ich habe entschieden, dass wir {a} nehmen.
Wir steigen von {a} auf {a} um, weil {r}.
Lass uns {a} nehmen, weil {r}.
Im Team beschlossen: {a} statt {a}.
Variante B, weil {r}.
Machen wir mit {a}, weil {r}.
{a} fliegt raus, wir benutzen {a}, weil {r}.
= preference user
Bitte immer {v}.
Bitte nie {f}.
Niemals {f}.
Ab jetzt immer {v}.
In Zukunft bitte {v}.
In diesem Projekt gilt: {v}.
Bei uns gilt: nie {f}.
Ich möchte, dass du immer daran denkst: {v}.
Merk dir: {v}.
Nicht ohne Rückfrage {f}, grundsätzlich.
Jedes Mal bitte {v}.
Regel für dieses Repo: {v}.
Hör auf damit, wir wollen nie {f}.
= constraint user
{w} erlaubt höchstens {n} {u}.
{w} nimmt maximal {n} {u} an.
{w} unterstützt nur {a}.
{w} kann kein {a} und wird es nie können.
Mehr als {n} {u} lässt {w} nicht zu.
Wir dürfen {a} nicht benutzen, {w} verbietet es.
Laut Gesetz müssen wir die Daten {n} Jahre aufheben.
Personenbezogene Daten dürfen das Land nicht verlassen.
Achtung, {w} schneidet alles nach {n} {u} ab.
Die Geräte haben kein Internet, alles muss im Paket sein.
{w} sperrt uns nach {n} {u}, da ist nichts zu machen.
= tech_debt user
Das lassen wir vorerst so, {t} räumen wir auf.
Fürs Erste fest verdrahtet, {t} wird es eine Einstellung.
Die Umgehung bleibt drin, bis {a} repariert ist.
Das ist ein Provisorium, {t} machen wir es richtig.
Tests fehlen noch, die holen wir {t} nach.
Unschön, aber wir leben damit bis dahin, {t} ersetzen wir es durch {a}.
Jetzt nicht, {t} schreiben wir es neu.
Der alte Teil muss noch weg, aber erst {t}.
= none user
Sollen wir {a} oder {a} nehmen?
Warum haben wir uns für {a} entschieden?
Was wäre, wenn wir {a} nehmen?
Wäre {a} nicht besser, weil {r}?
Erlaubt {w} mehr als {n} {u}?
Müssen wir immer {v}?
Ich bin noch unsicher, {a} oder {a}.
Vielleicht {a}, ich überlege noch.
Vergiss das mit {a}, wir lassen es.
Doch nicht, mach es wieder wie vorher.
Nur dieses eine Mal {v}.
Heute ausnahmsweise nicht {f}.
Bitte jetzt {v}.
Kannst du bitte {v}?
Ersetze {a} durch {a}.
Füg eine Prüfung ein, die mehr als {n} {u} ablehnt.
Die Seite soll immer zuerst das Neueste zeigen.
Das Feld darf nie leer sein, prüf das beim Absenden.
Setz das Limit auf {n}.
Der Test ist immer noch rot.
Das dauert immer {n} Sekunden.
Passt so, danke.
Nein, ich meinte die andere Seite.
Ich habe {a} gestern aktualisiert.
Früher haben wir immer {a} benutzt, in der alten Firma.
Im Artikel steht, man soll nie {f}.
Schreib einen Text darüber, warum man {a} nimmt.
Lösch den alten Code für {a}.
Zeig mir, wo {a} benutzt wird.
ok, weiter
= decision user
@r het dan offline werkt|de andere te traag is|we het al hebben|niemand de andere kent|de klant erop staat|het goedkoper is|de data in huis moet blijven|het makkelijker te testen is
@w de bank|de belastingdienst|de API|de leverancier|de printer|de verzekeraar|de kassa|de mailserver
@u verzoeken per minuut|regels|tekens|megabyte|seconden|verbindingen|bestanden per dag|kolommen
@t na de release|in het voorjaar|als de migratie klaar is|volgend kwartaal|in maart|zodra Anna terug is|in versie 3|na de vakantie
@v eerst de test schrijven|de code formatteren voor je commit|functies kort houden|UTC gebruiken|het plan laten zien voor je iets wijzigt|op een branch werken|de documentatie bijwerken|het ticketnummer in de commit zetten
@f naar main pushen|gegenereerde bestanden aanpassen|afkortingen gebruiken|emoji gebruiken|wachtwoorden committen|pakketten toevoegen zonder te vragen
We hebben besloten om {a} te gebruiken, omdat {r}.
We hebben {a} gekozen boven {a}, want dat is voor ons beter.
We gaan voor {a} in plaats van {a}, omdat {r}.
We blijven bij {a}, omdat {r}.
Oké, dan {a}.
Besloten: we stappen over op {a}, omdat {r}.
Laten we {a} nemen, omdat {r}.
Het wordt {a}, niet {a}.
Optie B, omdat {r}.
= preference user
Altijd {v}.
Graag altijd {v}.
Nooit {f}.
Vanaf nu altijd {v}.
Voortaan graag {v}.
In dit project geldt: nooit {f}.
Onthoud: {v}.
Ik wil dat je elke keer denkt aan: {v}.
Wij willen hier niet {f}, nooit.
= constraint user
{w} staat maximaal {n} {u} toe.
{w} accepteert niet meer dan {n} {u}.
{w} ondersteunt alleen {a}.
Meer dan {n} {u} laat {w} niet toe.
We mogen {a} niet gebruiken, {w} verbiedt het.
Volgens de wet moeten we alles {n} jaar bewaren.
Let op, {w} kapt alles na {n} {u} af.
De apparaten hebben geen internet, alles moet in het pakket zitten.
= tech_debt user
Dat laten we voorlopig zo, {t} ruimen we het op.
Voor nu staat het vast in de code, {t} wordt het een instelling.
De noodoplossing blijft tot {a} gerepareerd is.
Dit is tijdelijk, {t} doen we het goed.
De tests komen nog, {t}.
Niet nu, {t} schrijven we het opnieuw.
= none user
Moeten we {a} of {a} gebruiken?
Waarom hebben we voor {a} gekozen?
Wat als we {a} zouden nemen?
Staat {w} meer dan {n} {u} toe?
Ik weet het nog niet, {a} of {a}.
Misschien {a}, ik denk er nog over na.
Vergeet {a} maar, we doen het niet.
Alleen deze keer {v}.
Kun je nu {v}?
Vervang {a} door {a}.
De pagina moet altijd eerst het nieuwste laten zien.
Het veld mag nooit leeg zijn, controleer dat.
Zet de limiet op {n}.
De test is nog steeds rood.
Prima zo, bedankt.
Nee, ik bedoelde de andere pagina.
Ik heb {a} gisteren bijgewerkt.
Bij mijn vorige werk gebruikten ze altijd {a}.
Schrijf een stuk over waarom je {a} zou kiezen.
Verwijder de oude code voor {a}.
oké, ga verder
@r ça marche hors ligne|l'autre est trop lent|on l'a déjà|personne ne connaît l'autre|le client y tient|c'est moins cher|les données doivent rester chez nous|c'est plus simple à tester
@w la banque|le fisc|leur API|le prestataire|l'imprimante|l'hébergeur|l'assureur|le serveur de mail
@u requêtes par minute|lignes|caractères|mégaoctets|secondes|connexions|fichiers par jour|colonnes
@t après la mise en production|au printemps|quand la migration sera finie|le trimestre prochain|en mars|quand Anna sera revenue|dans la version 3|après les vacances
@v écris d'abord le test|formate le code avant de commiter|garde des fonctions courtes|utilise UTC|montre le plan avant de modifier|travaille sur une branche|mets la doc à jour|mets le numéro du ticket dans le commit
@f pousser sur main|modifier les fichiers générés|utiliser des abréviations|mettre des emojis|ajouter des paquets sans demander|avaler les exceptions
= decision user
On a décidé d'utiliser {a} plutôt que {a}, parce que {r}.
Nous avons choisi {a}, car {r}.
On part sur {a}, {r}.
On reste sur {a} parce que {r}.
On prend {a} au lieu de {a}, car {r}.
Finalement ce sera {a}, décision prise avec l'équipe.
C'est tranché : {a}. {r}.
On abandonne {a} pour {a}, parce que {r}.
J'ai choisi l'option B parce que {r}.
D'accord, va pour {a}, {r}.
= preference user
Toujours la même règle : {v}.
À partir de maintenant, {v}.
Désormais, {v}.
{v}, à chaque fois.
Il ne faut jamais {f}.
Merci de ne jamais {f}.
Dans ce projet, {v}.
Chez nous on évite de {f}, toujours.
Je préfère que ce soit ainsi partout : {v}.
Retiens ceci : {v}.
Arrête de {f}, c'est valable pour tout.
= constraint user
{w} n'accepte que {n} {u}.
{w} accepte au maximum {n} {u}.
{w} nous limite à {n} {u}.
{w} ne prend en charge que {a}.
{w} coupe tout après {n} {u}.
On n'a pas le droit d'utiliser {a}, {w} l'interdit.
La loi nous oblige à tout garder {n} ans.
Les données personnelles ne doivent pas sortir du pays.
Attention, au-delà de {n} {u} {w} refuse.
Les appareils n'ont pas internet, tout doit être dans le paquet.
= tech_debt user
Pour l'instant on laisse comme ça, {t} on nettoie.
On le met en dur pour le moment, {t} ce sera un réglage.
Le contournement reste jusqu'à ce que {a} soit corrigé.
C'est provisoire, {t} on le fait proprement.
Pas de tests pour l'instant, on les ajoutera {t}.
C'est moche mais on vit avec, on remplacera par {a} {t}.
Pas maintenant, {t} on réécrit.
= none user
Est-ce qu'on utilise {a} ou {a} ?
Pourquoi on a choisi {a} ?
Et si on prenait {a} ?
Est-ce que {w} accepte plus de {n} {u} ?
J'hésite encore entre {a} et {a}.
Peut-être {a}, je réfléchis.
Oublie {a}, on ne le fait pas.
Non, remets comme avant.
Juste cette fois, {v}.
Tu peux maintenant faire ça : {v} ?
Remplace {a} par {a}.
La page doit toujours afficher le plus récent en premier.
Le champ ne doit jamais être vide, vérifie-le à l'envoi.
Mets la limite à {n}.
Le test est toujours rouge.
C'est toujours aussi lent, {n} secondes.
Parfait, merci.
Non, je parlais de l'autre page.
J'ai mis {a} à jour hier.
Dans mon ancienne boîte on utilisait toujours {a}.
Écris un texte sur les raisons de choisir {a}.
Supprime l'ancien code de {a}.
ok, continue
= decision user
@r funciona sin conexión|el otro es demasiado lento|ya lo tenemos|nadie conoce el otro|el cliente lo exige|sale más barato|los datos tienen que quedarse en casa|es más fácil de probar
@w el banco|hacienda|su API|el proveedor|la impresora|la aseguradora|el servidor de correo|la caja
@u peticiones por minuto|filas|caracteres|megas|segundos|conexiones|archivos al día|columnas
@t después del lanzamiento|en primavera|cuando acabe la migración|el próximo trimestre|en marzo|cuando vuelva Ana|en la versión 3|después de las vacaciones
@v escribe primero la prueba|formatea antes de hacer commit|mantén las funciones cortas|usa UTC|enseña el plan antes de cambiar nada|trabaja en una rama|actualiza la documentación|pon el número del ticket en el commit
@f subas a main|toques los archivos generados|uses abreviaturas|pongas emojis|añadas paquetes sin preguntar|te comas las excepciones
Hemos decidido usar {a} en vez de {a} porque {r}.
Elegimos {a} porque {r}.
Vamos con {a}, {r}.
Nos quedamos con {a} porque {r}.
Decidido: {a}. {r}.
Mejor {a} que {a}, así que lo hacemos con {a}: {r}.
Cambiamos de {a} a {a} porque {r}.
Descartamos {a}, {r}.
La opción B, {r}.
El equipo acordó usar {a}, {r}.
= preference user
Siempre {v}.
A partir de ahora {v}.
De ahora en adelante {v}.
{v}, cada vez.
Nunca {f}.
No {f} nunca en este proyecto.
En este proyecto {v}, siempre.
Prefiero que no {f}, nunca.
Recuerda: {v}.
Regla de la casa: {v}.
= constraint user
{w} solo acepta {n} {u}.
{w} permite como máximo {n} {u}.
{w} nos limita a {n} {u}.
{w} solo soporta {a}.
{w} corta todo a partir de {n} {u}.
No podemos usar {a}, {w} lo prohíbe.
Por ley tenemos que guardar todo {n} años.
Los datos personales no pueden salir del país.
Ojo, con más de {n} {u} {w} nos bloquea.
Los equipos no tienen internet, todo va en el paquete.
= tech_debt user
Por ahora lo dejamos así, {t} lo limpiamos.
De momento va fijo en el código, {t} será un ajuste.
El parche se queda hasta que arreglen {a}.
Es provisional, {t} lo hacemos bien.
Faltan las pruebas, las añadimos {t}.
Es feo pero vivimos con ello, {t} lo cambiamos por {a}.
Ahora no, {t} lo reescribimos.
= none user
¿Usamos {a} o {a}?
¿Por qué elegimos {a}?
¿Y si usáramos {a}?
¿{w} acepta más de {n} {u}?
Todavía dudo entre {a} y {a}.
Quizá {a}, lo estoy pensando.
Olvida {a}, no lo hacemos.
No, déjalo como estaba.
Solo esta vez, {v}.
¿Puedes hacer esto ahora: {v}?
Cambia {a} por {a}.
La página debe mostrar siempre primero lo más nuevo.
El campo no puede estar nunca vacío, compruébalo al enviar.
Pon el límite en {n}.
La prueba sigue en rojo.
Siempre tarda {n} segundos.
Perfecto, gracias.
No, me refería a la otra página.
Ayer actualicé {a}.
En mi antigua empresa siempre usaban {a}.
Escribe un texto sobre por qué elegir {a}.
Borra el código viejo de {a}.
vale, sigue
= decision user
@r funciona sem rede|o outro é lento demais|já o temos|ninguém conhece o outro|o cliente exige|sai mais barato|os dados têm de ficar em casa|é mais fácil de testar
@w o banco|as finanças|a API deles|o fornecedor|a impressora|a seguradora|o servidor de e-mail|a caixa
@u pedidos por minuto|linhas|caracteres|megas|segundos|ligações|ficheiros por dia|colunas
@t depois do lançamento|na primavera|quando a migração acabar|no próximo trimestre|em março|quando a Ana voltar|na versão 3|depois das férias
@v escreve primeiro o teste|formata antes do commit|mantém as funções curtas|usa UTC|mostra o plano antes de mudar|trabalha num ramo|atualiza a documentação|põe o número do ticket no commit
@f faças push para a main|mexas nos ficheiros gerados|uses abreviaturas|ponhas emojis|adiciones pacotes sem perguntar
Decidimos usar {a} em vez de {a} porque {r}.
Escolhemos {a} porque {r}.
Vamos com {a}, {r}.
Ficamos com {a} porque {r}.
Decidido: {a}. {r}.
Mudamos de {a} para {a} porque {r}.
A equipe decidiu manter {a}, {r}.
Opção B, {r}.
A gente vai usar {a} e não {a}, {r}.
= preference user
Sempre {v}.
A partir de agora {v}.
Daqui em diante {v}.
{v}, todas as vezes.
Nunca {f}.
Por favor não {f}, nunca.
Neste projeto {v}.
Prefiro que não {f}.
Lembra-te: {v}.
Regra da casa: {v}.
= constraint user
{w} só aceita {n} {u}.
{w} permite no máximo {n} {u}.
{w} limita-nos a {n} {u}.
{w} só suporta {a}.
{w} corta tudo depois de {n} {u}.
Não podemos usar {a}, {w} proíbe.
Por lei temos de guardar tudo {n} anos.
Os dados pessoais não podem sair do país.
Atenção, acima de {n} {u} {w} bloqueia.
= tech_debt user
Por agora fica assim, {t} limpamos.
Por enquanto fica fixo no código, {t} passa a configuração.
O remendo fica até arrumarem {a}.
É provisório, {t} fazemos direito.
Faltam os testes, entram {t}.
Agora não, {t} reescrevemos.
= none user
Usamos {a} ou {a}?
Por que escolhemos {a}?
E se a gente usasse {a}?
{w} aceita mais de {n} {u}?
Ainda estou em dúvida entre {a} e {a}.
Talvez {a}, estou a pensar.
Esquece {a}, não vamos fazer.
Só desta vez, {v}.
Podes fazer isto agora: {v}?
Troca {a} por {a}.
A página deve mostrar sempre primeiro o mais novo.
O campo nunca pode ficar vazio, valida isso.
Põe o limite em {n}.
O teste continua vermelho.
Demora sempre {n} segundos.
Perfeito, obrigado.
Não, falava da outra página.
Ontem atualizei {a}.
Na minha antiga empresa usavam sempre {a}.
Escreve um texto sobre porque escolher {a}.
Apaga o código antigo de {a}.
ok, continua
= decision user
@r funziona senza rete|l'altro è troppo lento|ce l'abbiamo già|nessuno conosce l'altro|il cliente lo vuole|costa meno|i dati devono restare da noi|è più facile da testare
@w la banca|il fisco|la loro API|il fornitore|la stampante|l'assicurazione|il server di posta|la cassa
@u richieste al minuto|righe|caratteri|megabyte|secondi|connessioni|file al giorno|colonne
@t dopo il rilascio|in primavera|quando la migrazione è finita|il prossimo trimestre|a marzo|quando torna Anna|nella versione 3|dopo le ferie
@v scrivi prima il test|formatta prima del commit|tieni le funzioni corte|usa UTC|mostra il piano prima di cambiare|lavora su un ramo|aggiorna la documentazione|metti il numero del ticket nel commit
@f fare push su main|toccare i file generati|usare abbreviazioni|mettere emoji|aggiungere pacchetti senza chiedere
Abbiamo deciso di usare {a} invece di {a} perché {r}.
Abbiamo scelto {a} perché {r}.
Andiamo con {a}, {r}.
Restiamo su {a} perché {r}.
Deciso: {a}. {r}.
Passiamo da {a} a {a} perché {r}.
Meglio {a}, facciamo così: {r}.
Il team ha deciso per {a}, {r}.
Opzione B, {r}.
= preference user
Sempre la stessa regola: {v}.
D'ora in poi {v}.
Da adesso in poi {v}.
{v}, ogni volta.
Mai {f}.
Non {f} mai, per favore.
In questo progetto {v}.
Preferisco non {f}.
Ricordati: {v}.
Regola della casa: {v}.
= constraint user
{w} accetta solo {n} {u}.
{w} permette al massimo {n} {u}.
{w} ci limita a {n} {u}.
{w} supporta solo {a}.
{w} taglia tutto dopo {n} {u}.
Non possiamo usare {a}, {w} lo vieta.
Per legge dobbiamo conservare tutto per {n} anni.
I dati personali non possono uscire dal paese.
Attenzione, oltre {n} {u} {w} ci blocca.
= tech_debt user
Per ora resta così, {t} lo sistemiamo.
Per il momento è fisso nel codice, {t} diventa un'impostazione.
La pezza rimane finché non correggono {a}.
È provvisorio, {t} lo facciamo bene.
Mancano i test, li aggiungiamo {t}.
Adesso no, {t} lo riscriviamo.
= none user
Usiamo {a} o {a}?
Perché abbiamo scelto {a}?
E se usassimo {a}?
{w} accetta più di {n} {u}?
Sono ancora in dubbio tra {a} e {a}.
Forse {a}, ci penso.
Lascia perdere {a}, non lo facciamo.
Solo questa volta, {v}.
Puoi fare questo adesso: {v}?
Sostituisci {a} con {a}.
La pagina deve mostrare sempre prima il più recente.
Il campo non deve mai essere vuoto, controllalo.
Metti il limite a {n}.
Il test è ancora rosso.
Ci mette sempre {n} secondi.
Perfetto, grazie.
No, intendevo l'altra pagina.
Ieri ho aggiornato {a}.
Nella vecchia azienda usavamo sempre {a}.
Scrivi un testo sul perché scegliere {a}.
Cancella il vecchio codice di {a}.
ok, vai avanti
@r オフラインでも動く|もう一方は遅すぎる|既に使っている|他は誰も知らない|お客様の要望な|費用が半分になる|テストしやすい|運用が楽な
@w 銀行|税務署|先方のAPI|ベンダー|プリンター|配送会社|メールサーバー|レジ
@u 件|文字|秒|行|メガバイト|接続|リクエスト
@t リリース後に|来年|移行が終わったら|来四半期に|三月に|バージョン3で|予算が付いたら
@v テストを先に書いて|コミット前に整形して|UTCを使って|計画を先に見せて|ブランチで作業して|ドキュメントも更新して|変数名は省略せずに書いて
@f mainに直接プッシュし|生成ファイルを編集し|略語を使わ|絵文字を使わ|勝手に依存を追加し
= decision user
{r}ので、{a}ではなく{a}を使うことにしました。
{a}を採用します。{r}ためです。
{a}にします。{r}ので。
{a}で行きましょう、{r}から。
検討の結果、{a}に決定しました。
{a}はやめて{a}に切り替えます。{r}ためです。
このまま{a}を使い続けることにします。
B案にします。{r}ので。
チームで話して{a}に決まりました。
= preference user
今後は必ず{v}ください。
これからは{v}ください。
毎回{v}ください。
いつも{v}ください。
絶対に{f}ないでください。
このプロジェクトでは{f}ないこと。
このリポジトリでは必ず{v}ください。
覚えておいて：{v}ください。
うちのルールでは{f}ないことになっています。
= constraint user
{w}は最大{n}{u}までしか受け付けません。
{w}の上限は{n}{u}です。変更できません。
{w}は{a}にしか対応していません。
{w}は{n}{u}で切られます。
規約により{a}は使えません。
法律で{n}年間保存する必要があります。
個人情報は国外に出せません。
端末はインターネットに繋がらないので、全部同梱が必要です。
= tech_debt user
とりあえずこのままにして、{t}直します。
今は直書きでいいです。{t}設定にします。
暫定対応です。{t}ちゃんとやります。
テストはまだありませんが、{t}追加します。
{a}が直るまでは回避策を残しておきます。
今回は見送って、{t}書き直します。
= none user
{a}と{a}どちらがいいですか？
なぜ{a}を選んだのですか？
{a}にしたらどうなりますか？
{w}は{n}{u}以上受け付けますか？
{a}か{a}か、まだ迷っています。
{a}かもしれません、もう少し考えます。
{a}の話は忘れてください。
やっぱりやめます、元に戻してください。
今回だけ{v}ください。
今すぐ{v}ください。
{a}を{a}に置き換えてください。
画面には常に新しいものを先に表示してください。
この項目は必ず入力させてください。
上限を{n}に変更してください。
テストがまだ失敗します。
いつも{n}秒かかります。
いいですね、ありがとう。
違います、もう一つの画面です。
昨日{a}を更新しました。
前の会社ではいつも{a}を使っていました。
{a}を選ぶ理由について記事を書いてください。
{a}の古いコードを消してください。
はい、続けて
= decision user
@r 오프라인에서도 되|다른 건 너무 느리|이미 쓰고 있으|아무도 다른 걸 모르|고객이 원하|비용이 싸|테스트하기 쉬우
@w 은행|국세청|상대 API|업체|프린터|택배사|메일 서버|포스기
@u 건|글자|초|줄|메가바이트|연결
@t 출시 후에|내년에|이전이 끝나면|다음 분기에|3월에|버전 3에서|예산이 나오면
@v 테스트를 먼저 작성해|커밋 전에 포맷해|UTC를 사용해|계획을 먼저 보여|브랜치에서 작업해|문서도 업데이트해|변수 이름은 줄이지 말고 써
@f main에 푸시하지|생성된 파일을 고치지|약어를 쓰지|이모지를 쓰지|패키지를 마음대로 추가하지
{r}니까 {a} 대신 {a}를 쓰기로 했습니다.
{a}로 결정했어요. {r}니까요.
{a}로 갑시다, {r}니까.
{a}로 하겠습니다.
그냥 {a}를 유지하기로 했어요.
{a}는 빼고 {a}로 바꾸기로 했습니다.
팀 회의에서 {a}로 정했습니다.
2번으로 할게요, {r}니까.
= preference user
앞으로는 항상 {v} 주세요.
이제부터 {v} 주세요.
매번 {v} 주세요.
절대 {f} 마세요.
이 프로젝트에서는 {f} 않습니다.
이 저장소에서는 항상 {v} 주세요.
기억해 두세요: {v} 주세요.
우리 규칙은 {f} 않는 거예요.
= constraint user
{w}는 최대 {n}{u}까지만 받습니다.
{w} 제한이 {n}{u}이고 바꿀 수 없어요.
{w}는 {a}만 지원합니다.
{w}에서 {n}{u} 넘으면 차단합니다.
규정상 {a}는 사용할 수 없습니다.
법적으로 {n}년 동안 보관해야 합니다.
개인정보는 국외로 나가면 안 됩니다.
기기는 인터넷이 안 되니까 전부 패키지에 있어야 해요.
= tech_debt user
일단 이대로 두고 {t} 고칩시다.
지금은 하드코딩으로 두고 {t} 설정으로 뺄게요.
임시방편이에요. {t} 제대로 하겠습니다.
테스트는 아직 없고 {t} 추가합니다.
{a}가 고쳐질 때까지 우회 코드를 남겨 둡니다.
지금은 말고 {t} 다시 씁시다.
= none user
{a}와 {a} 중에 뭐가 나을까요?
왜 {a}를 골랐나요?
{a}를 쓰면 어떻게 될까요?
{w}가 {n}{u} 넘게 받나요?
{a}랑 {a} 중에 아직 못 정했어요.
{a}일 수도 있고, 좀 더 생각해 볼게요.
{a} 얘기는 잊어 주세요.
아니에요, 원래대로 돌려 주세요.
이번만 {v} 주세요.
지금 {v} 줄래요?
{a}를 {a}로 바꿔 주세요.
화면에는 항상 최신 것을 먼저 보여 주세요.
이 칸은 절대 비면 안 되니까 검사해 주세요.
제한을 {n}으로 올려 주세요.
테스트가 아직도 실패해요.
항상 {n}초 걸려요.
좋아요, 고마워요.
아니요, 다른 화면 말이에요.
어제 {a}를 업데이트했어요.
예전 회사에서는 항상 {a}를 썼어요.
{a}를 고르는 이유에 대해 글을 써 줘.
{a} 옛날 코드를 지워 주세요.
네, 계속하세요
= decision user
@r 可以离线运行|另一个太慢|我们已经在用了|没人熟悉另一个|客户要求|便宜一半|容易测试
@w 银行|税务局|对方接口|供应商|打印机|快递公司|邮件服务器|收银机
@u 条|个字符|秒|行|兆|个连接
@t 上线以后|明年|迁移完成后|下个季度|三月|在第三版里|有预算的时候
@v 先写测试|提交前格式化代码|统一用UTC|先给我看方案|在分支上改|同步更新文档|变量名写全
@f 直接推到main|改生成的文件|用缩写|用表情符号|随便加依赖|吞掉异常
我们决定用{a}而不是{a}，因为{r}。
选{a}，因为{r}。
就用{a}吧，{r}。
定了，用{a}。
我们继续用{a}，{r}。
不用{a}了，换成{a}，因为{r}。
团队讨论后选了{a}。
方案二，{r}。
= preference user
以后都要{v}。
从现在开始{v}。
每次都要{v}。
永远不要{f}。
这个项目里不要{f}。
这个仓库一律{v}。
记住：{v}。
我希望你每次都{v}。
我们的规范是{v}。
请不要再{f}了，任何时候都不要。
= constraint user
{w}最多只接受{n}{u}。
{w}的上限是{n}{u}，改不了。
{w}只支持{a}。
{w}超过{n}{u}就会拒绝。
我们不能用{a}，{w}不允许。
法律规定必须保存{n}年。
个人数据不能出境。
设备不能联网，所有东西都要打进包里。
= tech_debt user
先这样放着，{t}再整理。
暂时写死，{t}改成配置。
这是临时方案，{t}做正式的。
测试先欠着，{t}补上。
在{a}修好之前先保留这个绕过的写法。
现在不改，{t}重写。
= none user
用{a}还是{a}？
为什么选了{a}？
如果换成{a}会怎么样？
{w}能接受超过{n}{u}吗？
{a}和{a}还没想好。
也许用{a}，我再想想。
{a}的事算了，不做了。
还是改回原来的样子。
就这一次，{v}。
现在帮我{v}。
把{a}换成{a}。
页面要一直先显示最新的。
这个字段不能为空，提交时检查一下。
把上限改成{n}。
测试还是不通过。
每次都要{n}秒。
可以了，谢谢。
不是，我说的是另一个页面。
昨天我升级了{a}。
以前公司一直用{a}。
写一篇文章讲为什么选{a}。
删掉{a}的旧代码。
好，继续
= decision user
@r работает без сети|другое слишком медленное|он у нас уже есть|никто не знает другого|заказчик настаивает|так дешевле|данные должны остаться у нас|проще тестировать
@w банк|налоговая|их API|поставщик|принтер|почтовый сервер|касса|страховая
@u запросов в минуту|строк|символов|мегабайт|секунд|соединений|файлов в день
@t после релиза|весной|когда закончим миграцию|в следующем квартале|в марте|в версии 3|после отпуска
@v сначала пиши тест|форматируй код перед коммитом|используй UTC|показывай план до правок|работай в ветке|обновляй документацию|указывай номер задачи в коммите
@f пушь в main|правь сгенерированные файлы|используй сокращения|ставь эмодзи|добавляй пакеты без спроса
Мы решили использовать {a} вместо {a}, потому что {r}.
Мы выбрали {a}, так как {r}.
Остановились на {a}: {r}.
Остаёмся на {a}, {r}.
Решено: {a}.
Переходим с {a} на {a}, потому что {r}.
Договорились с командой взять {a}, {r}.
Делаем через {a}, {r}.
Отказываемся от {a}, {r}.
= preference user
Всегда {v}.
Впредь {v}.
С этого момента {v}.
Каждый раз {v}.
Никогда не {f}.
Пожалуйста, больше не {f}.
В этом проекте {v}.
Запомни: {v}.
Наше правило: {v}.
Не {f} никогда, это правило.
= constraint user
{w} принимает не больше {n} {u}.
{w} разрешает максимум {n} {u}.
{w} ограничивает нас: {n} {u}.
{w} поддерживает только {a}.
{w} обрезает всё после {n} {u}.
Нам нельзя использовать {a}, {w} запрещает.
По закону всё надо хранить {n} лет.
Учти, больше {n} {u} {w} не пропускает.
На устройствах нет интернета, всё должно быть в пакете.
= tech_debt user
Пока оставляем так, {t} почистим.
Пока захардкодим, {t} вынесем в настройки.
Это временно, {t} сделаем нормально.
Тестов пока нет, добавим {t}.
Обходной путь остаётся, пока не починят {a}.
Сейчас не трогаем, {t} перепишем.
= none user
Взять {a} или {a}?
Почему мы выбрали {a}?
А если взять {a}?
{w} принимает больше {n} {u}?
Ещё не решил, {a} или {a}.
Может быть {a}, подумаю.
Забудь про {a}, не делаем.
Верни как было.
Только в этот раз {v}.
Можешь сейчас сделать так: {v}?
Замени {a} на {a}.
Страница всегда должна сначала показывать новое.
Поле никогда не должно быть пустым, проверь при отправке.
Поставь лимит {n}.
Тест всё ещё красный.
Всегда занимает {n} секунд.
Отлично, спасибо.
Нет, я про другую страницу.
Вчера обновил {a}.
На прошлой работе всегда использовали {a}.
Напиши статью, почему выбирают {a}.
Удали старый код {a}.
ок, дальше
= decision user
@r działa bez sieci|drugie jest za wolne|już to mamy|nikt nie zna drugiego|klient tego chce|tak jest taniej|dane muszą zostać u nas|łatwiej to testować
@w bank|urząd skarbowy|ich API|dostawca|drukarka|serwer poczty|kasa|ubezpieczyciel
@u żądań na minutę|wierszy|znaków|megabajtów|sekund|połączeń|plików dziennie
@t po wydaniu|wiosną|po migracji|w przyszłym kwartale|w marcu|w wersji 3|po urlopie
@v najpierw pisz test|formatuj kod przed commitem|używaj UTC|pokazuj plan przed zmianami|pracuj na gałęzi|aktualizuj dokumentację|podawaj numer zadania w commicie
@f pushuj na main|zmieniaj wygenerowanych plików|używaj skrótów|dawaj emoji|dodawaj pakietów bez pytania
Zdecydowaliśmy się na {a} zamiast {a}, bo {r}.
Wybraliśmy {a}, ponieważ {r}.
Zostajemy przy {a}, bo {r}.
Bierzemy {a}, {r}.
Postanowione: {a}.
Przechodzimy z {a} na {a}, bo {r}.
Ustaliliśmy w zespole, że będzie {a}.
Rezygnujemy z {a}, bo {r}.
Robimy to na {a}, {r}.
= preference user
Zawsze {v}.
Od teraz {v}.
Od tej pory {v}.
Za każdym razem {v}.
Nigdy nie {f}.
Proszę, nie {f}, nigdy.
W tym projekcie {v}.
Zapamiętaj: {v}.
U nas zasada jest taka: {v}.
= constraint user
{w} przyjmuje najwyżej {n} {u}.
{w} pozwala maksymalnie na {n} {u}.
{w} ogranicza nas do {n} {u}.
{w} obsługuje tylko {a}.
{w} obcina wszystko po {n} {u}.
Nie wolno nam używać {a}, {w} zabrania.
Zgodnie z prawem musimy trzymać wszystko {n} lat.
Uwaga, powyżej {n} {u} {w} nas blokuje.
Urządzenia nie mają internetu, wszystko musi być w paczce.
= tech_debt user
Na razie zostawiamy tak, {t} posprzątamy.
Tymczasowo na sztywno w kodzie, {t} będzie ustawienie.
To prowizorka, {t} zrobimy porządnie.
Testów jeszcze nie ma, dodamy je {t}.
Obejście zostaje, dopóki nie naprawią {a}.
Nie teraz, {t} przepiszemy.
= none user
Użyć {a} czy {a}?
Dlaczego wybraliśmy {a}?
A gdybyśmy wzięli {a}?
Czy {w} przyjmuje więcej niż {n} {u}?
Jeszcze nie wiem, {a} czy {a}.
Może {a}, zastanowię się.
Zapomnij o {a}, nie robimy tego.
Przywróć, jak było.
Tylko tym razem {v}.
Możesz teraz zrobić tak: {v}?
Zamień {a} na {a}.
Strona ma zawsze pokazywać najpierw najnowsze.
Pole nigdy nie może być puste, sprawdź to przy wysyłaniu.
Ustaw limit na {n}.
Test dalej jest czerwony.
Zawsze trwa to {n} sekund.
Świetnie, dzięki.
Nie, chodziło mi o drugą stronę.
Wczoraj zaktualizowałem {a}.
W poprzedniej firmie zawsze używali {a}.
Napisz tekst o tym, dlaczego warto wybrać {a}.
Usuń stary kod {a}.
ok, dalej
= decision user
@r çevrimdışı çalışıyor|diğeri çok yavaş|zaten elimizde var|diğerini kimse bilmiyor|müşteri istiyor|daha ucuz|veriler bizde kalmalı|test etmesi kolay
@w banka|vergi dairesi|onların API'si|tedarikçi|yazıcı|posta sunucusu|yazarkasa|sigorta
@u istek|satır|karakter|megabayt|saniye|bağlantı|dosya
@t sürümden sonra|ilkbaharda|geçiş bitince|gelecek çeyrekte|martta|üçüncü sürümde|tatilden sonra
@v önce testi yaz|commit'ten önce biçimlendir|UTC kullan|değiştirmeden önce planı göster|dalda çalış|belgeleri güncelle
@f main'e push yapma|üretilen dosyaları değiştirme|kısaltma kullanma|emoji kullanma|sormadan paket ekleme
{a} yerine {a} kullanmaya karar verdik çünkü {r}.
{a} seçtik çünkü {r}.
{a} ile kalıyoruz, {r}.
Tamam, {a} olsun, {r}.
Karar verildi: {a}.
{a} sisteminden {a} sistemine geçiyoruz çünkü {r}.
Ekipçe {a} üzerinde anlaştık.
İkinci seçenek, {r}.
= preference user
Her zaman {v}.
Bundan böyle {v}.
Şu andan itibaren {v}.
Her seferinde {v}.
Asla {f}.
Lütfen bir daha {f}.
Bu projede {v}.
Unutma: {v}, hep.
Kuralımız şu: {f}.
= constraint user
{w} en fazla {n} {u} kabul ediyor.
{w} sadece {a} destekliyor.
{w} bizi {n} {u} ile sınırlıyor.
{w} {n} {u} sonrasını kesiyor.
{a} kullanamayız, {w} izin vermiyor.
Yasaya göre her şeyi {n} yıl saklamak zorundayız.
Kişisel veriler yurt dışına çıkamaz.
Cihazlarda internet yok, her şey pakette olmalı.
= tech_debt user
Şimdilik böyle kalsın, {t} düzeltiriz.
Şimdilik koda sabit yazıyoruz, {t} ayara taşırız.
Bu geçici çözüm, {t} doğrusunu yaparız.
Testler henüz yok, {t} ekleriz.
{a} düzelene kadar bu geçici çözüm kalıyor.
Şimdi değil, {t} yeniden yazarız.
= none user
{a} mı {a} mı kullanalım?
Neden {a} seçtik?
{a} kullansak ne olur?
{w} {n} {u} üstünü kabul ediyor mu?
{a} mı {a} mı, daha karar vermedim.
Belki {a}, biraz düşüneyim.
{a} işini unut, yapmıyoruz.
Eski haline getir.
Sadece bu sefer {v}.
Şimdi {v}.
{a} yerine {a} koy.
Sayfa her zaman önce en yeniyi göstersin.
Alan asla boş olmamalı, gönderirken kontrol et.
Sınırı {n} yap.
Test hâlâ kırmızı.
Her zaman {n} saniye sürüyor.
Güzel oldu, teşekkürler.
Hayır, öbür sayfayı kastettim.
Dün {a} sürümünü yükselttim.
Eski iş yerimde hep {a} kullanırdık.
Neden {a} seçilmeli diye bir yazı yaz.
{a} için eski kodu sil.
tamam, devam et
= runbook assistant
@f the lock file was never removed|the clock ran an hour ahead|the certificate had expired|two processes wrote to the same file|the pool was smaller than the number of workers|the proxy buffers the response|the field was renamed upstream|the index was built for another collation|the timeout was shorter than the query|the token was cached past its life|the driver falls back to another encoding|the job was acknowledged before it was done|the library reads the old config path|the image ships without the fonts|the kernel killed it for memory|the path had a trailing slash|the DNS entry pointed to the old host|the header was stripped by the load balancer
@g all 40 tests pass|50 of 50 runs come through|no more errors under load|the totals agree to the cent|the build is green again|it starts cleanly ten times in a row|the replay shows none|200 of 200 messages arrive|it has run for eight hours without a gap|the pages load again|the export is complete|the crash no longer happens on either phone
@h I moved the lock into the process|I set the timeout to match|we now close it after each request|the entry is read before the load|I pinned the older package|the retry waits for the answer|the worker acknowledges last|I switched the clock sync on
That was it: {f}. {h}, {g}.
Found and fixed: {f}. {h}; {g}.
Now I'm sure: {x} broke because {f}. {h} and {g}.
So it was {a}: {f}. With that out of the way {g}.
The failures came from {a}, where {f}. {h}. Result: {g}.
It's explained: {f}, so {x} got nothing. {h}: {g}.
{x} works again. The reason was that {f}; {h}.
Confirmed, {f}. {h}. {g}, so I'd call it solved.
The hang comes from {a}: {f}. {h} and since then {g}.
Yes, and that is the cause. {f}, hence the crash in {x}. {h}; {g}.
Green. So {x} failed because {f}; {h}.
The gap in {x} came from this: {f}. {h}, and {g}.
The duplicates in {x} are explained, {f}. {h}. After that {g}.
Root cause: {f}. Fix: {h}. Check: {g}.
Das war es: {f}. {h}, {g}.
Gefunden: {a} hat die Verbindung nach {n} Sekunden geschlossen. Jetzt wird sie neu aufgebaut, alle {n} Tests laufen durch.
Ursache war {a}: die Datei wurde zweimal geöffnet. Seit der Änderung kommen {n} von {n} Sätzen an.
Der Fehler kam daher, dass {a} den alten Schlüssel benutzt hat. Mit dem neuen läuft der Import wieder.
Läuft wieder. Schuld war {a}, die Uhr ging eine Stunde vor. Abgleich eingeschaltet, keine Fehler mehr.
La cause : {a} fermait la connexion après {n} secondes. Corrigé, les {n} tests passent.
C'était {a}, le certificat avait expiré. Après renouvellement tout passe, {n} sur {n}.
Trouvé : {a} lisait l'ancien chemin. Avec le bon, la synchronisation se termine et les totaux sont justes.
Resuelto: {a} cerraba la conexión a los {n} segundos. Con el cambio pasan las {n} pruebas.
La causa era {a}, leía la ruta antigua. Corregido, ya no sale el error en {n} intentos.
El fallo venía de {a}: la cola se llenaba. Ahora se vacía antes y la carga termina bien.
A causa era {a}, que usava a chave antiga. Corrigido, os {n} testes passam.
Resolvido: {a} fechava a ligação depois de {n} segundos. Agora {n} de {n} chegam.
La causa era {a}: il certificato era scaduto. Rinnovato, tutti i {n} test passano.
Risolto: {a} leggeva il vecchio percorso. Con quello giusto l'importazione finisce senza errori.
De oorzaak was {a}: de klok liep voor. Na de correctie slagen alle {n} tests.
Opgelost: {a} sloot de verbinding na {n} seconden. Nu komen {n} van de {n} berichten aan.
原因は{a}が{n}秒で接続を切っていたことでした。修正後は{n}件のテストがすべて通りました。
解決しました。{a}が古い設定を読んでいたのが原因で、直したらエラーは出なくなりました。
原因が分かりました。{a}のキャッシュが古いままでした。クリアして再実行すると全部成功します。
원인은 {a}가 {n}초 뒤에 연결을 끊은 것이었습니다. 고친 뒤 테스트 {n}개가 모두 통과합니다.
해결됐습니다. {a}가 예전 설정을 읽고 있었고, 바꾼 뒤로는 오류가 없습니다.
{a} 때문이었습니다. 키를 한 번만 만들게 바꾸니 {n}번 모두 정상입니다.
查清楚了：{a}在{n}秒后断开连接。改成重连以后{n}个测试全部通过。
原因是{a}读的是旧配置，改过来之后不再报错，重跑{n}次都成功。
找到了，是{a}的缓存没有失效。清掉以后数据都对上了。
Причина была в {a}: соединение закрывалось через {n} секунд. После исправления все {n} тестов проходят.
Нашёл: {a} читал старый конфиг. Исправил, ошибок больше нет, загружены все {n} строк.
Przyczyną był {a}: zamykał połączenie po {n} sekundach. Po poprawce przechodzą wszystkie testy ({n}).
Rozwiązane: {a} czytał starą ścieżkę. Po zmianie import kończy się bez błędów.
Sebep {a} idi: bağlantıyı {n} saniye sonra kapatıyordu. Düzelttim, {n} testin hepsi geçiyor.
Çözüldü: {a} eski ayarı okuyordu, şimdi hata yok.
= constraint assistant
@w the bank's gateway|the ministry's portal|their batch endpoint|the payment provider|the carrier's API|the hosting plan|the printer's firmware|the mail provider|the map service|the app store|the old database server|the device|the sandbox|the free tier|the modem
@u requests a second|rows per call|characters|megabytes|seconds|entries|connections|calls a day|kilobytes|bytes
That's a limit of {w}: {n} {u}, and nothing in the settings changes it.
{w} drops everything beyond {n} {u} without a word.
{w} allows {n} {u}, counted over all clients; above that it answers 429.
So a payload has to stay below {n} {u}, {w} clips the rest.
The operator of {w} runs {a} and there is no switch for it, so nothing can be resent.
{w} erlaubt nur {n} Anfragen, danach kommt 429; das lässt sich nicht ändern.
Das Gerät verwirft alles über {n} Zeichen ohne Fehlermeldung.
L'API coupe au-delà de {n} lignes, et ce n'est pas réglable.
El proveedor devuelve como mucho {n} filas por llamada y no se puede cambiar.
A API aceita no máximo {n} itens por chamada; o resto é ignorado.
L'API restituisce al massimo {n} righe, non è configurabile.
De API geeft hoogstens {n} regels terug, dat is niet instelbaar.
このAPIは{n}件までしか返さず、設定では変えられません。
이 API는 {n}건까지만 돌려주고 설정으로 바꿀 수 없습니다.
这个接口最多返回{n}条，没有办法调整。
Их API отдаёт не больше {n} строк, настроить это нельзя.
Ich API zwraca najwyżej {n} wierszy i nie da się tego zmienić.
= decision assistant
With {n} orders a month I would use {a}, because {r}. Nothing else to run.
I'd put {x} into {a}: {r}. The alternative would be {a}, which is more to look after.
So: {a} for {x}, since {r}. Shall I build it like that?
I suggest {a} instead of {a} here, because {r}.
Then I'd take {a}; {r}, and {a} gives you nothing on top.
= none assistant
I changed {x}, all {n} tests pass.
{x} now shows {n} rows; the tests pass.
The test failed because I had a typo in the name, that's corrected.
It was in the wrong folder, sorry. Now the tests pass.
The cause might be {a}, but I couldn't reproduce it.
I tried a longer timeout, the error stays the same.
It still fails after {n} tries. I don't know why yet.
{a} waits for the index, since {r}. That's how it has always worked here.
{a} allows at most {n} {u} by default, but that can be set in the config.
As a rule {a} is limited to {n} {u}; for most projects that's plenty.
From the commit history: the team moved from {a} to {a} because {r}.
The decision record says: {a} instead of {a}, because {r}.
Both would work. {a}: {r}. {a}: nothing to install. Which one do you want?
The usual choices are {a} and {a}; people take {a} when {r}.
The list has {n} entries now and sorts by date.
A file is {n} MB, before it was {n} MB.
The diff is ready, have a look.
I renamed it in {n} files and ran the linter.
Next I'd look at {x}.
Der Test war rot, weil ein Tippfehler drin war. Jetzt ist er grün.
Le test passe maintenant, c'était une faute de frappe.
La lista ya sale ordenada y las pruebas pasan.
テストは{n}件とも通りました。次に進みますか？
테스트 {n}개가 통과했습니다. 다음으로 넘어갈까요?
{n}个测试都通过了，要继续吗？
