@x the import|the price list|the second report|the export of invoices|the mobile screens|the alert|the labels|the map tiles|the retry|the backup job|the login form|the chart|the French texts|the index|the calendar
@y four of the nine files|120 of 300 records|the first two steps|half of the pages|three of five machines|the desktop part|the read side|60 of 75 contracts|the first cluster|the easy cases
@z the other five|the remaining 180|the last step|the rest|the two old ones|the mobile part|the write side|18 of them|the second cluster|the hard cases
@p she|he|they|you|somebody|Ana|Tom|the customer|the vendor|legal|accounting|the designer|Bea from sales|the hosting company|the team in Lyon|an admin|the author
@w the list|the password|the sample files|the mapping|the signed form|the spare part|the key|the answer|the real figures|the certificate|their approval|the missing codes|access
@d Monday|tomorrow|next week|the audit|the end of the month|the 14th|Thursday
@c run `scripts/load.py --rest`|start the job again|set the flag to on|add it to `config.toml`|load the rest with the same command|restart the worker|fill in the table|merge the branch|send the report to them|switch the timer on
= open assistant
{y} are done, {z} wait for {w} from {p}.
{y} are loaded; {z} were skipped, because only {p} knows what they mean.
{y} are converted and {z} are not.
{y} went through, {z} need {w} first.
So {y} are on the new version and {z} still on the old one.
{z} were left out until {p} sends {w}; then {c}.
{z} are held back until {w} is here.
Once {p} has sent {w}, {c}.
Once {p} has checked it, {c}.
once {p} has filled it in, {c}.
as soon as that is there, {c}.
once it is back, {c}.
until then, {x} stays out.
As soon as {w} is there, {c}.
When {w} comes back from {p}, {c}.
After {d}, {c}.
If {p} agrees, {c}; until then it stays off.
Waiting for {w} from {p}.
What is missing is {w}; with it, {c}.
{z} are skipped: only {p} can tell what they are.
What is left is {x}.
What remains: {x} and {z}.
Left to do: {x}.
Still open: {x}, and {w} from {p}.
Still missing: {x}.
{x} is not done yet.
{x} is still empty, its test fails.
{x} is only a stub so far.
{x} is still switched off; {p} has to turn it on.
I have not started on {x}.
I have not touched {x} yet.
I did not get to {x}.
I got as far as {x}; {z} come next.
{x} cannot be finished today, since {p} has {w}.
{x} cannot go on without {w}.
{x} is blocked by {w}.
{x} waits for {p}.
{x} has to wait until {d}.
{x} follows on {d}.
Next: {x}.
Next comes {x}.
The next step is {x}.
Tomorrow: {x}, then {z}.
To go on: {c}.
Then {c}, and check {x}.
{p} has to decide about {x} first.
{p} still needs to look at {x}.
Nobody but {p} can say what {z} mean.
The test of {x} is still red.
{x} still fails, I have no explanation yet.
{x} is written but not tried on the real machine.
{x} is on a branch, not merged.
{x} is not deployed yet; it goes live on {d}.
We stop here; {x} is half done.
= open user
we do {x} on {d}
the rest after {d}
{p} brings {w} on {d}, then go on
leave {x} there, {p} is away until {d}
{x} is still missing, i'll ask {p}
not finished, continue with {x} on {d}
= done assistant
{y} are done and so are {z}, that was all.
{z} are loaded as well, so {x} is complete.
{x} is done, all tests pass.
{x} works again.
{x} is live, the check is ok.
{w} is in, and {x} runs with it now.
{p} has sent {w}, and {x} is finished.
I changed {x}, nothing else is affected.
{x} reads from the replica now.
Yes, {x} also handles that.
No, {x} is not part of it.
{x} is stored once a day.
Understood, {x} stays as it is.
I left {x} as it is.
Left as it is.
Left unchanged.
I will look at {x} first.
Plan: 1. {x}; 2. {z}. Waiting for your go.
Plan: 1. {x}; 2. a test. Shall I start?
{x} fails, because {w} is cut off at the end.
The error comes from {x}: it expects {w}.
{x} has 1,240 rows, {y} of them old.
{x} waits for a lock, which is why it is slow.
If {w} is missing, {x} shows an empty field.
When {p} signs in, {x} is loaded.
{x} keeps its old value until the page is loaded again.
