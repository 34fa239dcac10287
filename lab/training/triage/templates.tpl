@x the queue|the cache|postgres|the importer|the label printer|the login page|the nightly job|two tables|plain files|the export|sqlite|a single bucket|the scheduler|the search index|json lines|the old parser|the webhook|the photo upload|the price list|the booking form|s3|the map view|feature flags|the mail template|the sensor board|the invoice pdf|the retry loop|typescript|the staging box|the payment step|the csv reader|the chart|the admin screen|docker|the translations|the calendar sync|the audit log|the plugin|the cron entry|the session table|the delivery notes|the barcode scanner|the backup script|a small worker|the route planner
@r it survives a restart|nobody here can maintain the other one|we have it already|it costs less than a day of work|the customer sits behind a proxy|it is one file less to back up|the tablets are too slow for more|we only have thirty users|the other one needs a licence|finance wants it that way|it can be tested without hardware|it runs offline|that bit us last year|two of us know it|otherwise the reports disagree|it halves the bill|the vendor drops the old one next year|the phones lose the connection all the time
@t in march|after the release|next quarter|when the new vendor is in|after the audit|once the second shop joins|in the spring|when ben is back|after the fair|with version 3|in january|when the budget is through|when we move offices|in the next sprint|after summer|as soon as the sdk is out
@w the bank|the ministry|their api|the provider|the hospital it|legal|the landlord|the data protection officer|the gateway|the carrier|the scanner firmware|the union|the school board|the registrar|the app store|the host
@n 20|500|3|64|1,000|90|15|255|8|10,000|250
@u seconds|rows|characters|requests a minute|days|megabytes|connections|files a day|columns|hours|entries
@v write short commit messages|put the ticket number first|use four spaces|spell names out|ask before installing anything|run the tests first|answer in two sentences|keep tests beside the code|use utc|write comments in english|show me the diff|leave the commits to me|use snake case for columns|return errors and don't throw them|keep functions small|use the real database in tests|name branches after the ticket|say member and not user|write dates day first|put texts in the locale files|avoid abbreviations|add a migration on top|use pnpm|sign commits|keep one change per commit|write imperative subjects|link the issue|put units in names|use early returns
@f the lock was never released|the clock was an hour off|the file was opened twice|the certificate had expired|the path had a trailing slash|the encoding was latin-1|the worker acknowledged too early|the index was stale|the timeout was shorter than the query|the variable was empty in that environment|the driver swapped the bytes|the cache kept the old version|two jobs wrote the same file|the disk was full|the migration ran as another role
@g all 40 tests pass now|the run goes through|200 of 200 arrive|no more errors in an hour of load|the export is complete again|it starts cleanly ten times in a row|the build is green|the totals match|the page loads again|the replay shows none
= decision user
let's go with {x}, {r}
ok {x} then, {r}
{x} it is. {r}
i'd say {x}, {r}
{x} please, {r}
we take {x} because {r}
we'll use {x}, since {r}
then {x}. {r}
no, {x}. {r}
rather {x} than {x}, {r}
not {x}, {x} instead. {r}
let's drop {x} and do {x}: {r}
the first one, {r}
second option. {r}
b, {r}
my vote is {x}, {r}
i'm for {x}. {r}
decided with the team: {x}, because {r}
talked to {w}, we go with {x}, {r}
we settle on {x}. {r}
i've made up my mind, {x}. {r}
keep {x} as it is for good, {r}
do it with {x} please, {r}
hm ok, {x} wins, {r}
{x} goes into its own service, {r}
fine, {x} stays and {x} goes, {r}
agreed, {x}. {r}
yes do that, {x} is out because {r}
i want {x} for this and not {x}: {r}
i thought about it over night. {x}, {r}
we don't need {x}, {x} will do. {r}
make it {x}, {r}
so: {x}. reason is that {r}
= preference user
always {v} please
never {v} without asking me
from now on {v}
in this repo we {v}
please {v} every time
can you {v} from here on
as a rule, {v}
stop doing that, {v}. that goes for everything
we {v} here, no exceptions
no, we {v} in this project
i told you before: {v}
for the future: {v}
whenever you touch {x}, {v}
i'd like you to {v} in general
around here we {v}
and another thing, {v}, always
when you write {x}, {v}. everywhere
don't ever forget: {v}
house style is: {v}
our convention is to {v}
you keep getting this wrong, {v}
please make a habit of it: {v}
in all our projects we {v}
that's not how we do it, {v}
= tech_debt user
leave {x} as it is for now, {t} we redo it
{x} can stay until {t}
not now, {t} we do it properly
hardcode {x} for the moment, {t} it becomes a setting
skip {x} for the pilot, it comes {t}
we live with {x} until {t}
good enough for now. the real fix comes {t}
i know {x} is a hack, it goes {t}
{x} has to wait, no time before the release
let's postpone {x}, {t} is early enough
put {x} on the list for later, {r}
keep the workaround in {x}, it's removed {t}
we leave the duplicate in {x}, everything there is rewritten {t}
don't touch {x} now, it gets replaced {t}
no tests for {x} yet, they follow {t}
{x} by hand for now, automated {t}
i'd rather not do {x} now, {r}. {t}
accept that {x} is slow, we fix it {t}
todo for {t}: {x} is wrong for some cases, nobody hits them before that
ship without {x}, we add it {t}
= constraint user
{w} only allows {n} {u}, nothing we can do
{w} says we must not keep it longer than {n} {u}
{w} cuts everything after {n} {u}
{w} won't let us use {x}
{w} takes at most {n} {u}
we are not allowed to use {x}, {w} forbids it
heard from {w}: no more than {n} {u}, fixed
{w} doesn't support {x} and never will
by law we have to keep it for {n} {u}
the contract with {w} says {n} {u} at most
{w} rejects anything over {n} {u}
it has to run on the old box, {n} {u} of memory, no upgrade
{w} confirmed it: {n} {u} per day, can't be raised
{w} only speaks xml, there is no other way
the machines there have no internet, {w} doesn't allow it
= constraint assistant
{w} accepts at most {n} {u}; what is above is dropped without an error.
{w} returns only {n} {u} and there is no way to page.
I tried it: {w} closes the connection after {n} {u}, and that can't be configured.
So {w} limits us to {n} {u}, whatever the header says.
The limit is {w}'s: {n} {u}, fixed in the firmware.
{w} doesn't allow {x} on this plan, so it can't run there.
It turns out that {w} ignores everything beyond {n} {u}. We have to stay below that.
{w} has no support for {x}; anything that needs it has to go another way.
= runbook assistant
The cause was {x}: {f}. {g}.
Found it: {f} in {x}. {g}.
It was {x}; {f}. Fixed, {g}.
{x} failed because {f}. {g}.
That explains it: {f}. With that changed {g}.
The errors came from {x}, where {f}. {g}.
Root cause: {f}. {g}.
Solved. {f}, so {x} broke. {g}.
The reason: {f}. After the fix {g}.
The crash comes from {x}: {f}. I changed that, and {g}.
So {f}, that's why {x} stopped. Now {g}.
= session_summary assistant
Done: {x}, {x} and {x} are moved over, {n} tests pass. Next: {x}.
To sum up: {x} is split, {x} is gone, {x} has tests and all are green. Left: {x}.
State: {x} works, {x} is in place, {n} tests green. Open: {x}.
So we now have {x}, {x} and a check for {x}; everything passes. Still to do: {x}.
Result: {x} rewritten, {x} migrated, docs updated, tests pass. What remains is {x}.
Summary of today: {x} and {x} done, {n} tests, deployed to staging. Tomorrow {x}.
= none user
should we use {x} or {x}?
what about {x}, {r}?
is {x} better because {r}?
would {x} work?
i'm not sure about {x} yet, {r}
maybe {x}, let me think about it
can you look at {x}
why does {x} take {n} {u}
fix {x} please
add {x} to {x}
rename {x}
show me {x}
open {x} and tell me what it does
use {x} just this once
for this file only, {v}
please {v} this time
do you always {v}?
why do we {v}?
who said that we {v}
what happens {t}
is there a limit of {n} {u}?
does {w} allow {x}?
how many {u} are there
the {x} should show at most {n} {u}
make {x} wider, {n} {u}
{x} looks good, thanks
the cause could be {x}
{x} is broken again
did we decide on {x}?
we used {x} in my last job, {r}
explain {x} to me
{w} called about {x} again
let's look at {x} first
let's see if {x} works
ok then show me {x}
then check {x} again
delete {x}
update {x} and run the tests
commit {x}
how do i {v}
= none assistant
I looked at {x}: it reads {n} {u} and writes {x}.
Both are possible: {x}, since {r}, or {x}.
In general {x} is used because {r}.
It might be {x}, I haven't checked.
{x} has {n} {u}.
Then {x} is next.
{x} is updated.
The limit in the docs is {n} {u}.
Done, {x} has the new name.
The tests for {x} pass.
You could {v}.
{x} says that the team decided on {x} because {r}.
I changed {x} and {x}.
That was my mistake in {x}, it's corrected.
Shall I take {x} or {x}?
The last run had {n} {u}, the one before {n}.
As a rule people {v}, since {r}.
I tried {x} and took it back, it made no difference.
{x}: {n} {u}. {x}: {n} {u}.
