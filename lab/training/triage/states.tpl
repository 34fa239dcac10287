@a Postgres|Mongo|Redis|Kafka|NATS|SQLite|ClickHouse|S3|Terraform|Vue|React|Svelte|Django|Rails|Go|Rust|Kotlin|Flutter|gRPC|GraphQL|REST|websockets|cron|Docker|Kubernetes|Nginx|DuckDB|Parquet|protobuf|JSON|CSV|YAML|polling|webhooks|MQTT|Unity|Godot|CMake|Bazel|Gradle|pnpm|Airflow|dbt|Spark|webp|jwt|cookies|feature flags|a monolith|a queue|a plain table
@x the importer|the exports|the billing service|the search page|the mobile app|the scheduler|the login flow|the mailer|the price rules|the checkout|the public api|the map|the notifications|the audit log|the sync job|the dashboard|the upload step|the parser|the shader code|the firmware|the sensor driver|the etl|the level editor|the save games|the retry logic|the order service|the config loader|the tests|the migration|the docs|the logs|the build|the staging cluster|the android app|the cli|the cache|the message queue|the tax module|the inventory screen
@y files in vendor/|generated code|applied migrations|the production database|customer data|billing/|the release branch|the lock file|the public schema|the pinned versions|infra/prod|the seed data|the shared components|the ci config|the signing keys|the calibration tables|the legal texts|the main branch|secrets|test fixtures
@p Jonas|Miriam|Ana|legal|finance|the customer|the security team|ops|marketing|the board|the vendor|support|sales|Karin from accounting|the auditor|the design team|the data team|Pavel
@r the reporting joins were killing us|we have nobody to run it|license stuff|the older devices are slow|it's one thing less to operate|latency was awful|the customer can't migrate this year|flash is cheap|it saves power|too many bugs with the other way|they only speak the old version|review asked for it|we are only three people|encode time wasn't worth it|the volume is tiny|the analysts were tired of waiting|that bit us in may|modders want to edit them|it costs too much|the audit wants it|no one could debug it|the gateway blocks after that
@n 2|3|5|10|12|15|20|30|45|60|80|90|100|128|250|300|400|500|1000|4096
@u seconds|minutes|days|rows|requests per minute|mb|characters|kb of ram|calls per second|months|columns|retries|items|devices
@v run the migration dry run first|put the ticket number in the branch name|write a contract test|use metric units|convert at the ui|keep functions under 20 lines|use utc|write sql keywords in upper case|add a changelog line|use full words in names|tag support|ask before adding a dependency|write comments in english|use the token classes|add a down step|use integers for money|use the replica|squash before merging|run the formatter|name an owner and an end date|show me the plan before you edit|answer in short bullets|keep commits small|add it to the data dictionary|write the failing test first
@f push to main|retry flaky tests in ci|use floats for money|log email addresses|edit applied migrations|use inline styles|use default exports|deploy on a friday|commit generated files|allocate after init|delete rows from payments|bump versions on your own|copy production data|merge without review|skip the hooks|store creds in env files|rename public fields|use gpl code|touch the vendored code|mock the database
@t fix the typo in the header|add a spinner to the button|write tests for the parser|rename the helper|show me the last commits|run the linter|add pagination to the list|split the migration|explain this regex|draw a diagram of the flow|make the font bigger|write a script that merges the csvs|translate the strings|add a progress bar|create a helm chart|remove the unused images|add an index|write docstrings|set up a github action|add a dark mode toggle|compare the two files|generate some fake data|profile the startup|port it to rust|undo the last change|stash my changes|refactor this into smaller pieces|update the readme|convert it into hooks|implement undo
@b crashes|hangs|flickers|fails|times out|is empty|is slow|shows garbage|returns null|throws a 500|is cut off|fires twice|dies|leaks memory|stops|is red|complains
= decision user
we're going with {a} for {x}, not {a}. {r}
we're going with {a}. can you set up {x} now?
going with {a}, no {a}
ok after the call: {a} for {x} instead of {a}
ok so the meeting is over: {x} moves to {a}
fine, {a} it is
alright, {a} then. {p} insists
we settled on {a} over {a}, {r}
we picked {a} for {x}. the {a} thing is over
we decided to drop {a}, {r}
we've decided: {x} keeps {a}
decision: {x} keeps {n} {u}, no {a}. {r}
decision for {x}: {a}
final answer: {a} everywhere, {a} is gone
final call on {x}: {n} {u}
let's keep {x} in {a} instead of {a} because {r}
let's keep {x} in {a} instead of {a} because of that
let us keep {a} and drop {a}
let's stick with {a} for {x}, {r}
let's move off {a}, {r}
let's not use {a} in {x}, {r}
{x} stays on {a} until {p} is done. dont upgrade
we are staying on {a} until the runtime catches up
we stay with {a}, {r}
we won't do {a} in v1. {a} only
we won't support {a} in {x}
i thought about it, we won't use {a}
changed my mind about {a}, we use {a} now
scrap what i said about {a}, {a} is enough for us
dropping {a} support. you can delete the checks around it
{a} is out, remove what's left of it
we'll use {a} for {x} and convert later, {r}
we'll store {x} in {a}, {r}
we will have {n} {u} in {x}, agreed with {p}
no, make that {n} {u}. {r}
make it {n} {u}, not {n}. {r}
{n} {u} it is, {p} agreed
{x} expires after {n} {u} now, used to be {n}. {p} asked for it
{x} is going to be {a} rather than {a} so that people can edit it
{x} is going to be strict, {p} agreed to that this morning
{x} will be {a}, we compared with {a} and {r}
retention is {n} {u}, agreed with {p} yesterday
{x} = {n} {u}, {p} signed off
{p} said yes: {x} goes {a} only
{p} signed off on {a}, so that's what we build
{x} starts at {n} because the export isn't done before. update the schedule
{x} moves to {a}. fix the readme as well
{x} is gone for good, {r}. delete the leftovers
from today {x} runs on {a}
the team voted, {a} wins
agreed in the standup: {x} gets its own repo
one db per customer, decided
{x} gets rejected as a whole if one row is bad, {p} wants it
= preference user
always {v}
always {v}, on every env
always {v} before you touch {x}
never {f}
never {f}, not even one-liners
never ever {f} here
dont {f} in this repo, i cant grep for it
do not {f}. ask me
please never {f}
from now on {v}
from now on we {v}, every time
from now on every new endpoint has to {v} before it gets merged
from here on nobody may {f}
whenever you add something to {x}, {v}. every time
whenever you touch {x}, {v}
when you change {x} please {v}, in other files too
every change in {x} needs a line in the docs. no exceptions
every new flag needs an owner
every pr has to {v}
each new module gets tests, no exceptions
new rule: {v}
rule: nobody may {f}
remember that {x} has {n} {u} at most
remember that we {v}
remember: {v}
remember to {v} in this project
keep in mind that {x} is shared with {p}
keep in mind: we never {f}
note for the future: {v}
for the record, {x} belongs to {p}
i like {x} small, {v} pls
i like short messages, no emoji pls
i prefer three small prs over a huge one
i prefer it if you {v}, in the whole repo
i'd rather have small prs, keep that in mind for this project
i hate abbreviations, {v}
no {a} in this codebase pls, that goes for all of it
no inline styles, no exceptions
no emojis in commits, ever
answer me in english even if the ticket is german
reply short, always
if a test is flaky we quarantine it, we do not {f}
if you {v}, do it everywhere
we do not {f} in this team
we never {f}
we always {v}
in this repo we {v}
in this project nobody may {f}
nobody may {f}, that includes you
nobody deploys after lunch on fridays
{y} is read only for you. tell me and i patch it
hands off {y}. if something is broken tell me
keep your hands off {y}
stay out of {y}
treat {y} as frozen, new things ok, renames no
secrets live in vault and only there
logs must not contain names. hash them or leave them out
screens must work without a keyboard. that's a hard requirement for all of them
= constraint user
{y} is off limits without {p}'s ok
{y} can't be changed without {p}
{p} has to sign off on anything in {y} before it is merged
anything in {y} needs an ok from {p}
nothing goes to {y} without {p}
we can't use {a} in {x}, {p} was very clear on that
we're not allowed to {f}, {p} said so
we may not {f}, it's in the contract
the target has {n} {u} so no heap after init, period
the box only has {n} {u}, so {x} must stay below that
{x} allows {n} {u} per key so the poller must stay below that. wire up the backoff please
their api gives us {n} {u}, not more
{x} must work fully offline, the customer's network has no internet
{x} has to work without {a}
{x} must never take longer than {n} {u}
budget for {x} is {n} a month, anything above needs to go past {p}
budget is zero so no paid apis
max {n} {u} for {x}, hard limit
data may not leave the eu, so nothing in us-east
do not bump {a} on your own, the boxes in the field only speak the old one
the devices only speak {a}, so no upgrade
there is only one free uart so debug goes over usb
{y} is reserved for {p} until march, we don't touch it
the contract says {n} {u}, so that's the ceiling
legally we must keep {x} for {n} {u}
gdpr: no ip addresses in {x}
= none user
{t}
{t} please
please {t}
can you {t}?
could you {t}
{t} and run the tests
{t}, then show me the diff
now {t}
ok now {t}
let's {t}
let's see {x} first, then we talk
let's go through {x} one by one, start with the last
let's try {a} instead of {a} and see if it gets faster
let us try {a} quickly, just to see
let's print {x} after each step and stop after the third
let's look at {x}
let's run it again
let me see {x}
lets check why {x} {b}
try {a} instead of {a} for this run, i just want to see the shape
use {a} instead of {a} here for this run only
use {a} on the changed files
use {a} in this function
take the second approach for now because i want to demo it in ten minutes, we throw it away later
just this once skip {x} and build me the apk
just for this pr, {v}
only this time: {v}
for this refactor always {v}, then show me the diff
for this branch never mind {x}
for this one file you don't have to {v}
in this test always return {n}
always return {n} in this mock
for now hardcode {n} in {x}
for the demo {x} must show {n} {u}
write a function must_always_win(board) for the ai test
write a function never_null for {x}
add a "remember me" checkbox to {x}
add an "always on top" option to {x}
add a rule to {x} that blocks port {n}
add a validation rule for the phone field
rename the policy "never-expire" to "no-expiry" in {x}
rename {x} to something better
replace {a} with {a} where it is never used
change {x} to {n} {u}
change the color of {x}
set {x} to {n}
make {x} configurable through an env var
make {x} return {a}
make {x} never block while {a} loads
write me {x} in {a}
write a decision record template for {x}
draft a rule for {x}
implement {x}, top {n} with ties
convert {x} to {a}
port {x} from {a} to {a}
move {x} out of {x} to where it is used
scale {x} to {n} and watch it for a bit
put {x} into jobs/
show {x} only to admins in this view
list what we never use in {x}
find all places where we always read {x} from disk
find out who decided to put {x} there
summarize {x} for the product guys
fix {x}, the health check cant get in
fix {x} so that it never {b}
do we have a rule about {x}?
do we have any rule for {a}
did we decide on {a} for {x} or is that still open?
did we ever decide something about {x}
what did we decide about {x}
have we decided on {a} yet?
who decided that {x} has to be {a}, can you find it in git blame?
why did somebody decide to put {x} in {a}?
why do we always use {a} for {x}
why does {x} always need {n} {u}
why is {x} never called
why must {x} be {a}?
should we never use {a} or is {a} fine? what do others do
should {x} always be {a}?
must {x} be public for {a} or not?
is it true that we never {f}?
is it because of {a} that {x} {b}?
is there a rule in {a} that catches this
can {x} always rebase on pull?
can i make {a} always use {n} {u}?
can we use {a} instead of {a}?
could {x} use {a} instead of {a}? just asking
instead of {a}, could {x} use {a} here?
when should one use {a} instead of {a}?
when do we have to {v}?
how do i remember {x} when the user goes back?
how do i keep {x} from going to {a}
how would you {v}
how many {u} does {x} have
how long would {x} take roughly
how big is {x} after {a}
what is in {x}
what does {x} do
what's left in {x}
what's the difference between {a} and {a} again?
what would be a good name for {x}
which version of {a} do we use
which tests touch {x}
where is {x} set
do you remember what {x} was for?
remember when we thought {x} would be easy? lol
remember the crash from last week? it came back
remember {x}? it {b} again
if from now on we used {a}, what would {x} look like? dont change anything
if we decided on {a}, how long would it take?
if we never used {a}, what would break
suppose we decided to drop {a}, how many files would change?
suppose {x} must never {f}, how would you do it
imagine we never had {a}, how would it look
imagine {x} only had {n} {u}
assume we always {v}, is {x} still needed
what would happen if we always used {a}, even for tiny things?
what if {x} never {b}
the readme says "never edit this file by hand", is that still true?
the docs say we should always {v}. does that apply here
the guide says to never {f}, but {x} does it
the style guide of that library says always {v}. does their own code do that?
"always prefer composition" says the book. does {x} do that?
the ticket has this sentence: 'we decided to keep {a}'. who is we??
from the datasheet: "the pin must never be left floating". do we have that?
it says "must be at least {n} characters" when i submit
the comment in {x} says never call it twice, is that right
{p} wrote that we must {v}, what does that mean
{p} said we always {v}, i didn't get why
the instructor said we must always {v}, i didnt get why
the error says {x} must not be null
it says "rule {n} does not match" when i apply
make fails with "no rule to make target", hm
{a} says {x} must be a list
the linter rule about line length fires on {x}, {n} warnings
the rule in {x} never matches
the decision tree predicts the same class for everything since the last commit
the decision table in {x} is empty
{x} never finishes since monday, it hangs. have a look?
{x} never {b} on my machine
{x} always {b} after the update
{x} always {b}
since the update {x} always {b}
from now on {x} {b} every time, what happened
{x} {b}
{x} {b} on firefox when i hover
{x} {b} since yesterday, see the log
{x} {b} when i rotate the phone
after the merge {x} {b}
i get an error in {x}
i never got {x} to start on this laptop, it {b} because of {a} i guess
i always forget {x}, thanks
i never understood {x}
i always mix up {a} and {a}
users always say that {x} {b}. where does that come from
my colleague always merges without reading and now {x} is red, please find out why
QA says {x} never {b} if you pause
customers keep telling us {x} {b}
nobody knows why {x} {b}
we always got {n} {u} here, now it is {n}
we decided nothing yet
we had decided on {a} before but i am not sure anymore
we never found out why {x} {b}
we can't reproduce it
we don't know yet
it must be {a}, i guess
it has to be the cache, right
getting {n} from {x} for about 1% of the requests
ci is red, something about {a}
segfault in {x} when i plug it in
type error: argument of type 'NoneType' is not iterable, in {x}
the column is empty for yesterday
{a} gives me EADDRINUSE {n}
never {f} they said, so i did it on thursday at 23:59
never {f}, they said. it will be fun, they said
rule number one of embedded: it's never the compiler. rule number two: it's the compiler
golden rule: it works on my machine
i solemnly swear to never {f} again, haha
from now on i only write cobol lol
from now on i'm a gardener
we should all just decide to go home, lol
always blame dns, haha
let's rewrite everything in cobol, just kidding
never again, i say every monday
always a pleasure
never mind
nice one
cool cool
thanks, that worked
thanks, always helpful
haha nice
hmm ok
wait, which branch are you on?
good morning, where did we stop?
continue
ok brb, lunch
you are faster than my intern, haha
I prefer tea, but coffee is fine, brb
i like it
i like that, go on
@x den importer|den export|die suche|die app|die anmeldung|die preisregeln|den kalender|die karte|das protokoll|die steuerung|die datenbank|den parser|die firmware|die warteschlange|die rechnungen|die tests|die migration|den build|die sensoren
@p frau Lindner|der datenschutz|der kunde|die geschäftsführung|der vertrieb|Jonas|die rechtsabteilung|der betriebsrat|das team|die it
@r der aufwand war zu hoch|die alten geräte sind langsam|spart strom|das kann hier keiner betreuen|der kunde kann dieses jahr nicht umstellen|das ist billiger|die lizenz passt nicht|sonst laufen die zahlen auseinander
@v kommentare auf englisch schreiben|erst den test schreiben|zeiten in utc speichern|die replik nehmen|beträge in cent rechnen|den changelog ergänzen|kurze commits machen|vorher fragen
@t füge eine suche hinzu|schreib mir ein skript|zeig mir die letzten änderungen|übersetze die texte|mach die schrift größer|lass die tests laufen|leg eine tabelle an|erklär mir die funktion|benenn die variable um|bau einen filter ein|räum die importe auf|zeichne ein diagramm
= decision user
wir haben uns gegen {a} entschieden, bleibt bei {a}. {r}
wir haben beschlossen, {a} zu nehmen
wir nehmen {a} statt {a}, {r}
also gut, {a} statt {a}. bau bitte das gerüst
beschluss von heute: {a} wird nicht mehr gebaut
entscheidung: {a}, nicht {a}
entschieden ist jetzt {a}, {r}
es bleibt bei {a}, {r}
wir bleiben bei {a}
wir steigen auf {a} um, {p} hat zugestimmt
nein, doch {n} tage statt {n}, {p} hat das so verlangt
doch lieber {n} statt {n}, {r}
{a} fliegt raus, {r}
lass uns bei {a} bleiben, {r}
dann eben {a}, {r}
= preference user
ab jetzt {v}
ab sofort kommt zu jedem bugfix ein test dazu
ab heute gilt: kein {a} mehr
künftig bitte immer {v}
niemals direkt auf der produktion arbeiten, immer über die replik
nie direkt auf main pushen
immer {v}, auch bei kleinigkeiten
bitte immer {v}
merk dir: kundennummern sind strings
merk dir, dass wir {v}
merke dir bitte: {v}
denk dran, dass wir immer {v}
kommentare bitte auf englisch, auch wenn ich deutsch schreibe
ich will, dass du immer {v}
ich mag keine abkürzungen, gilt für alles
bei uns gilt: {v}
regel: {v}
in diesem projekt kein {a}
jede neue abhängigkeit erst mit mir absprechen
= constraint user
an den ordner darf keiner ran ohne freigabe von {p}
ohne {p} wird nichts ausgerollt
wir dürfen {a} nicht einsetzen, sagt {p}
höchstens {n} anfragen pro minute, mehr geht nicht
der server hat nur {n} mb, mehr gibt es nicht
daten dürfen die eu nicht verlassen, also kein {a}
das gerät kann nur {a}
die testumgebung ist bis märz für {p} reserviert
= none user
{t}
{t} bitte
kannst du {t}
bitte {t}
lass uns mal {a} probieren statt {a} und die zeit messen
lass uns mal {x} ansehen
für diesen branch nimm {a}
nur dieses mal bitte ohne test
bau eine regel in die firewall ein, die port {n} blockt
haben wir eigentlich schon entschieden, welche karte wir nehmen?
was haben wir über {x} beschlossen?
warum wird hier immer zweimal gerendert?
warum dauert das immer so lange
warum haben wir uns damals für {a} entschieden
müssen wir immer {v}?
gilt die regel noch?
was wäre, wenn wir statt {a} {a} nähmen? nur so als gedanke
wenn wir ab jetzt {a} hätten, was wäre dann
wo steht {x}?
wie groß ist {x}
welche version läuft
der build wird nie fertig, seit ich aktualisiert hab
die app stürzt immer ab
die kunden sagen immer, die app sei langsam, aber ich sehe nix
beim start kommt "port bereits belegt"
auf dem ipad ist die tabelle abgeschnitten
ich hab nie verstanden, warum {x} hängt
wir haben nie herausgefunden, woran das liegt
der container startet immer wieder neu
in der doku steht "niemals trennen". gilt das noch?
{p} meint, wir müssten immer {v}. stimmt das?
nie wieder {a}, sag ich jeden montag
ab morgen mach ich nur noch kaffee, haha
danke, passt so
weiter
immer diese montage
@x l'import|l'export|la recherche|l'appli|la connexion|les prix|la carte|le journal|la base|le parseur|le firmware|la file|les factures|les tests|la migration|le build|les capteurs
@p Sandrine|le comptable|le client|le juridique|la direction|l'équipe|la sécurité
@r le comptable ne peut pas migrer cette année|pas d'admin sur place|c'est moins cher|les vieux appareils sont lents|personne ne sait le maintenir|la licence ne passe pas
@v écrire les dates en utc|ajouter un test|garder des fonctions courtes|mettre le numéro du ticket|répondre en français|demander avant
@t renomme le composant|ajoute un filtre par ville|écris les tests du module|montre-moi le plan|corrige l'alignement|relance le job|fais un résumé|génère des données bidon|explique cette fonction|traduis les textes|lance les tests|supprime le fichier
= decision user
on part sur {a} plutôt que {a}, {r}
on a décidé de garder {a}
finalement on garde {a} parce que {r}
c'est décidé, on abandonne {a}. tu peux virer le reste
on reste sur {a}, {r}
on passe à {a}, {p} est d'accord
on prend {a} au lieu de {a}
décision : {a} pour {x}
non, plutôt {n} jours au lieu de {n}, {p} l'exige
on laisse tomber {a}, {r}
va pour {a}, {r}
gardons {a} au lieu de {a}, {r}
= preference user
à partir de maintenant toutes les dates sont en utc
à partir de maintenant il faut {v}
désormais on doit {v}
dorénavant chaque migration a son retour arrière
ne jamais committer les fichiers générés
ne déployez jamais le vendredi
jamais de {a} dans ce dépôt
toujours {v}, même pour une petite chose
il faut toujours {v}
chaque nouvelle dépendance doit être validée par moi avant
retiens que les numéros de client sont des chaînes
souviens-toi que la base est partagée
je préfère des fonctions courtes, garde ça en tête
je veux que tu répondes en français, toujours
pas d'abréviations, c'est valable partout
règle : {v}
= constraint user
le serveur est réservé à l'équipe de {p} jusqu'en mars, on n'y touche pas sans son accord
on ne touche pas à la prod sans l'accord de {p}
on n'a pas le droit d'utiliser {a}, {p} a été clair
au maximum {n} appels par minute, pas plus
le boîtier n'a que {n} ko de mémoire
les données ne doivent pas sortir de l'ue
interdit de toucher à ce dossier
= none user
{t}
{t} stp
tu peux {v} ?
essayons avec {a} au lieu de {a}, juste pour voir
pour ce test utilise {a}
juste cette fois, saute les tests
ajoute une règle de validation
est-ce qu'on a décidé quelque chose pour {x} ?
on a décidé quoi pour {a} ?
pourquoi le test échoue toujours le premier du mois ?
pourquoi on utilise toujours {a} ?
faut-il toujours {v} ?
qui a décidé ça ?
et si on décidait de tout passer en {a}, ça prendrait combien de temps ?
si on n'utilisait jamais {a}, ça changerait quoi ?
où est définie la route ?
c'est quoi la différence entre {a} et {a} ?
combien de temps dure le déploiement ?
le script ne s'arrête jamais quand le fichier est vide, regarde
ça plante toujours au même endroit
le build échoue depuis hier
la migration plante sur la colonne
je ne me souviens jamais de la syntaxe, tu peux me la redonner
je n'ai jamais compris {x}
on n'a jamais réussi à reproduire le bug
j'ai une erreur {n} quand j'envoie le formulaire
le guide dit « toujours fermer la connexion », mais le pool le fait déjà non ?
la doc dit qu'il ne faut jamais faire ça, c'est vrai ?
{p} dit qu'il faut toujours {v}, pourquoi ?
règle d'or : ça marche chez moi
jamais un vendredi, qu'ils disaient, haha
merci, parfait
continue
@x el importador|la exportación|la búsqueda|la app|el inicio de sesión|los precios|el mapa|el registro|la base|el parser|el firmware|la cola|las facturas|las pruebas|la migración|el build|los sensores
@p Lucía|el cliente|legal|dirección|el equipo|seguridad|soporte
@r el equipo ya lo conoce|no llegamos|es más barato|los equipos viejos son lentos|nadie lo sabe mantener|la licencia no lo permite
@v guardar las fechas en utc|añadir una prueba|usar nombres completos|poner el número del ticket|responder en español|preguntar antes
@t borra los archivos temporales|agrega una regla de validación|escribe un readme corto|pon los textos aparte|haz un gráfico de ventas|optimiza esta consulta|explícame este error|sigue con el siguiente archivo|crea un endpoint|renombra la variable|corre las pruebas|muéstrame los cambios
= decision user
hemos decidido quitar {a} de la versión 1, {r}
decidimos usar {a} en vez de {a}, {r}
nos quedamos con {a}, nada de {a}, {r}
al final el límite queda en {n}, no {n}
al final vamos con {a}, {r}
queda decidido: {a}
decisión: {a} para {x}
pasamos a {a}, {p} está de acuerdo
mejor {n} días en lugar de {n}, lo pide {p}
no, que sean {n} segundos
dejamos {a}, {r}
quedémonos con {a} en vez de {a}, {r}
ya no usamos {a}
= preference user
a partir de ahora hay que {v}
de ahora en adelante cada cambio lleva una prueba
desde hoy nada de {a}
nunca borres filas de la tabla, se marcan y ya
nunca hagas push directo a main
nunca se toca producción un viernes
siempre hay que avisar a {p} antes de tocar las colas
siempre hay que {v}
recuerda que los nombres de rama llevan el numero del ticket
recuerda que hay que {v}
ten en cuenta que la base es compartida
prefiero que no uses clases si basta con una función, en todo el repo
prefiero respuestas cortas, siempre
no me gustan las abreviaturas, vale para todo
cada dependencia nueva la apruebo yo
regla: {v}
= constraint user
no podemos mandar datos fuera de la ue, así que nada de us-east
no podemos usar {a}, {p} fue muy claro
sin permiso de {p} no se toca la carpeta
el entorno está reservado para {p} hasta marzo
como máximo {n} peticiones por minuto
la placa solo tiene {n} kb de ram
está prohibido copiar datos de clientes
= none user
{t}
{t} por favor
en vez de la lista usa un set en esta función y mide
probemos con {a} en vez de {a}, solo para ver
solo por esta vez salta las pruebas
para esta prueba usa siempre {n}
¿al final decidimos algo sobre {x} o no?
¿qué decidimos sobre {a}?
¿por qué siempre sale el error solo en safari?
¿por qué usamos siempre {a}?
¿hay que {v} siempre?
¿quién decidió eso?
si decidiéramos cobrar por uso, ¿qué cambiaría?
y si nunca usáramos {a}, ¿qué pasaría?
¿dónde se configura {x}?
¿cuántas pruebas hay?
¿qué hace esto?
el proceso nunca libera la memoria, después de una hora se cae
siempre falla en el mismo paso
nunca me funcionó ese script
nunca entendí {x}
me sale pantalla negra
falla el pipeline
la documentación dice "nunca llamar desde el hilo principal", ¿eso aplica?
{p} dice que siempre hay que {v}, ¿por qué?
yo nunca rompo la build, la build se rompe sola
nunca en viernes, decían, jaja
genial, gracias
siempre tan útil, gracias
@x o importador|a exportação|a busca|o app|o login|os preços|o mapa|o log|o banco|o parser|o firmware|a fila|as notas|os testes|a migração|o build|os sensores
@p Ana|o cliente|o jurídico|a diretoria|o time|a segurança|o suporte
@r só temos dois devs|o gateway bloqueia depois disso|é mais barato|os aparelhos velhos são lentos|ninguém sabe manter|a licença não deixa
@v salvar as datas em utc|ter texto em pt e en|usar nomes completos|por o número do ticket|responder em português|perguntar antes
@t cria uma tela de cadastro|melhora a mensagem de erro|faz o inimigo seguir o jogador|adiciona um botão|roda o lint e corrige|compara as duas versões|escreve um script|explica esse erro|mostra o diff|renomeia a variável|roda os testes|traduz os textos
= decision user
decidimos usar {a} em vez de {a}, {r}
vai ficar em {n} tentativas e não {n}, {r}
vamos ficar com {a}, {r}
vamos de {a}, nada de {a}
ficou decidido: {a} para {x}
decisão: {a}
não usamos mais {a}, {r}
melhor {n} dias em vez de {n}, {p} pediu
trocamos {a} por {a}, {r}
{a} está fora, pode apagar
fechado, {a} então
= preference user
daqui pra frente toda tela nova tem que {v}
a partir de agora sempre {v}
de agora em diante é proibido {a}
nunca rode o seed em homologação, o cliente usa aquele ambiente
nunca faça push direto na main
sempre {v}, mesmo em coisa pequena
sempre tem que {v}
lembra que o preço é em centavos
lembre-se: temos que {v}
gosto de nomes completos, sem abreviação, vale pra tudo
prefiro respostas curtas, sempre
cada dependência nova passa por mim
regra: {v}
= constraint user
a placa só tem um uart livre, então o debug sai pelo usb
sem o ok de {p} ninguém mexe na pasta
não podemos usar {a}, {p} foi claro
no máximo {n} chamadas por minuto
os dados não podem sair do país
o ambiente é de {p} até março, ninguém mexe
= none user
{t}
{t} por favor
vamos testar com {a} em vez de {a} só nessa branch
só desta vez pula os testes
pra esse teste usa {n}
a gente decidiu se sai em {a} ou {a}?
o que decidimos sobre {x}?
por que sempre dá erro no safari?
por que usamos sempre {a}?
tem que {v} sempre?
você lembra qual era o comando?
e se nunca apagássemos os logs, quanto custaria?
se a gente decidisse usar {a}, o que mudaria?
onde fica a chave?
quanto de ram usa?
o app sempre fecha quando gira a tela, segue o log
nunca funciona de primeira
nunca entendi {x}
o gráfico não carrega
a fila tá parada
tá escrito "nunca alterar este valor" no header, alguém sabe o motivo?
{p} disse que sempre tem que {v}, por quê?
sempre funciona na demo, até o cliente olhar
nunca numa sexta, diziam, kkk
valeu!
@p Олега|Марины|безопасников|юристов|заказчика|начальства
@r нагрузка не та|аналитики устали ждать|так дешевле|старые устройства медленные|поддерживать некому|лицензия не позволяет
@t переименуй переменные|добавь сортировку по дате|напиши скрипт для бэкапа|поправь отступы|сделай тесты|покажи, что изменилось|объясни, как это работает|запусти тесты|удали лишние файлы|переведи строки|нарисуй схему
= decision user
решили: оставляем {a}, на {a} не переезжаем, {r}
мы решили взять {a} вместо {a}, {r}
мы решили оставить {a}
берём {a} вместо {a}, {r}
остаёмся на {a}, {r}
переходим на {a}, {r}
решение: {a}
договорились: храним {n} дней, а не {n}
всё-таки {n} секунд, а не {n}
от {a} отказываемся, {r}
давайте оставим {a} вместо {a}, {r}
больше не используем {a}
= preference user
с этого момента все миграции с откатом
теперь всегда пишем миграции с откатом
отныне каждый багфикс с тестом
никогда не мержим в master без ревью, даже опечатки
никогда не пушь прямо в main
никогда не деплоим по пятницам
всегда пиши время в utc
всегда сначала спрашивай
запомни, все деньги храним в копейках
запомни: номера клиентов это строки
имей в виду, база общая
мне нравятся короткие ответы, всегда так
предпочитаю полные имена, без сокращений
никаких {a} в этом репозитории
правило: каждый pr с тестом
каждую новую зависимость согласуй со мной
= constraint user
на стенд без разрешения {p} ничего не катим
без согласия {p} папку не трогать
нельзя использовать {a}, запрет {p}
не больше {n} запросов в минуту
на плате только {n} кб памяти
данные должны храниться в россии
стенд занят до марта, не трогаем
= none user
{t}
{t} пожалуйста
давай попробуем вместо {a} {a} и сравним
давай посмотрим лог
только в этот раз без тестов
для этого теста всегда возвращай {n}
мы решили что-то насчёт {a} или ещё думаем?
что мы решили про {a}?
почему этот запрос всегда делает полный скан?
почему мы всегда используем {a}
кто решил так сделать?
надо ли всегда писать тесты?
если бы мы решили взять {a}, что изменится?
а что если никогда не чистить логи?
где лежат настройки?
сколько весит образ?
какая версия на сервере?
сборка никогда не проходит с первого раза, глянь лог
всегда падает на этом месте
никогда не понимал, как это работает
мы так и не поняли, почему падает
падает с ошибкой {n} при запуске
в комментарии написано «никогда не вызывать дважды», это ещё актуально?
в доке сказано, что всегда надо закрывать. это так?
правило простое: работает, не трогай. а оно не работает
никогда в пятницу, говорили они, ага
спасибо, огонь
@p 佐々木さん|法務|お客様|運用チーム|部長
@t 画像を小さくしてください|テストを実行して|READMEを訳してください|リンクを追加して|このクラスを分けてもらえますか|SQLを書いて|変数名を変えて|差分を見せて|図を描いて|ログを調べて|スクリプトを書いてください|ボタンの色を変えて
= decision user
{a}じゃなくて{a}でいくことにしました。運用が楽なので
{a}を使うことに決めました
{a}ではなく{a}にします。古い端末が遅いため
やっぱり{n}秒じゃなくて{n}秒で。{p}の希望です
決定：{a}を採用します
{a}はやめて{a}にする
{a}のままでいきます
保存期間は{n}日に決まりました
{a}の対応は終了します。関連コードは消していいです
{a}に統一することになった
= preference user
今後はPRごとに一行追加するルールにします
今後は必ずテストを書いてください
これからは日付をすべてUTCで保存します
以後、{a}は使わないこと
本番のデータは絶対にコピーしないでください
絶対にmainへ直接pushしないこと
金曜日には絶対にデプロイしないこと
必ず先に確認してください、毎回です
常に英語でコメントを書くこと
返答は短くお願いします、ずっとそうしてほしいです
略語は使わないのが好みです、全部のファイルで
金額は整数で持つと覚えておいて
覚えておいてください、顧客番号は文字列です
新しい依存は必ず私に聞いてから
ルール：一つのPRに一つの変更
= constraint user
課金まわりは{p}の許可なしに触らないこと
{p}の承認がないと変更できません
{a}は契約で使えません
一分に{n}回までしか呼べない
メモリは{n}KBしかない
データは国外に出せません
検証環境は三月まで{p}専用です
= none user
{t}
今回だけ{a}の代わりに{a}を使って書いてみて
この関数だけ{a}にして
試しに{a}で書いてみて
キャッシュの方式って前に決めましたっけ?
何を使うことに決めたんですか?
なぜこの関数は必ずnullを返すんでしょうか
どうしていつも二回呼ばれるの?
必ずテストを書く必要がありますか
誰が決めたんですか
もし{a}にすると決めたら、何が変わりますか
ずっと{a}を使っていたらどうなる?
どこで設定していますか
どういう意味ですか?
テストがいつも途中で止まります。調べてもらえますか
いつも同じところで落ちる
ビルドしたら警告が出ました
ボタンが反応しません
絶対バグだと思うけど原因がわからない
マニュアルに「絶対に電源を切らないこと」とありますが、これは本当ですか?
{p}が必ず確認と言ってたけど、なぜ?
金曜に絶対デプロイするなって言われたのにやっちゃった笑
ありがとうございます
続けて
@p 小王|法务|客户|运营|老板|安全组
@t 画一个架构图|写一下单元测试|把图片压缩一下|看一下日志|加一个筛选|把这段改成 go|帮我写一个脚本|翻译一下|跑一下测试|解释一下这个函数|改一下变量名|加个按钮
= decision user
我们决定用 {a},不用 {a} 了,内存问题太多
决定了,用 {a}
还是用 {a} 吧,{a} 太慢,{p}同意了
缓存时间改成 {n} 分钟吧,太长了,{p}同意了
{a} 先不做了,等下半年
最后定下来用 {a}
不用 {a},改用 {a},因为便宜
保留 {n} 天,不是 {n} 天,{p}要求的
结论:{a}
就用 {a},别换了
{a} 不再支持,相关代码删掉
= preference user
以后所有接口都要带版本号
以后每个 bug 都要加测试
从现在开始时间都存 UTC
从今天起不准用 {a}
永远不要在周五部署
绝对不要直接推到 main
不要直接改线上配置,一律走配置中心
一律用整数存金额
注释用中文写,这个仓库都这样
记住,客户编号是字符串
记住我们的价格都是分
我喜欢简短的回答,一直这样
我更喜欢小的 PR,整个项目都这样
每次改表都要更新文档
规则:一个 PR 一个改动
新依赖必须先问我
= constraint user
这个项目不能用收费的 api,预算是零
没有{p}的同意不能动这个目录
{p}说不能用 {a}
每分钟最多 {n} 次,不能再多
板子只有 {n} KB 内存
数据不能出境
测试环境三月前归{p}用,别动
= none user
{t}
这次先用 {a} 代替 {a} 试一下,看看快不快
只在这个分支用 {a}
这一次不用写测试
我们之前决定用哪个来着?
我们决定了吗?
为什么每次都必须重启才生效?
为什么总是报错
为什么一定要用 {a}?
谁决定的?
假如以后都用 {a},成本大概多少?
如果我们从来不清日志会怎样
要不要每次都跑测试?
在哪里配置?
是多少?
现在用的是哪个版本
这个页面总是白屏,因为什么啊
每次都在这里挂掉
部署之后接口返回 {n}
从来没跑通过,不知道为什么
收到的数据是乱码
文档里说“永远不要手动修改”,现在还适用吗?
{p}说以后必须这样,是真的吗?
永远不要相信周五的自己,哈哈
好的,谢谢
继续
@a Postgres|Mongo|Redis|Kafka|SQLite|S3|Terraform|Vue|React|Django|Go|Rust|Kotlin|gRPC|GraphQL|REST|cron|Docker|Kubernetes|JSON|CSV|YAML|polling|MQTT|Unity|CMake|Gradle|Airflow|Spark|Vite|Playwright|Bluetooth|OAuth|LaTeX|numpy|Polars|Hadoop|Hive|Oracle|MySQL|Jenkins|GitLab|Sentry|Tailwind|Stripe|OpenGL|Vulkan|Zig|Elixir|a spreadsheet|a cron job|a single table|one binary|server rendering|a library|our own code
@x the importer|the billing page|the search|the app|the scheduler|the login|the mailer|the prices|the checkout|the api|the map|the alerts|the sync|the dashboard|the uploads|the parser|the shaders|the firmware|the driver|the pipeline|the editor|the saves|the retries|the orders|the config|the tests|the migration|the docs|the logs|the build|staging|the cli|the cache|the queue|the taxes|the inventory|the robot arm|the simulator|the physics|the invoices|the camera|the charts|the plugin|the website|the backups|the thumbnails|the timetable|the chat|the scanner
@n 2|3|4|7|10|14|20|25|30|50|64|75|120|200|365|512|600|2000|8080
@p Tom|Lena|my boss|the client|our lawyer|IT|the hospital|the bank|the school|the ministry|procurement|Rosa|the owner|the works council|the steering group|our dpo|the lead|hardware|the factory|the publisher
@d deploy on fridays|commit straight to main|log passwords|touch the old tables|delete customer rows|hand edit the lockfile|use print for logging|skip code review|add a new dependency|rename database columns|use global variables|call the live api in tests|put secrets in the repo|upgrade the compiler|change the wire format|restart the master|use sudo in scripts|format other people's files|swallow errors|reboot the controller
@k a unit test|a changelog entry|a ticket number|a rollback script|a type hint|an owner|a german translation|a screenshot|a review by Rosa|a license header|a timeout|a metric|a docstring|an alt text|a benchmark|a feature flag|two approvals
= decision user
We decided that {x} runs on {a}.
We have decided to leave {x} as it is and put the time into {a}.
It was decided yesterday that we drop {a}.
I've decided against {a}. Too heavy.
We chose {a} because nobody wants to maintain {a}.
We agreed with {p} that {x} gets {n} days.
We came to the conclusion that {a} is enough.
We're keeping {a}. End of discussion.
we keep {a} for now and for the next version too, {p} doesn't pay for a change
We go for {a}, {a} would take us months.
We use {a} for {x} from today.
we're done with {a}, everything new is {a}
we're switching {x} to {a} next week, that's settled
we stop using {a}
we're not going to build {x} ourselves, we buy it
we rolled back to {a} for good, {a} was not worth it
Let's go with {a}. It is simpler and {p} knows it.
Let's use {a} for {x} since it is already there.
Let's drop {x} from the first release.
Let's settle on {n} for the page size.
Let's make {a} the default everywhere.
lets take {a} over {a}, cheaper
Let us store everything in {a}, two systems are one too many.
Let us standardize on {a}.
Decided: {n} retries, then give up.
Decision: no {a}.
Decision from the meeting: {x} is owned by {p}.
Outcome of the discussion with {p}: {x} stays, {a} goes.
Verdict: {a}. {a} lost on every benchmark.
so {a} won. please start with {x}
so it's {a} then, {p} has the licenses anyway
ok {p} is fine with {a}, so {x} uses that
{p} and I agreed on {a} for {x}
{p} decided that we ship without {x}
after all {a}, not {a}
on reflection {a} is the better fit, so that's what we use
in the end we took {a} because {a} can't do offline
instead of {a} we now use {a}
{a} instead of {a}, because half the team knows it
{x} will live in its own repo from now on
{x} will not be part of version 1
{x} only needs to support {a}, we dropped the rest
{x} now keeps {n} versions, before it was {n}
{x} should be {n} instead of {n}, {p} complained
the limit goes up to {n}, {p} approved it
the default becomes {n}
the interval is {n} minutes now. change the config please
timeouts are {n} s from now on, the old value was too tight
the name is going to be lumen, not lux. rename it where you see it
we call it workspace, not project
we version the api in the url, headers confused people
we store money as integers, no decimals
we ship {x} only on linux, mac users can build it
no more {a}, it goes
no {a} after all, {p} vetoed it
yes, {a}. final.
thought about it again: {a}, since it runs on the old machines
forget {a}, we take {a}. start with {x}
= preference user
Never {d}.
Never {d}!
Never {d} without asking me.
Never, ever {d}.
never {d} in this repo
please never {d}, we had an outage because of it
Don't {d}.
Don't {d}, not even for a hotfix.
dont {d}, i mean it
Do not {d} under any circumstances.
you must never {d}
you must not {d}
you may not {d} here
we never {d} here
we don't {d}, that's a team rule
nobody should ever {d}
nobody is allowed to {d}
no one touches {x} but {p}
Always ask {p} before you change {x}.
Always add {k}.
always add {k} when you touch {x}
Always write {k} for new code.
always use {a} for scripts in this repo
always check with {p} first, {x} is hers
Every pull request needs {k}.
every commit has {k}, no exceptions
Each new endpoint must have {k}.
all new code gets {k}
All dates in ISO format, everywhere.
all texts go through the locale files
All paths must be relative.
any change to {x} needs {k}
anything that talks to {p} needs {k}
whenever you change {x}, add {k} too
Whenever something breaks in {x}, tell {p} first.
when you write sql, spell keywords in capitals. always
if you add a column, also add {k}
if {x} fails, stop and ask, never {d}
before you touch {x}, make a backup. every time
after each change in {x} run the whole suite, every time
From now on, {k} with each change.
From now on we don't {d}.
from now on only {a} in new modules
From now on please answer in German.
from today no more {a} in this code
starting today every release has {k}
going forward, no {a} in {x}
in the future please add {k}
in future don't {d}
Remember that we don't {d}.
Remember that {x} is read only.
Remember that {p} owns {x}.
remember: {n} is the limit for {x}
remember this: {x} only accepts {a}
remember for next time: {x} needs {k}
Please remember to add {k} to every change.
keep in mind that {x} only speaks {a}
keep in mind for later: {x} must stay under {n} ms
don't forget: {x} only takes {a}
note that we {d} never
note: {x} has to stay compatible with {a}
make it a habit to add {k}
Make a rule of it: {k} for each change.
it's a rule here that nobody may {d}
The rule is: {k} or no merge.
our rule: no merge without {k}
policy: {x} is only changed by {p}
house style is single quotes
convention here: plural table names
our convention is {a} in the backend
I prefer {a} over {a} in this project.
I prefer explicit code to clever code.
i prefer short functions
i want {k} with every change
i don't want {a} in {x}, ever
i don't like {a} in tests, leave it out everywhere
i like my diffs small
i hate long answers, keep it short, always
i'd like you to always add {k}
we like boring code here
we want {k} on everything
variable names in english, comments may be german
tests first, then code. in this repo always
only {p} may merge to release
only use {a} here
only ever use {a} for {x}
use {a}, never {a}, in all of this project
use tabs in this repo, everywhere
stop adding {k}, i don't want those
no {a} here, ever
no new dependencies without {k}
no direct queries from the views, always through the repository
= constraint user
we must not store card numbers, {p} checks that
we have to keep invoices for {n} years by law
{x} must respond within {n} ms, it's in the contract
{x} must fit into {n} kb, the chip has no more
{x} can only take {n} connections at once
{x} only accepts {a}, there is nothing we can do about it
{x} can't be restarted during the day, {p} works on it
{x} has no internet access
the device has {n} mb of flash, period
the license doesn't allow us to ship {a}
we're stuck on {a} because {p} can't upgrade
we can't touch {x} before the audit is over
we cannot call {p} more than {n} times an hour
we only have {n} seats, so no more accounts
without a ticket from {p} nobody gets into {x}
you need {p}'s approval for anything in {x}
{p} forbids {a} on their network
{p} does not allow cloud services, so everything runs on site
{p} only lets us deploy on tuesdays
{p} requires {k} for each release
deploys only between {n} and {n} o'clock
the port has to stay {n}, it's hardcoded at {p}
personal data stays in the eu
at most {n} users per account, that's what the licence says
at least {n} characters for passwords, {p} demands it
= none user
Fix the bug in {x} where it shows the wrong date.
Fix the failing test in {x}.
fix the flicker in {x}
Add a button to {x} that opens the help.
add {k} to {x}
add {k} here
add logging to {x}
Add a column for the price to {x}.
add a test that {x} never returns null
add a check so that {x} is always sorted
add an option to always show {x}
Write {k} for {x}.
write a bash script that deletes old logs
write an integration test for {x}
Create a new page for {x}.
create a branch for {x}
make {x} faster
make {x} look better on small screens
make sure {x} builds
make sure the test passes, then commit
remove the dead code in {x}
remove {a} from this file
delete the branch
delete the comment in line {n}
rename foo to bar in {x}
rename this to something shorter
refactor {x} so that it is testable
extract {x} into a function
simplify this loop
clean this up
format this file
update {a} to the newest version
update the dependencies and run the tests
bump the version to 2.{n}
upgrade {x} to {a}
install {a} and try it
run {x} with {a} and tell me how long it takes
run it {n} times and give me the mean
run the tests in {x} only
rerun the failed job
check if {x} works with {a}
check whether we always close the file
check the logs for errors
look at {x} and tell me what's wrong
look into why {x} is slow
read {x} and explain it to me
find the line that sets {n}
search for all uses of {x}
list all the places that call {x}
show me how {x} works
show the config of {x}
print the first {n} rows
give me {n} ideas for the name
give me an overview of {x}
tell me what this does
explain how {x} and {a} work together
explain the error
describe {x} in two sentences for the ticket
summarize the changes since last week
draft a release note
draft an email to {p} about {x}
translate this page into french
translate the error messages
plot {x} over the last {n} days
benchmark {a} against {a}
measure how long {x} takes
compare {a} with {a} for {x}
generate {n} test users
mock {x} in this test
deploy it to staging
deploy the branch and check {x}
restart {x}
revert the last commit
merge main into this branch
commit this
commit with the message "never use globals"
push it
open a pull request for this
try it with {n} threads
try again
try the other way round
use {n} instead of {n} in this test
use a set here instead of a list
use the smaller image for this test
use the staging key for now
switch this one to {a} and see if it helps
set the title to "always on"
turn off {x} for a minute
skip {x} this time
skip the tests for now
leave that for now
ignore the warnings this time
don't commit yet
don't change anything yet, just look
don't touch {x} in this step
do not run it yet
never mind the warnings for this one
never mind, i found it
for this task only: no new files
for this ticket use {a}
for now just print it
for the screenshot always show {n} items
today only, deploy without review
this once you can {d}
this time don't {d}
in this example we never {d}, change it so that we do
let's start with {x}
let's do {x} next
let's fix that first
let's write a test for it
let's add {k} to {x}
let's see if {a} can do that
let's find out why {x} is slow
let's compare {a} and {a}
let's discuss {x} first
let's have a look at {x} together
let's clean up {x}
let's do it step by step
let's wait for {p}
let's call it a day
let's pretend {x} never existed and see what breaks
let us look at the numbers first
let us begin with {x}
let me think about {a}
let me decide tomorrow
i'll decide after the benchmark
we'll see
we will decide on {a} when {p} is back
we still have to decide on {a}
we haven't agreed on {a} yet
we might go with {a}, not sure
maybe we should always add {k}?
maybe {a} instead of {a}? what do you think
i think {a} is better but i'm not sure
i wonder if we should {d}
not sure whether we decided that
what do you think about {a} instead of {a}
What did we say about {x}?
what happens if i {d}?
what was the decision on {x}?
what is the rule for {x}?
What's the reason that we never {d}?
is it ok to {d}?
is it allowed to {d} here?
is it a must to add {k}?
is {x} always in {a}?
is there a way to always add {k}?
am i allowed to {d}
are we still using {a}?
are there any tests for {x}
can we {d} on staging?
Do I have to add {k} every time?
do we always need {k}?
do you always {d}?
does {x} ever {d}
did {p} decide that?
did you remember to add {k}?
has anybody decided on {a}
have you ever used {a}?
how do i make sure that we never {d}?
how do we keep {x} in {a}
how come we never {d}
how often must {x} run
Why did we choose {a} over {a}?
why do we have to add {k}
why shouldn't i {d}?
why can't we just {d}
why not {a} instead of {a}
who said we should never {d}?
where did we write down that rule?
when did we decide to use {a}?
should i always add {k}?
should we stay on {a}?
shall we go with {a}?
would you rather use {a} or {a}
couldn't we just always {d}?
if we always {d}, does {x} still work?
if we went with {a}, what would it cost
if {p} says we must add {k}, what do we do
let's say we decided on {a}, what would {x} look like?
say we never {d}, would that fix it
assuming we keep {a}, how do i do this
hypothetically, what if everyone had to add {k}
{x} never starts
{x} never gets called when i click
{x} never worked on windows
{x} always returns {n}
{x} always takes {n} seconds, why
{x} always shows the old value
{x} must have changed, it doesn't load
{x} must be broken, look
{x} only works on my machine
{x} only shows {n} rows
{x} can't find {a}
{x} cannot connect
{x} doesn't start anymore
{x} does not remember my settings
{x} has been slow since we moved to {a}
{x} keeps crashing
{x} keeps returning {n}
{x} won't load
{x} is down
{x} is broken again
{x} is empty
{x} looks wrong in dark mode
{x} gives a warning about {a}
{x} stopped working after the update
every time i open {x} it crashes
every request to {x} fails
every test is red
each run takes longer than the one before
all tests fail since this morning
all images are missing in {x}
whenever i click save, {x} freezes
whenever {x} restarts, the data is gone
when i scroll, {x} jumps
from now on it seems to hang, can you look
since today {x} always fails
no output from {x}
no errors in the log but {x} is empty
no rule matches the request, says the firewall
nobody can log in
nobody answered yet
we got {n} complaints about {x}
we have {n} failing tests
we never had this problem before
we always had {n} here
we used {a} before
we tried {a} last year, it was slow
we lost the connection again
we must have missed something in {x}
i must have broken {x}
i never touched {x}
i never know which flag it is
i always get {n} here
i keep getting errors from {x}
i can't open {x}
i decided to take a break, back in ten
i decided to learn {a}, any good book?
i prefer coffee while it compiles
i remember that {x} worked last week
i remember something about {a}, where was that
they never answer
they always break {x} on mondays
they decided to move to {a}, so what
the other team decided to use {a}, is that any good?
my friend always says {a} is dead
{p} always forgets the password
{p} told me never to {d}, why?
{p} asked why we always {d}
{p} thinks we should go with {a}
{p}'s mail says "please never {d}". do we?
according to the docs {x} must be {n}
the manual says "always add {k}", what does it mean
the old readme says we never {d}, still valid?
the tutorial says use {a} instead of {a}
the book says never {d}. thoughts?
the warning says "must not be null"
the error is "cannot be greater than {n}"
the commit message says "we decided to use {a}", who wrote it?
the comment says never {d} but the code does
in the review {p} wrote "always add {k}". please do it here
stack overflow says never {d}
quote from the spec: "the client must always retry". how do others do it
always look on the bright side of {x}, haha
always be closing, lol
never gonna give {x} up
never trust a {n}, as my grandma said lol
rule one: there are no rules, haha
we decided to panic, haha
let's all move to the woods and raise goats
let's {d}, what could go wrong lol
from now on call me captain
remember, remember, the fifth of november
i shall never {d}, i promise, haha
decision: pizza for lunch
we decided on thai for lunch
let's get lunch
must be nice
must be monday
keep going
keep up the good work
never better, thanks
always glad to help
ok do that
yes
no
sounds good
perfect, thanks a lot
great, that was it
see you tomorrow
@x der import|die suche|die app|die anmeldung|die karte|das log|die steuerung|die datenbank|der parser|die firmware|der build|der test|die seite|der drucker|der sync|die kasse
= decision user
Wir haben entschieden, dass {x} auf {a} läuft.
Wir haben uns auf {a} geeinigt.
Wir setzen ab sofort auf {a}.
wir verwenden {a}, nicht {a}, weil es jeder kennt
wir verzichten auf {a}
wir lassen {a} weg, braucht keiner
wir speichern alles in {a}, zwei systeme sind zu viel
Entschieden: {a}.
Entscheidung: {x} bleibt auf {a}.
lass uns {a} statt {a} nehmen, das ist einfacher
lasst uns bei {a} bleiben, weil es läuft
das limit geht auf {n} hoch, ist abgesegnet
{x} bekommt {n} sekunden timeout statt {n}
{a} ist raus, ab jetzt {a}
kein {a} mehr, das fliegt raus
statt {a} nehmen wir {a}
mit dem kunden ist vereinbart: {n} tage
doch {a}, hab nochmal drüber nachgedacht
= preference user
Nie am Freitag deployen.
Niemals passwörter loggen.
Immer erst fragen, bevor du {a} anfasst.
immer einen test dazu schreiben
Ab jetzt alle zeiten in UTC speichern.
Ab jetzt werden alle beträge in cent gespeichert.
von nun an kein push ohne review
Merk dir, dass der drucker nur latin-1 kann.
Denk daran: {x} ist nur lesbar.
Bitte nie wieder {a} verwenden.
bitte grundsätzlich auf deutsch antworten
jeder commit braucht eine ticketnummer
alle texte kommen in die sprachdateien
keine neuen abhängigkeiten ohne rücksprache
wir schreiben hier keine kommentare, die den code wiederholen
ich möchte kurze antworten, immer
ich bevorzuge kleine commits
variablen bitte immer ausschreiben
wenn du eine spalte ergänzt, dann auch die doku, jedes mal
finger weg von den alten tabellen
= constraint user
wir müssen rechnungen {n} jahre aufheben, gesetzlich
{x} darf höchstens {n} ms brauchen, steht im vertrag
{x} darf tagsüber nicht neu gestartet werden
der kunde erlaubt keine cloud
nur Rosa darf auf release mergen
mehr als {n} verbindungen sind nicht drin
das muss offline funktionieren, die haben kein netz
= none user
kannst du {x} reparieren
behebe den fehler in {x}
schreib einen test für {x}
füge ein feld für den preis hinzu
such alle stellen, an denen wir das nie schließen
prüf mal, ob {x} immer sortiert ist
lass uns erst {x} reparieren
lass uns mit {x} anfangen
lass uns kurz reden
wir müssen noch entscheiden
wir haben das noch nicht entschieden
vielleicht nehmen wir {a}, mal sehen
sollen wir {a} nehmen?
dürfen wir freitags deployen?
muss ich immer einen test schreiben?
wer hat entschieden, dass {x} so läuft?
was war nochmal die regel für {x}?
darf {x} leer sein?
weshalb nehmen wir nie {a}
{x} startet nicht mehr
{x} geht nie auf
{x} zeigt immer den alten wert
{x} ist immer leer
{x} muss kaputt sein
seit heute schlägt jeder test fehl
jedes mal wenn ich klicke, hängt {x}
wir hatten das problem noch nie
ich vergesse immer das passwort
ich krieg immer {n}
keiner kann sich anmelden
nur dieses eine mal ohne review
diesmal bitte nicht committen
für diese aufgabe bitte keine neuen dateien
noch nichts ändern, nur gucken
im handbuch steht, man soll immer neu starten. echt?
der kollege sagt, wir sollen nie {a} nehmen, warum?
angenommen, wir nehmen {a}, was kostet das?
nie mehr montags arbeiten, haha
entscheidung des tages: pizza
lass uns auswandern
alles klar, danke
@x l'import|la recherche|l'appli|la connexion|la carte|le log|la base|le parseur|le build|le test|la page|l'imprimante|la caisse
= decision user
On a décidé que {x} tourne avec {a}.
Nous avons décidé d'utiliser {a} au lieu de {a}.
Nous avons choisi {a}, {a} est trop lourd.
On s'est mis d'accord sur {a}.
On garde {a}, point final.
on n'utilise plus {a}
on remplace {a} par {a}
Décision : pas de {a}.
restons sur {a}, c'est plus simple
prenons {a} plutôt que {a}, l'équipe connaît
le délai passe à {n} secondes, c'est validé
la limite est maintenant de {n} au lieu de {n}
tout compte fait {a}
{a} c'est fini, tu peux supprimer
= preference user
Ne jamais déployer le vendredi.
Ne pousse jamais directement sur main.
Ne touche jamais aux vieilles tables.
N'utilise jamais {a} ici.
Toujours demander avant de changer {x}.
Ajoute toujours un test.
À partir de maintenant, plus de {a}.
désormais toutes les heures sont en utc
Souviens-toi que {x} est en lecture seule.
N'oublie pas : on écrit les montants en centimes.
retiens bien que l'imprimante ne prend que du latin-1
Je préfère les réponses courtes.
je ne veux pas de {a} dans ce projet
chaque commit doit avoir un numéro de ticket
tous les textes passent par les fichiers de langue
pas de nouvelle dépendance sans mon accord
chez nous on n'écrit pas de commentaires inutiles
quand tu ajoutes une colonne, mets aussi la doc à jour, à chaque fois
= constraint user
il faut garder les factures {n} ans, c'est la loi
{x} doit répondre en {n} ms, c'est dans le contrat
le client interdit le cloud
seule Rosa peut fusionner
pas plus de {n} connexions à la fois
ça doit marcher hors ligne
= none user
corrige le bug dans {x}
ajoute un bouton pour fermer
écris un test pour {x}
vérifie que {x} est toujours trié
regarde pourquoi {x} est lent
montre-moi comment marche {x}
commençons par {x}
voyons d'abord {x}
on n'a pas encore décidé
on décidera demain
peut-être {a}, à voir
est-ce qu'on garde {a} ?
est-ce qu'il faut toujours un test ?
doit-on toujours passer par {a} ?
pourquoi on ne déploie jamais le vendredi ?
quelle était la décision pour {x} ?
peut-on utiliser {a} ?
{x} ne démarre jamais
{x} ne marche plus
{x} affiche toujours l'ancienne valeur
{x} est toujours vide
chaque fois que je clique, ça plante
tous les tests sont rouges
je n'arrive pas à ouvrir {x}
j'oublie toujours le mot de passe
pour cette fois, sans revue
pour cette tâche pas de nouveaux fichiers
ne change rien pour l'instant, regarde seulement
le manuel dit de toujours redémarrer, vraiment ?
mon collègue dit qu'on ne doit jamais utiliser {a}, pourquoi ?
supposons qu'on prenne {a}, ça coûte combien ?
plus jamais de lundi, haha
super, merci
ok vas-y
@x el import|la búsqueda|la app|el login|el mapa|el log|la base|el parser|el build|el test|la página|la impresora|la caja
= decision user
Hemos decidido que {x} va con {a}.
Decidimos usar {a} porque {a} es muy pesado.
Acordamos {n} días con el cliente.
Elegimos {a} en lugar de {a}.
Usaremos {a} para {x}.
cambiamos {a} por {a}, es más simple
Decisión: sin {a}.
vamos a usar {a}, no {a}
el límite pasa a {n}, aprobado
al final {a}
{a} fuera, ya lo puedes borrar
seguimos con {a}, no se discute más
= preference user
Nunca despliegues los viernes.
Nunca borres filas de clientes.
Nunca uses {a} aquí.
Siempre pregunta antes de tocar {x}.
Añade siempre una prueba.
Desde ahora todas las horas en UTC.
De ahora en adelante, nada de {a}.
Recuerda que {x} es de solo lectura.
Recuerda: los importes van en céntimos.
no olvides que la impresora solo acepta latin-1
Prefiero commits pequeños.
no quiero {a} en este proyecto
cada commit lleva el número del ticket
todos los textos van en los archivos de idioma
nada de dependencias nuevas sin mi permiso
cuando agregues una columna actualiza también la doc, siempre
= constraint user
hay que guardar las facturas {n} años por ley
{x} debe responder en {n} ms, está en el contrato
el cliente prohíbe la nube
solo Rosa puede fusionar
no más de {n} conexiones
tiene que funcionar sin internet
= none user
arregla el error en {x}
agrega un botón para cerrar
escribe una prueba para {x}
revisa si {x} siempre está ordenado
mira por qué {x} va lento
empecemos por {x}
veamos primero {x}
todavía no hemos decidido
quizás {a}, ya veremos
¿usamos {a}?
¿siempre hay que escribir pruebas?
¿por qué nunca desplegamos los viernes?
¿cuál era la decisión sobre {x}?
¿se puede usar {a}?
{x} nunca arranca
{x} ya no funciona
{x} siempre muestra el valor viejo
cada vez que hago clic se cuelga
todos los tests fallan
siempre olvido la contraseña
no puedo abrir {x}
por esta vez sin revisión
para esta tarea sin archivos nuevos
no cambies nada todavía, solo mira
el manual dice que siempre hay que reiniciar, ¿de verdad?
mi compañero dice que nunca usemos {a}, ¿por qué?
supongamos que usamos {a}, ¿cuánto cuesta?
nunca más un lunes, jaja
perfecto, gracias
@x o import|a busca|o app|o login|o mapa|o log|o banco|o parser|o build|o teste|a página|a impressora|o caixa
= decision user
Decidimos que {x} roda com {a}.
Escolhemos {a} porque {a} é pesado demais.
Combinamos {n} dias com o cliente.
Vamos usar {a}, não {a}.
vamos manter {a} em vez de {a}, todo mundo conhece
Decisão: sem {a}.
o limite passa para {n}, aprovado
no fim ficou {a}
paramos de usar {a}
{x} agora guarda {n} versões, antes eram {n}
= preference user
Nunca faça deploy na sexta.
Nunca apague linhas de clientes.
Nunca use {a} aqui.
Sempre pergunte antes de mexer em {x}.
Sempre escreva um teste.
De agora em diante, nada de {a}.
a partir de hoje todas as horas em UTC
Lembre que {x} é só leitura.
lembra: valores em centavos
não esqueça que a impressora só aceita latin-1
Prefiro commits pequenos.
não quero {a} neste projeto
todo commit leva o número do ticket
nada de dependência nova sem falar comigo
quando criar uma coluna atualize a doc também, sempre
= constraint user
temos que guardar as notas por {n} anos, é lei
{x} tem que responder em {n} ms, está no contrato
o cliente proíbe nuvem
só a Rosa pode fazer merge
no máximo {n} conexões
tem que funcionar sem internet
= none user
arruma o erro em {x}
adiciona um botão de fechar
escreve um teste pra {x}
vê se {x} está sempre ordenado
olha por que {x} está lento
vamos começar por {x}
vamos ver {x} primeiro
ainda não decidimos
talvez {a}, vamos ver
usamos {a}?
sempre tem que escrever teste?
por que nunca fazemos deploy na sexta?
qual era a decisão sobre {x}?
pode usar {a}?
{x} nunca inicia
{x} parou de funcionar
{x} sempre mostra o valor antigo
toda vez que clico, trava
todos os testes falham
sempre esqueço a senha
não consigo abrir {x}
desta vez sem revisão
pra essa tarefa sem arquivos novos
não muda nada ainda, só olha
o manual diz pra sempre reiniciar, é sério?
supondo que a gente use {a}, quanto custa?
segunda nunca mais, kkk
perfeito, obrigado
= decision user
Мы решили использовать {a} вместо {a}.
Мы выбрали {a}, {a} слишком тяжёлый.
Договорились с заказчиком: {n} дней.
Будем использовать {a}.
Давайте использовать {a}, он уже есть.
Решение: без {a}.
лимит теперь {n}, согласовано
в итоге {a}
меняем {a} на {a}, так проще
{a} выкидываем, можешь удалять
таймаут {n} секунд вместо {n}
= preference user
Никогда не деплой в пятницу.
Никогда не удаляй строки клиентов.
Никогда не используй {a} здесь.
Всегда спрашивай, прежде чем менять базу.
Всегда пиши тест.
С этого момента без {a}.
Отныне все даты в UTC.
впредь отвечай по-русски
Запомни, что база только для чтения.
помни: суммы в копейках
не забывай, что принтер понимает только latin-1
Я предпочитаю маленькие коммиты.
не хочу видеть {a} в этом проекте
в каждом коммите номер задачи
все тексты через файлы локализации
никаких новых зависимостей без меня
добавил колонку — обнови документацию, всегда
= constraint user
по закону храним счета {n} лет
ответ должен быть за {n} мс, так в договоре
заказчик запрещает облако
только Роза может мержить
не больше {n} соединений
должно работать без интернета
= none user
исправь ошибку в поиске
добавь кнопку закрытия
напиши тест для парсера
проверь, всегда ли список отсортирован
посмотри, почему тормозит
давай начнём с базы
давай сначала посмотрим логи
ещё не решили
может {a}, посмотрим
берём {a}?
всегда ли нужен тест?
почему мы никогда не деплоим в пятницу?
какое было решение по базе?
можно ли использовать {a}?
приложение никогда не запускается
поиск больше не работает
всегда показывает старое значение
каждый раз, когда нажимаю, виснет
все тесты падают
вечно забываю пароль
не могу открыть страницу
в этот раз без ревью
для этой задачи без новых файлов
пока ничего не меняй, просто посмотри
в инструкции написано всегда перезагружать, серьёзно?
допустим, берём {a}, сколько это стоит?
больше никаких понедельников, хаха
отлично, спасибо
= decision user
{a}を採用することにした
{a}で決まりです
{a}より{a}のほうが軽いので{a}にします
お客様と{n}日で合意しました
{a}を廃止します
上限を{n}に変更します、承認済みです
タイムアウトは{n}秒にします
結局{a}にしました
今日から{a}に切り替えます
= preference user
絶対に顧客データを消さないで
ここでは{a}を絶対に使わないで
変更する前に必ず聞いてください
必ずテストを追加すること
今後は{a}禁止です
これからは日本語で答えてください
今日から全部UTCにします
覚えておいて、このDBは読み取り専用です
金額は必ず円の整数で
小さいコミットが好きです
このプロジェクトに{a}は入れたくない
コミットには毎回チケット番号を付けること
列を追加したら必ずドキュメントも更新すること
= constraint user
請求書は法律で{n}年保存です
{n}ミリ秒以内に返す必要があります、契約です
クラウドはお客様が禁止しています
マージできるのは佐藤さんだけです
同時接続は最大{n}です
オフラインで動かないといけません
= none user
検索のバグを直して
閉じるボタンを追加して
テストを書いて
なぜ遅いか見て
まずログを見よう
まだ決めていません
{a}かもしれない、まだわからない
{a}にしますか?
毎回テストが必要ですか?
なぜ金曜はデプロイしないの?
どんな決定でしたか?
{a}を使ってもいいですか?
アプリが起動しません
いつも古い値が出る
クリックするたびに固まる
全部のテストが落ちる
いつもパスワードを忘れる
今回だけレビューなしで
まだ何も変えないで、見るだけ
マニュアルには必ず再起動とある、本当?
仮に{a}だといくらかかる?
もう月曜は嫌だ笑
完璧です、ありがとう
= decision user
我们选了 {a},{a} 太重
我们决定 {a} 放到下一版
和客户说好了,{n} 天
决定:不要 {a}
改成 {a} 吧,更简单
上限改为 {n},已经批准
超时改成 {n} 秒,不是 {n} 秒
今天起换成 {a}
定了,{a}
= preference user
周五绝对不要部署
绝不要删客户数据
这里千万别用 {a}
改之前一定要先问我
每次都要写测试
从今以后不许用 {a}
以后请用中文回答
今后时间统一用 UTC
请记住这个库是只读的
记住金额用分
我喜欢小的提交
这个项目里不要出现 {a}
每个提交都要带工单号
加了字段就必须更新文档
= constraint user
法律规定发票保存 {n} 年
必须在 {n} 毫秒内返回,合同写的
客户禁止上云
只有小李可以合并
最多 {n} 个连接
必须能离线使用
= none user
修一下搜索的 bug
加一个关闭按钮
写个测试
看看为什么慢
先看日志吧
还没决定
可能用 {a},再看
用 {a} 吗?
每次都要测试吗?
为什么周五从来不部署?
当时的决定是什么?
可以用 {a} 吗?
应用起不来
总是显示旧的值
每次点击都卡死
测试全挂了
我总是忘记密码
这次不用评审
先别改,看看就行
手册说一定要重启,真的吗?
假设用 {a},要多少钱?
再也不想过周一了哈哈
很好,谢谢
@a Postgres|Redis|Kafka|SQLite|S3|Vue|React|Go|Rust|gRPC|GraphQL|cron|Docker|JSON|CSV|MQTT|Unity|OAuth|Hive|Oracle|MySQL|Jenkins|Stripe|Vulkan|Bluetooth|TypeScript|the monolith|the vendor sdk|a worker|two tables
@x the importer|the billing page|the search|the app|the scheduler|the mailer|the checkout|the api|the dashboard|the uploads|the parser|the firmware|the pipeline|the editor|the saves|the orders|the config|the tests|the docs|the build|the cli|the cache|the queue|the invoices|the charts|the plugin|the backups|the timetable|the chat|the scanner|the kiosk|the recipe page|the sensor board|the model weights|the training job|the feature store|the tiles|the ledger
@p Tom|Lena|my boss|the client|our lawyer|IT|the hospital|the bank|Rosa|the owner|our dpo|hardware|the factory|the publisher|Yusuf|the ministry|finance|QA
@n 2|3|4|7|10|14|20|25|30|50|64|75|120|200|365|512|600|2000
= decision user
so {a} is what we take. the trial convinced {p}
ok {a} gets the job, start with {x}
we're keeping {x} as one binary, splitting it brought nothing
we're moving {x} off {a} this month
we're not doing {a}. too much for two people
we are not going to support {a}, nobody asked for it
we're dropping {x} from the release, {p} is ok with it
we're cutting {x} from v1
we're renaming {x} to atlas, {p} picked it
we go live without {x}
we give {x} its own schema
we leave {x} in {a} and only move the rest
we buy {x}, building it ourselves takes too long
we pin {a} at version {n} for the whole year
we freeze {x} at version {n}
we split {x} into two services
we merge {x} into the main app, one deploy less
we'll go with server side rendering, seo matters to {p}
we'll do it with {a} in the end, {a} can't handle the load
we'll do without {a}
we'll keep both versions until summer, then the old one goes
we'll ship {x} behind a flag first
we'll treat empty values as zero
we'll bill per seat and not per project
we'll round up, {p} wants it that way
we had a vote, {a} won
we talked it over and {a} stays
we looked at three options and take {a}
we tested both. {a} wins by far, take it
talked to {p}, {x} stays on {a}
talked to {p}: {n} days of retention, not {n}
{p} called, it's {a} now
{p} confirmed it, {x} uses {a}
{p} wants {n} instead of {n}, so change it
{p} wants {a}, so that's what we do
{p} killed {x}. remove it
{p} agreed to {n} days
per {p} the limit is {n} now
as discussed with {p}, {x} gets {a}
as of today {x} is deprecated, new code uses {a}
as of now {a} is the only supported client
it's official, {a} is our default
it's settled: {a}
settled, {a} for {x}
approved: {x} moves to {a}
done deal, {a}
ok so plan changed, {a} and not {a}
plan b it is, {a} for {x}
option two please, it needs no extra server. go ahead
i decided to keep {x}, it is cheaper than a rewrite
i'm going with {a} here, more people know it
i've made up my mind: {a}
my call: {a}, we can't wait for {p}
i take it back, {a} is fine and we keep it
i was against {a} but ok, it's {a} now
nope, {n} not {n}. {p} measured it
nah, make it {n}, the phones can't do more
actually {n} is too low, we set it to {n} for good
actually let's have {x} in {a}, everything else is there already
{n} instead of {n}, {p} said the scanners are slow
one bucket per customer, that's what we agreed on
one branch for all of it, no release branches anymore
one language only, {a}
ids are going to be strings, ints ran out
timestamps are stored with zone, we got burnt once
{x} is append only from now on
{x} will be read only after march
{x} will not get {a}, {p} has no budget
{x} won't be translated, english only
{x} gets replaced by {a}, the contract is signed
{x} becomes a library, three teams need it
{x} goes to {p}'s team, we only consume it
{x} runs once an hour, not every minute. fix the crontab
{x} runs at {n} because the warehouse closes then
{x} closes after {n} minutes now, used to be {n}
{x} keeps the last {n} versions, older ones get deleted
{x} uses soft deletes, the auditors want to see old rows
{x} talks to {a} directly, no gateway in between
no gateway, {x} talks to {a} directly. one hop less
no mobile version for now, {p} signed that off
no offline mode, users are always in the office
min version is android {n} now, drop the old shims
min supported python is 3.{n}, we told the users
password length is {n} from now on
default language = german
default page size = {n}
naming: it's called booking everywhere, reservation is dead
naming is final: {x} is called compass
the new logo is the one with the bird, the old goes
the answer is {a}, we tried long enough
the whole team moves to {a}, the old setup is gone on monday
the winner is {a}. please set it up
license will be apache, {p} checked
tests go to vitest, jest is gone. migrate the first file
logging goes through {a} now and nothing else
coordinates are wgs84 internally, conversion only at export
= preference user
hands off {x}, {p} is in the middle of a rewrite
leave {x} alone, ever. it is certified
keep out of {x}, that's generated
don't edit {x} by hand, it gets generated
don't ever restart {x} yourself
don't merge your own prs
don't guess, ask me when the spec is unclear
don't add comments that repeat the code, in any file
dont use emojis, not in commits, not in the ui
dont install anything globally on this box
do not log request bodies. anywhere
do not squash, i want to see the single commits, always
no business logic in the controllers
no raw sql outside of the repository layer
no sleep in tests. ever
no commented out code in main
no one pushes to {x} without a review
no abbreviations in public names please, applies to the whole sdk
no magic numbers, put them in the constants file, everywhere
nothing gets merged on red
nothing in {x} may depend on {a}
nobody except {p} touches {x}
nobody restarts {x} during business hours
only {p} may change {x}
only lowercase table names
every query needs a limit
every public function needs an example in its docs
every script has to have a dry run flag
every migration must be reversible
every error message has to say what the user can do. all of them
every new screen gets checked with a screen reader
each service owns its tables, nobody reads those of others
each ticket gets its own branch
all money is in cents
all times are utc in the backend
all new strings go through i18n, no exceptions
all endpoints need auth, also the internal ones
any new table needs a created_at
anything user facing gets a german text too
anything older than {n} days gets deleted, that's the rule
if you touch {x}, rerun the calibration
if a job fails twice we page {p}, we don't retry again
if something is unclear, stop and ask. i mean every time
if you need a new package ask me first
before every release run the load test
before you delete anything, back it up. always
before you commit: lint, types, tests. in that order, every time
after every schema change regenerate the client
when in doubt, leave {x} alone and ask {p}
when you rename something also grep the docs, always
when a test is slow, mark it. that's our rule
whenever you write sql, use ctes rather than subqueries
whoever breaks {x} fixes it first, that's the rule here
write commit messages in the imperative, always
write tests for every bugfix, without exception
put new helpers in lib/, never next to the view
keep functions pure in core/, side effects live at the edge. that's how we do it
keep your answers under ten lines from now on
keep in mind that {p} reads the changelog, write it for humans
bear in mind that {x} is shared by two teams
note to self and you: {x} only reads latin1
for your memory: {x} belongs to {p}
save this: the test account is number {n}
write this down: {x} has to be started before {a}
make a note: releases are on tuesdays
remember, {x} counts from one, not zero
remember that weeks start on monday in all our reports
remember we promised {p} never to rename the columns
please remember for later that {x} is case sensitive
you should know that we never squash
from now on, tests before code
from now on ask before running anything that takes longer than a minute
from now on everything new is written in {a}
from this week on prs need two approvals
starting monday, no direct commits anymore
in this codebase errors are values, we don't throw
in this repo we say customer, not client
in our team reviews come before new work
in general: small steps, one commit each
as a rule, one class per file
as always in this repo: four spaces
general request: show me the plan before you write code
rule of the house, if it has no test it doesn't get merged
standing rule: {x} is only deployed by {p}
hard rule: no pii in {x}
golden rule in this repo: never edit {x} directly
two approvals for anything in {x}, no exceptions
secrets only come from the vault
feature flags must have a removal date, otherwise i reject the pr
tests must not hit the network
commits have to be signed
pull requests stay under {n} lines or i don't review them
dates in the ui are day first, everywhere
comments explain why, not what. in the whole project
errors must be actionable, keep to that in all modules
i want tests next to the code, not in a separate tree
i want you to explain risky commands before running them. always
i don't want to see any mocks of our own classes
i don't need summaries at the end, leave them out from now on
i read on my phone, so short answers please, always
i prefer tables to long text, remember that
i prefer plain functions over classes everywhere in this repo
i prefer rebase over merge, do it like that in all repos
i'd rather get one question too many than a wrong guess, so ask
i like explicit types, also for locals, please stick to that
i hate nested ternaries, don't write any
i can't stand one letter names, avoid them throughout
please stick to british spelling in all docs
please never answer with just code, always one sentence first
please use the metric system in everything
call me Sam and talk to me in spanish from now on
talk german to me, code stays english
explanations in plain words please, i'm no programmer, always
show diffs, not whole files. always
= constraint user
{x} can't go down between {n} and {n}, the shop is open then
{x} may only be changed together with {p}
{x} must not cost more than {n} a month
{x} must run on the old tablets, {p} won't replace them
{x} must be reachable without javascript, that's a legal thing
{x} must stay compatible with {a}, customers have it installed
{x} has to stay under {n} mb or the store rejects it
{x} has to be ready before {n}, the trucks leave then
{x} is certified, so any change needs a new audit
{x} is owned by {p}, ask there before changing
{x} is shared with {p}, so no breaking changes
{x} isn't allowed to store names, {p} forbids it
{x} doesn't have internet, updates come by usb
{x} needs {p}'s blessing before it goes out
{x} only has {n} kb left, think of that with every feature
{x} only gets power for {n} hours a day, so batch the work
{p} must approve every change to {x}
{p} has to see every release before it goes out
{p} won't let us open any port
{p} only accepts xml, we can't change that
{p} rate limits us to {n} per minute
{p} audits {x} twice a year, so keep all the records
{p} insists on on-prem, no cloud whatsoever
without {p}'s signature nothing goes into {x}
we can't upgrade {a} before {p} does
we can't use cookies without consent, so no tracking on the landing page
we can't store anything outside of the country
we can't have more than {n} workers, the license counts cores
we cannot change the format, old devices in the field read it
we aren't allowed to send data to third parties
we're bound to {a} by contract until next year
we're limited to {n} calls per day on the free plan and it stays the free plan
our hosting only gives {n} mb, so no headless browser
our users are on {a}, so nothing newer than that
the plan we pay for allows {n} users
the chip can't do floats, integers only
the board has no clock, so no timestamps from the device
the law says {n} years for {x}
the insurance requires a log of every access
the store rejects apps over {n} mb
the gpu has {n} gb, so the model must fit in that
the budget is {n} euros, more needs {p}
the build machine has {n} gb of ram, don't go above that
the network there is 2g so responses must stay tiny
the contract forbids subcontractors, so no external api with customer data
the key may never leave the hsm
because of gdpr we must be able to delete a user completely
for legal reasons {x} must stay in the eu
copyright: no stock photos except from {p}
deadline for {x} is the {n}th and it can't move
max file size {n} mb, the proxy cuts off above
max {n} connections, the db dies above that
not more than {n} mails per hour, otherwise we get blocked
support ends at version {n}, nothing older may be used
= none user
the connection drops after {n} seconds on android
{x} drops every {n} minutes
{x} needs {n} seconds to start, see the trace
{x} uses {n} mb, where does it go
{x} shows {n} instead of {n}
{x} logs {n} lines per second
{x} must be restarted every morning, find out why please
{x} only gets slow when {p} is logged in
{p} reports that {x} loses rows
{p} says {x} is slow, can you check
{p} wants to know how {x} works
{p} is waiting for the fix
for the demo i need {x} with fake data, we throw it away after
take {a} for now, we replace it later this week
just for the test set it to {n}
quick hack is fine here, it's a throwaway
in this script skip the validation, it only runs once
go with the first variant for this one screen
do it in {a} this time
make {x} strict in this test only
give the button an id
put the list in alphabetical order
put everything from {x} in one file and show me
keep the old file for the comparison
keep the terminal open
keep the first {n} rows and drop the rest in this notebook
remember the bug in {x}? same thing again
remember to run it once more before you stop
always the same with {x}, it {n} times out
nobody else has that problem with {x}
no idea why {x} does that
no change after the restart
no luck, still {n} errors
all green except {x}
every second call to {x} returns {n}
must we really keep {x}?
may i use {a} here
did {p} approve {x}
is {n} the limit or can we go higher?
is {x} read only?
does {x} have to be {a}
who owns {x}?
who may deploy on fridays?
could we decide today?
can the limit be {n}?
what is our rule for branches again
what's the policy on {a}?
rule 34, don't ask, haha
first rule of {x}: don't talk about {x}
rule number {n}: never trust a demo. number {n}: see above lol
my only rule: coffee first
the only rule in this code is chaos, lol
simple rule: if it hurts do it more often, haha
always works in theory, never in practice, haha
never change a running system, as they say
i will never understand css, haha
from now on i believe in ghosts, this {x} is haunted
we all agreed that mondays are evil
let's bury {x} and never speak of it, haha
decided to name my cat {a}
@x den export|die suche|die app|die karte|die steuerung|die datenbank|den parser|die firmware|den build|die kasse|den drucker
= decision user
wir schmeißen {a} raus, die lizenz ist zu teuer
wir machen das mit {a}, {a} schafft die last nicht
wir bauen {x} nicht selbst, wir kaufen
wir lassen {x} in version 1 weg
wir trennen {x} in zwei dienste
hab mit dem chef geredet, {a} ist genehmigt
der kunde will {n} statt {n}, also ändern
abgemacht: ein repo für alles
das thema ist durch, {a}
ab montag läuft alles auf {a}
heißt jetzt überall buchung, nicht reservierung
{n} minuten statt {n}, mehr schaffen die alten geräte nicht
= preference user
finger weg von {x}, das ist zertifiziert
nichts wird gemerged, solange es rot ist
niemand startet den server tagsüber neu
keine abkürzungen in namen, im ganzen projekt
kein code ohne test, keine ausnahmen
vor jedem release den lasttest fahren
wenn was unklar ist: fragen, nicht raten. immer
ich will erst den plan sehen, bevor du code schreibst, immer
antworten bitte kurz, ab jetzt
zur erinnerung für später: beträge sind in cent
schreib dir auf: releases sind dienstags
jede funktion braucht einen docstring
jeder neue endpunkt braucht eine prüfung der rechte
= constraint user
ohne unterschrift vom chef geht nichts raus
die box hat nur {n} mb, das muss reichen
pro stunde gehen nur {n} mails raus, sonst sperren sie uns
der server steht im werk und hat kein internet
das format darf sich nicht ändern, die geräte draußen lesen es
die zulassung gilt nur für diese version
budget sind {n} euro, mehr muss die leitung freigeben
@x l'export|la recherche|l'appli|la carte|la base|le parseur|le firmware|le build|la caisse
= decision user
on fait sans {a}, c'est trop lourd pour deux personnes
on enlève {x} de la version 1
on sépare {x} en deux services
j'ai vu avec le chef, c'est {a}
le client veut {n} au lieu de {n}, change-le
c'est acté : un seul dépôt
on abandonne {a}, la licence coûte trop cher
à partir de lundi tout tourne sur {a}
on appelle ça réservation partout
= preference user
personne ne touche à {x} sauf Rosa
pas de code sans test, sans exception
on ne fusionne rien quand c'est rouge
avant chaque version lance le test de charge
si c'est pas clair, demande, toujours
je veux voir le plan avant le code, à chaque fois
réponses courtes s'il te plaît, dorénavant
note bien : les montants sont en centimes
chaque fonction publique a une docstring, partout
interdiction de pousser sur main
= constraint user
sans la signature du chef rien ne sort
la boîte n'a que {n} mo, il faut que ça tienne
le format ne peut pas changer, les appareils sur le terrain le lisent
le budget est de {n} euros, au-delà il faut l'accord de la direction
aucun accès internet sur le site
@x la exportación|la búsqueda|la app|el mapa|la base|el parser|el firmware|el build|la caja
= decision user
vamos sin {a}, es demasiado para dos personas
quitamos {x} de la versión 1
separamos {x} en dos servicios
hablé con el jefe y queda {a}
el cliente quiere {n} en vez de {n}, cámbialo
ya está decidido, un solo repo
tiramos {a}, la licencia es cara
desde el lunes todo corre en {a}
lo llamamos reserva en todas partes
= preference user
nadie toca {x} salvo Rosa
nada de código sin prueba, sin excepciones
no se fusiona nada en rojo
antes de cada versión corre la prueba de carga
si no está claro pregunta, siempre
quiero ver el plan antes del código, cada vez
respuestas cortas desde ahora
apunta: los importes van en céntimos
cada función pública lleva docstring
prohibido hacer push a main
= constraint user
sin la firma del jefe no sale nada
la caja solo tiene {n} mb, tiene que caber
el formato no puede cambiar, los equipos en campo lo leen
el presupuesto son {n} euros, más lo aprueba dirección
ahí no hay internet
@x a exportação|a busca|o app|o mapa|o banco|o parser|o firmware|o build|o caixa
= decision user
vamos sem {a}, é demais pra duas pessoas
tiramos {x} da versão 1
separamos {x} em dois serviços
falei com o chefe e fica {a}
o cliente quer {n} em vez de {n}, muda aí
tá decidido, um repo só
largamos {a}, a licença é cara
a partir de segunda tudo roda em {a}
chamamos de reserva em todo lugar
= preference user
ninguém mexe em {x} além da Rosa
nada de código sem teste, sem exceção
não se faz merge no vermelho
antes de cada versão roda o teste de carga
se não estiver claro pergunta, sempre
quero ver o plano antes do código, toda vez
respostas curtas daqui pra frente
anota: valores em centavos
toda função pública tem docstring
proibido push na main
= constraint user
sem a assinatura do chefe nada sai
a caixa só tem {n} mb, tem que caber
o formato não pode mudar, os aparelhos em campo leem isso
o orçamento é {n}, mais que isso só com a diretoria
lá não tem internet
= decision user
обойдёмся без {a}, нас двое
убираем карту из первой версии
делим сервис на два
поговорил с шефом, берём {a}
заказчик хочет {n} вместо {n}, поменяй
вопрос закрыт: один репозиторий
с понедельника всё на {a}
везде называем бронирование
= preference user
никто не трогает базу кроме Розы
без тестов ничего не принимаем
на красном не мержим
перед каждым релизом нагрузочный тест
если непонятно, спрашивай, всегда
сначала план, потом код, каждый раз
отвечай коротко, теперь всегда
запиши: суммы в копейках
у каждой публичной функции докстринг
пушить в main запрещено
= constraint user
без подписи шефа ничего не уходит
в коробке всего {n} мб, надо влезть
формат менять нельзя, его читают устройства в поле
бюджет {n}, больше только через дирекцию
на объекте нет интернета
= decision user
{a}なしでいきます、二人では無理なので
地図は初版から外します
サービスを二つに分けることにします
部長と話して{a}に決まりました
お客様の希望で{n}から{n}に変えます
リポジトリは一つにまとめることにした
月曜から全部{a}で動かします
名称は「予約」で統一します
= preference user
データベースはローザさん以外触らないでください
テストのないコードは入れない、例外なし
赤いままマージしないこと
リリース前には必ず負荷テスト
不明点は必ず質問してください
コードの前に毎回計画を見せて
これからは短く答えて
メモして:金額はセントです
公開関数には必ず説明を書くこと
mainへのpushは禁止です
= constraint user
部長の承認なしでは出せません
メモリは{n}MBしかないので収めてください
フォーマットは変えられません、現場の機器が読むので
予算は{n}まで、それ以上は役員の承認が必要
現地にはネットがありません
= decision user
不用 {a} 了,两个人搞不定
第一版不做地图
把服务拆成两个
和老板谈过了,用 {a}
客户要 {n},不要 {n},改一下
就一个仓库,不再讨论
周一起全部跑在 {a} 上
统一叫预订
= preference user
除了小李谁都不许动数据库
没有测试的代码不收,没有例外
红的不许合并
每次发布前都要压测
不清楚就问,每次都是
先给我看计划再写代码,以后都这样
以后回答短一点
记一下:金额单位是分
公开函数都要写说明
禁止直接推 main
= constraint user
没有老板签字什么都不能发
盒子只有 {n} MB,必须放得下
格式不能改,现场设备在读
预算 {n},超过要领导批
现场没有网络
@a Postgres|Redis|Kafka|SQLite|Vue|Svelte|React|Go|Rust|gRPC|GraphQL|MQTT|Unity|Oracle|MySQL|a queue|one table
@x the search results|the list|the start page|the cart|the calendar|the archive|the menu|the profile page|the map|the invoice|the form|the export dialog
@n 2|3|5|10|20|30|50|100|250
= none user
We haven't settled on a database yet.
We haven't settled on {a} yet, so keep it generic.
we have not chosen between {a} and {a}
we're still torn between {a} and {a}
we're still evaluating {a}
I keep going back and forth between {a} and {a}.
{a} or {a}, I can't make up my mind.
no decision on {a} so far
the decision about {a} is still open
nothing is decided, {a} is only an idea
{a} would be an option, let me sleep on it
Actually scrap that, no {a} after all, leave it as it was.
Scrap that, we're not doing it.
forget that rule, it no longer holds
ignore what I said about {x}
that rule about {x} was a mistake, drop it
on second thought don't
we called it off
{x} must not show archived projects.
Deleted items must not appear in {x}.
{x} should never show more than {n} items.
{x} must always be sorted by date.
Guests must not see {x}.
users may only upload {n} files in {x}
only admins should see {x}
Each user can have at most {n} entries in {x}.
show an error when {x} has more than {n} items
when {x} is empty always show a hint
Translate: we decided to use {a} because it is simple.
Translate this: never deploy on Fridays.
Proofread this: "From now on we use {a}."
translate into German: we will always use {a}
put this on the slide: we chose {a} for its speed
write in the readme that we never use {a}
add the sentence "always use {a}" to the docs
an example sentence would be: we decided on {a}
like somebody who says "always use {a}" and then uses {a}
always use {a}, said no one ever, haha
never use {a}, said nobody
as my grandpa said, always use {a}
they decided to use {a} back then and it went badly
years ago somebody decided on {a} and we still pay for it
in my last job we always used {a}
at my old company we never wrote tests, good times
we once decided to use {a}, that was fun
it turned out that we never needed {a}
from now on it fails every time
from now on it only shows {n}, weird
ever since, it always shows {n}
it always shows {n} now
wir haben uns noch nicht auf {a} geeinigt
ich schwanke zwischen {a} und {a}
{a} oder {a}, keine ahnung
noch ist nichts entschieden
vergiss die regel von vorhin
die liste muss immer nach datum sortiert sein
gelöschte einträge dürfen nicht in der suche erscheinen
übersetze: wir haben {a} gewählt, weil es einfach ist
früher haben wir immer {a} benutzt
wir haben nie verstanden, warum das hängt
seit dem update klappt es nie
on hésite entre {a} et {a}
rien n'est décidé pour {a}
oublie la règle de tout à l'heure
la liste doit toujours être triée par date
traduis : nous avons choisi {a} parce que c'est simple
avant on utilisait toujours {a}
dudamos entre {a} y {a}
todavía no está decidido
olvida la regla de antes
la lista siempre debe estar ordenada por fecha
traduce: elegimos {a} porque es simple
antes siempre usábamos {a}
estamos em dúvida entre {a} e {a}
nada decidido ainda
esquece a regra de antes
a lista tem que estar sempre ordenada por data
traduz: escolhemos {a} porque é simples
antes a gente sempre usava {a}
Traduci: abbiamo deciso di usare {a}.
siamo indecisi tra {a} e {a}
la lista deve essere sempre ordinata
perché abbiamo scelto {a}?
non abbiamo ancora deciso
non funziona mai
{a} ile {a} arasında kararsızım
neden {a} seçtik?
hiç çalışmıyor
daha karar vermedik
we twijfelen nog tussen {a} en {a}
waarom hebben we {a} gekozen?
het werkt nooit
nog niks besloten
wahamy się między {a} a {a}
dlaczego wybraliśmy {a}?
to nigdy nie działa
jeszcze nie zdecydowaliśmy
сомневаемся между {a} и {a}
забудь про то правило
список всегда должен быть отсортирован
раньше всегда использовали {a}
{a}か{a}で迷っています
さっきのルールは忘れて
一覧は必ず日付順に並べて表示して
前はいつも{a}を使っていました
在 {a} 和 {a} 之间纠结
刚才那条规则不算了
列表必须按日期排序
以前一直用 {a}
{a} 쓸까 {a} 쓸까 고민 중이야
왜 {a}로 정했어?
항상 여기서 죽어
아직 안 정했어
이번만 테스트 빼줘
= decision user
abbiamo deciso di usare {a} invece di {a}
abbiamo deciso di tenere i log per {n} giorni
restiamo su {a}, costa meno
si va con {a}, niente {a}
we hebben besloten {a} te gebruiken in plaats van {a}
we blijven bij {a}, dat kent iedereen
we gaan voor {a}
zdecydowaliśmy się na {a} zamiast {a}
zostajemy przy {a}, tak jest taniej
{a} kullanmaya karar verdik
{a} yerine {a} kullanıyoruz, daha ucuz
{a} 대신 {a} 쓰기로 했어
로그는 {n}일 보관하기로 결정했습니다
{a}로 가자, 관리가 쉬우니까
= preference user
non fare mai deploy di venerdì
da ora in poi sempre un test
sempre date in utc
ricorda che gli importi sono in centesimi
nooit op vrijdag deployen
vanaf nu altijd een test erbij
altijd datums in utc
onthoud dat de bedragen in centen zijn
nigdy nie wdrażaj w piątek
od teraz zawsze z testem
zawsze daty w utc
pamiętaj, że kwoty są w groszach
asla cuma günü deploy etme
bundan sonra hep test yaz
tarihler her zaman utc olsun
unutma, tutarlar kuruş cinsinden
금요일에는 절대 배포하지 마
앞으로는 항상 테스트를 추가해줘
날짜는 무조건 UTC로 저장해
금액은 센트라는 거 기억해
= constraint user
non possiamo usare {a}, lo vieta il cliente
al massimo {n} richieste al minuto
we mogen {a} niet gebruiken van de klant
maximaal {n} verzoeken per minuut
klient zabrania {a}
najwyżej {n} zapytań na minutę
müşteri {a} kullanmamıza izin vermiyor
dakikada en fazla {n} istek
고객사가 {a} 사용을 금지했어
분당 최대 {n}번까지만 됩니다
= decision user
We decided to use {a} instead of {a} because of the backups.
We decided on {a} because of that.
Let's keep it in {a} instead of {a} because of that.
Let's keep {a} instead of {a}.
Decision: it runs nightly.
