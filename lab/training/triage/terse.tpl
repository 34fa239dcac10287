= decision user
so one call per night and we store it, their gateway is too shaky for more
an unfinished survey counts as none. halves only confuse the council
a crew is whoever signed the sheet, not who was planned
returned books get a new label, not the old one back. the old ones smudge
mqtt then. the broker runs anyway
so a cron job, no queue. one machine, one job a night
no react here, plain templates, my successor has to read it
k, one table per season, not one per club
go with the bigger tile size, the small ones choke the tablet
yes the second. third party logins stay out
flat files. done. we had a db for this once and nobody knew the password
then drop the preview, nobody opened it in a year
we stay on 4.2, five broke the importer
staying with the paper form for now and always, the inspector wants ink
bought not built. the box costs 200 and im not paid to write drivers
no retries. a lost reading is better than a doubled one
ids come from the scanner not from us, theirs never repeat
well call those batches, lots is what the customs calls them
one repo, one release. two was a mess
so no login at all on the kiosk, its behind the counter
push not poll, the sim card pays by the byte
cents as integers, everywhere, print divides
local time in the ui, utc in the files
whoever books last wins. no locking, its 6 people
soft delete only, the auditor asks for the old ones
oldest ticket first, priorities get gamed
shortest route first wont do, drivers hate u turns. so fewest turns
were off firebase since monday, everythings on the school server now
back to sqlite. postgres was overkill for two users
no more nightly full sync, only what changed, the full one took till 9
the old api dies in may so we go v3 straight away
i dont want a second language in here, so python it stays
sort by shelf, not by title. they walk along the shelves
the watering goes by soil sensor, not by clock, the clock drowned the basil
two decimals, no more, the scale lies after that
ok so english for the api names, german only on screen
and the score counts missing answers as wrong. thats how the ministry does it
we keep the duplicates, mark them. deleting is how we lost the 2019 ones
pdf out, csv in, nothing else
no framework. 40 lines of js will do
then its hashes, not timestamps. the camera clock drifts
fine, serif for the labels, the sans one had 1 and l look the same
asked the band, they want setlists per night not per tour. so per night
the volunteers vote was for the map first, list second. build that
rather a slow import than a wrong one, so one transaction
one file per patient visit, the archive asked for it
nein, wir bleiben bei der alten Schnittstelle, die neue kostet pro Abruf
also ohne Framework, das muss hier jeder lesen können
dann eben eine Tabelle pro Halle, sonst blickt keiner durch
Nullen bleiben drin, leer heißt nicht gemessen
on reste sur le csv, leur api est payante
alors un fichier par classe, pas un gros
donc pas de file d'attente, un simple cron suffit
le numéro du bateau fait foi, pas le nom
nos quedamos con la hoja de cálculo, la web nadie la abre
entonces sin colas, un proceso y ya
il numero di lotto viene da loro, non da noi
ficamos no servidor da escola, a nuvem cobra por mês
dan maar zonder login, het ding staat achter de balie
zostajemy przy starym api, nowe jest płatne
остаёмся на старом формате, новый никто не читает
redisはやめて、テーブル一つで。管理する人がいないので
큐는 빼고 크론으로 가자, 서버 하나뿐이니까
不用队列了，就一个定时任务，反正只有一台机器
= preference user
the invoices in kronor without decimals, and the mails too
voucher codes without O and I, people mix them up
the fake customers are all called Zztop so nobody mails them
tickets first, code second, i want to find it by number
no scheduled jobs during matches, ever
the weights in grams, everywhere, also in the tests
gramm, nicht kilo, überall
toujours en grammes, jamais en kilos
siempre en gramos
zawsze w gramach
всегда в граммах
tabs, always
no jquery in here
snake case in the db, camel in the code, dont mix
dates day first, we are not americans
commit msgs in english pls, the tickets can be norwegian
always round down when its about money for the guests
tests next to the file, not in a folder
never touch prod from here, i do that
dont run the migration yourself. i do, always
ask before u add a package
max 80 lines a function or i wont read it
no abbreviations in names, the interns guess wrong
and talk to me in swedish pls
short answers. i read this on my phone
show the diff first, then ask, then write. every time
releases on mondays, mornings, never before a concert
no emojis, not in the ui not in commits
sample ids start with 999 so nobody calls them
log lines in one line, our grep thing cant do more
bay numbers with two digits, 01 02 03, the signs have them like that
rooms are B-012 not B12. everywhere
prices with a comma in the ui pls
write minutes as min, not m. m is meters here
the word is guest, never customer
we say lane not track, fix it wherever u see it
colours from the palette file only
from now on two reviewers for anything in billing
prs against develop not main btw
rebase dont merge, i hate the bubbles in the log
changelog line with every pr, same pr
whenever u change a price show me the old one too
whenever something goes to the clients, i read it first
anything over 50 lines: tell me before
say what u did in two lines at the end, not a novel
dont explain, just do, ill ask
no comments that say what the code says
scripts get a --dry-run. all of them
errors go to stderr with a number in front, our monitor needs that
no force push. ever
no silent excepts pls, here and in general
new screens: dark first, the booth is dark
never in the evening, there are kids on the server then
and everything on the wall display in capitals, they stand 5 m away
in general keep the old column one release longer
numbers right aligned, always have been
if a test is flaky delete it and tell me, dont retry it
bei uns heißt das Charge, nicht Lot
keine neuen Pakete ohne zu fragen
Deploy nur dienstags früh, nie vor dem Wochenende
Commits auf Deutsch bitte, wie die alten
les commentaires en français, ici personne ne lit l'anglais
pas de nouvelle dépendance sans me demander
chez nous on dit adhérent, pas client
les mises en prod le mardi matin, jamais la veille d'un match
los mensajes de commit en español, como los de antes
nada de librerías nuevas sin preguntar
qui si dice socio, mai cliente
sempre dois dígitos no número da sala
altijd eerst het plan, dan pas code
日付は必ず年月日の順で
커밋 메시지는 항상 한국어로
提交信息一律用中文
= constraint user
no voices in the recordings, the choirs agreement says so
once the jury has signed nobody edits the points, the federation checks the stamps
the account has a single token and they dont hand out more
16 characters, thats the display
the modem does 9600, full stop
two users at a time, the licence says
only port 443 gets out of the school
they shut the gate server at 10 pm
max 30 sms a day on this plan
the sensor needs 2 sec between reads or it lies
12 mb per upload, their limit, they wont budge
the plc speaks modbus rtu and thats it
the boat has signal maybe an hour a day
nobody may see the scores before friday, federation rule
that box has 64k of ram, dont get ideas
the old tills run windows 7 and will till 2028
the archive is read only since the merger
photos stay in the house, the hospital lawyer was clear
union says no tracking per person. per shift is ok
the crane controller reboots at 4 every night, cant turn it off
the kiln log has whole minutes, nothing finer
their test system is only up mondays
firewall guy says no outgoing smtp. period
the printers only know latin-1
60 requests a minute and then they ban u for a day
we have to keep the readings 10 years, water law
only one process may open the serial port
the projector cant do more than 720
the badge reader sends the number backwards, all of them do
allergens have to be on every label, by law
not a byte leaves the building, thats in the contract
the insurance only covers flights below 100 m
half the helpers have no smartphone, so paper must work
the till closes at 18:30 sharp, after that it drops what u send
cant go past 4000 rows, excel on the ward pc dies
the tide api is free for 500 calls a month, we have nothing more
their ids are 7 digits and they reuse them after a year
the second valve is shared with the neighbours, they get the mornings
the clock on those loggers has no dst
grant money ends in march so no new hosting costs
der Scanner kann nur Code 39, mehr nicht
nach 22 Uhr ist der Server aus, Hausmeister
höchstens drei gleichzeitig, mehr gibt die Lizenz nicht her
keine Namen auf dem Bildschirm, Datenschutz
l'écran fait 20 caractères, point
la ligne est coupée de 23h à 6h
pas plus de deux postes, c'est la licence
la mairie interdit les photos d'enfants
la impresora solo traga 42 columnas
no más de 100 envíos al día, lo dice el contrato
il tablet non regge più di 200 righe
só há rede até às 18h
het scherm kan 20 tekens, meer niet
drukarka zna tylko 40 znaków w wierszu
больше трёх подключений лицензия не даёт
一日に百件まで、それ以上は向こうが受け付けない
프린터는 한 줄에 32자까지만 돼요
他们的接口每分钟最多十次
= constraint assistant
The controller drops the connection after the third client; the manual gives three as its maximum and there is no setting for it.
Their endpoint answers at most 200 rows a call and ignores the page size, as I found by trying 500.
The display takes 20 characters a line, the rest is lost without an error.
The provider signs links for one hour at most; longer values are refused.
= tech_debt user
leave it, after the fair
ugly but ok till the new scanner comes
hardcode it, there is one shop. when theres a second we do it right
not now. season starts saturday, in november
yeah i know its slow. nobody cares before the summer
dont fix the rounding now, the year has to close first
the duplicate stays in till we switch provider
someone types it over by hand each week, fine until the merger
later. first the inspection, then we clean that up
skip the timezones, we fly domestic until 2027
no tests for that one yet, it goes away when the api comes, maybe
lets live with the warning until the next lts
keep the copy for now, ill merge them when ines is back
ok so its a workaround. gets done properly with the new board
we owe ourselves a real parser there. next year
that cron should be a service one day, not before the move
can wait, its 3 rows a week and someone checks them
bleibt so bis zum Umzug, dann richtig
jetzt nicht, nach der Messe
hässlich, aber bis Herbst reicht es
on laisse, on refera ça après la rentrée
c'est en dur, tant qu'il n'y a qu'un site ça va
déjalo así hasta que cambien el lector
lo hacemos bien cuando llegue la placa nueva
lasciamo così fino a settembre
fica assim até à mudança
laat maar, na de verbouwing
zostaw, zrobimy po targach
пока так, после выставки переделаем
夏が終わってからでいい、今はこのままで
지금은 두자, 이사 끝나고 제대로 하자
先这样，等换了设备再说
= tech_debt assistant
Still ugly: the list of rooms stands in the code and each new one needs a release. It should come from the table.
One thing is left as it was: the importer reads the whole file into memory, which will not do for the archive.
What I did not touch: the two date formats in the old log, they ought to be unified some day.
It works, but the password of the reader is in the unit file; it belongs into the vault once there is one.
The limit is a constant for now. With a second site it has to become a setting.
= runbook user
unplug it, count to ten, plug it in. always works
oh that. the toner lid. close it twice
its the vpn again, reconnect and restart the agent, then it syncs
when it says E14 the tank sensor is wet, wipe it, reset
hold both buttons till it beeps, then scan the blue code, that resets it
ah the dongle. out, in, restart the service, done
happens when the disk is at 100, delete /var/spool/cam and it comes back
that error means the cert ran out. renew on the proxy, not on the app
its always the ntp on that box. chronyc makestep, then it logs in again
found it, someone had set the dip switch 3. off again and all 8 sensors report
das ist der Hub, Stecker raus, zehn Sekunden, wieder rein, dann geht er
c'est le spooler, on le relance et ça repart à chaque fois
es el router de arriba, lo reinicias y vuelve
c'è da spegnere il modem, aspettare un minuto e riaccendere
= runbook assistant
The player started before the share was mounted, so it saw an empty folder. It waits for the mount now, and the playlist is back.
A wrong date by one means the logger was read after midnight local time: it stamps in its own zone. Read with the zone set, all 30 days agree.
The flash failed for two reasons: the boot pin was open, and the baud rate too high. With the jumper and 115200 it goes through.
When the panel shows no tracks, the index has gone stale: run `reindex --full` and restart the player. That brought all 3,100 back.
It was the second worker: both held the lock file. One stopped, the queue drains.
The gateway keeps dead sessions after a power cut. Sending it `AT+RST` frees them; the three stations report again.
The container had no DNS since the host's resolver listens on localhost only. With `dns:` set in the compose file the pull goes through.
The upload stopped at 1 MB because of the proxy's default. `client_max_body_size 20m`, reloaded, and the 14 MB scan arrives.
The deploy was refused as the key on the server was the old one. Added the new one, the deploy ran through.
`npm ci` failed as the lock file was written by another version. Written anew with the one in CI, and the install is clean.
A grey map means the token has expired: `make token`, then reload. It draws again.
Es lag an der Reihenfolge: erst der Mount, dann der Dienst. Mit `After=` startet er nach jedem Neustart.
Le service démarrait avant le disque. Avec une dépendance sur le montage, trois redémarrages sans erreur.
Arrancaba antes que la base; con un healthcheck en el compose arranca siempre.
= session_summary assistant
31 of the 44 recordings are cut. 13 have no clap at the start, they are in noclap.txt; when Jo has marked them, run `cut.py --list noclap.txt`.
The branch `tides` has the reader and a test that fails. It needs the zero of the gauge, which the harbour has to tell us.
Half of it is done: floors 1 and 2 report, floor 3 waits for the key to the cabinet. Then run `pair.sh 3`.
I stop here. The form is in, its check is not: `validate()` is empty and its test fails.
Not done: the second printer. It needs the driver from the vendor, then `setup.sh p2`.
The mail is held back until Ana has checked the addresses in the sheet. Then run `send.py may`.
Two of the five stations are moved, the others follow when the van is back; hosts.txt lists them.
Remaining: the translation of the last three pages, and switching the flag on.
Open: the camera at gate 4, it has no power yet.
Offen ist noch Halle 2, dort fehlt der Strom. Danach `kopple.sh 2`.
Il reste le second écran : il n'est pas branché. Ensuite lancer `config.sh b`.
Falta la planta 3, no hay llave. Después hay que correr `pair.sh 3`.
Manca ancora il secondo lettore, arriva lunedì; poi `setup.sh`.
Осталось подключить третий этаж, ключа пока нет.
残りは三階だけです。鍵が届いたら `pair.sh 3` を流します。
3층만 남았습니다. 열쇠를 받으면 `pair.sh 3`을 실행하면 됩니다.
= session_summary user
thats it for today. floor 3 is still open, key comes thursday
we stop here, the last 40 need maria, then run it again
tomorrow the rest: gate 4 and the labels
half done, fine. waiting for the vendor now, then the second printer
genug für heute, Halle 2 fehlt noch, wenn der Elektriker da war
on s'arrête là, il reste le second écran à brancher
lo dejamos aquí, falta la planta 3
= none user
hello from the archive, its Tove, petr is ill so i have his login
my cousins firm keeps every mail for twelve years, poor them
rival shop down the road sells only by app
played with a gan for the cover art last night, rubbish, never mind
should have been a punch card, eh
the router hates me
somebody ate my lunch again, top priority bug
what does idempotent mean again
the trip to the fair was cancelled so no stand
a bit of lisp and wed be done by now, haha
the old cable i suppose, it moves when u touch it
leave the linter out of it today
article 1 of the band: the drummer is late
bonjour, ici Karim, Sophie est en congé
morning. back again
hey, me again, same project
k thx
nice. next
go
ok do it
yes pls
no, the other one
hm. odd
it was fine yesterday
the list shows nothing since this morning, whats up
three of the labels came out blank today. lea saw it not me
half the rows are missing again
why is it slow
what does line 40 do
is that in hours or what
show me the last ten
and on the small screen?
show the calendar for hall 2
only for today: skip the check
this time without the header
for this pr only, leave the title
just for the demo put them in red
print me the list for tonight on a4
rename it to gate, thats all
at my brothers bank every line needs two signatures lol
their rule not ours
my wifes clinic never deploys on fridays, cute
google says always cache, whatever
one day we could put it all on k8s haha. no
i once thought abt blockchain for this, dont
what if we just deleted everything, kidding
never trust a monday
law of this house, the cat sits on the warm laptop
must be the cable i guess
maybe the clock? dunno
i bet its dns, its always dns
its the new guy im sure, he touched the switch
prob a special character again, its from france
they asked for a demo but then cancelled, so no
was going to order a second one, boss said no
marketing wanted a dark theme, not happening, forget it
no take that out again, it made it worse
put it back the way it was
nah, scrap the idea
the kids are home so im slow today
its 30 degrees in here
i never eat before ten
always rains when i cycle
my train goes at 5 so lets be quick
tell me when its through
commit and push
open a pr
ok merge
ta
thats all, bye
till tomorrow
done for today thx
explain mqtt qos to me in three sentences
how do other people do that
whats the difference between a lot and a batch
whats better, tabs or spaces, in general
should we use a queue? just asking
could we go to 10 min slots? what would break
do we have a limit there?
who decided that and why
add a column for the colour
make it two lines
sort it by name pls
bigger font
the button has to say save
change the 12 to 14
move it below the map
the total should be at the bottom
the page should load without the map when offline
Moin
jetzt die andere Liste
warum fehlt da was
diesmal ohne Kopfzeile
bei meinem Bruder in der Bank muss alles doppelt unterschrieben werden
bestimmt das WLAN
war nur Spaß
pourquoi c'est vide
juste pour cette fois sans l'en-tête
c'est sûrement le wifi
chez mon mari il faut trois signatures pour tout
buenas, soy Marta, hoy estoy yo
solo por esta vez sin cabecera
seguro que es el wifi
en el otro taller lo hacen todo en papel
ciao, oggi ci sono io
per stavolta senza intestazione
oi, hoje sou eu
só desta vez
hoi, ik ben het weer
tylko tym razem bez nagłówka
только в этот раз без шапки
今回だけヘッダーなしで
이번만 헤더 없이
这次就不要表头了
= none assistant
I send it to the test address first and tell you the number.
Hello. The last backup ran at four and took a minute.
The strip is 40 pixels wide now.
All readings are in.
The sheet has two more columns than last month. Nothing was logged.
Idempotent means that doing it twice has the effect of doing it once.
That sounds like a lot of paperwork.
The depth of station 5 looks wrong, it is below the sea bed.
The last write wins, so the earlier note is gone.
With the seed fixed it is stable, without it one run in ten differs.
Noted. It stays.
Understood, in capitals from now on.
Good morning, Jana. Hall 2 is booked from 8 to 12.
Done. The column is gone.
Done. The list has 40 rows now and fits on a page.
Renamed in three files.
Committed and pushed.
PR 12 is open.
Merged. Anything else?
You're welcome.
Have a good evening.
That column is filled by the importer at line 40.
There is no row with that number. Which one do you mean?
Plan: 1. convert the sheet; 2. map the names; 3. load. No migration. Waiting for your go.
It could be the cable or the clock; I check the clock first.
Left as it is.
Taken out again.
Reverted, the tests pass as before.
The query takes 4.2 s, of which 3.9 s are the sort.
Without the index it takes 14 s, with it 0.2 s.
Compris : les textes en français.
Entendu, c'est noté.
Bonjour Léa. La salle 2 est prise de 8 h à 12 h.
Erledigt, die Spalte ist weg.
Verstanden, ab jetzt mit Einheit.
Hecho, son 40 filas.
Entendido, siempre con unidad.
了解しました。以後そうします。
네, 앞으로 그렇게 하겠습니다.
