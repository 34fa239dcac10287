"""Forms in which secrets are written down, with random values, so that no rule can know them.

`forms(seed)` gives (name, what holds the secret: a text or a JSON value, the secret). Marks of tokens are put together,
so that scanners of this repository do not trip.
"""

import random
import string

LOWER, UPPER, DIGITS, HEX = (
    string.ascii_lowercase,
    string.ascii_uppercase,
    string.digits,
    "0123456789abcdef",
)
ALNUM = LOWER + UPPER + DIGITS
WORDS = "maple river candle orbit pepper saddle violet harbor walnut magnet copper meadow".split()

TOKENS = {  # name: (mark, alphabet, length)
    "github": ("gh" + "p_", ALNUM, 36),
    "gitlab": ("glp" + "at-", ALNUM, 20),
    "slack": ("xo" + "xb-", DIGITS, 12, "-", DIGITS, 12, "-", ALNUM, 24),
    "stripe": ("sk" + "_live_", ALNUM, 24),
    "openai": ("sk-" + "proj-", ALNUM, 48),
    "anthropic": ("sk-" + "ant-api03-", ALNUM, 60),
    "openrouter": ("sk-" + "or-v1-", HEX, 64),
    "groq": ("gs" + "k_", ALNUM, 52),
    "xai": ("xa" + "i-", ALNUM, 80),
    "replicate": ("r" + "8_", ALNUM, 37),
    "atlassian": ("ATA" + "TT3", ALNUM, 186),
    "notion": ("nt" + "n_", DIGITS, 11, "", ALNUM, 35),
    "linear": ("lin" + "_api_", ALNUM, 40),
    "databricks": ("da" + "pi", HEX, 32),
    "new relic": ("NR" + "AK-", UPPER + DIGITS, 27),
    "grafana": ("gl" + "sa_", ALNUM, 32, "_", HEX, 8),
    "supabase": ("sb" + "p_", HEX, 40),
    "figma": ("fi" + "gd_", ALNUM, 43),
    "1password": ("op" + "s_eyJ", ALNUM, 300),
    "postman": ("PM" + "AK-", HEX, 24, "-", HEX, 34),
    "nuget": ("oy" + "2", LOWER + DIGITS, 43),
    "rubygems": ("ruby" + "gems_", HEX, 48),
    "crates": ("ci" + "o", ALNUM, 32),
    "discord": ("M", ALNUM, 25, ".", ALNUM, 6, ".", ALNUM, 38),
    "mailgun": ("key" + "-", HEX, 32),
    "terraform": ("", ALNUM, 14, ".atlas" + "v1.", ALNUM, 64),
    "facebook": ("EA" + "AC", ALNUM, 150),
    "bedrock": ("AB" + "SK", ALNUM, 130),
    "huggingface": ("h" + "f_", ALNUM, 34),
    "npm": ("np" + "m_", ALNUM, 36),
    "pypi": ("py" + "pi-AgEIcHlwaS5vcmc", ALNUM, 60),
    "digitalocean": ("dop" + "_v1_", HEX, 64),
    "sendgrid": ("S" + "G.", ALNUM, 22, ".", ALNUM, 43),
    "doppler": ("dp" + ".pt.", ALNUM, 43),
    "planetscale": ("pscale" + "_tkn_", ALNUM, 43),
    "aws": ("AK" + "IA", UPPER + "234567", 16),
    "google": ("AI" + "za", ALNUM, 35),
    "vault": ("hv" + "s.", ALNUM, 95),
    "pulumi": ("pul" + "-", HEX, 40),
    "shopify": ("shp" + "at_", HEX, 32),
}
AROUND = ("{}", "the key is {}.", "prod{}", "`{}`", "X_{}")

WITH_PASSWORD = {
    "netrc": "machine git.corp login deploy password {}",
    "azure sas": "https://acct.blob.core.windows.net/c?sv=2022-11-02&sig={b64}%3D",
    "service bus": "Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey={b64}=",
    "basic": "Authorization: Basic {b64}==",
    "padded": "  password: {b64}==",
    "npmrc auth": "//registry.corp/:_auth={b64}",
    "docker auth": '{{"auths": {{"r.corp": {{"auth": "{b64}"}}}}}}',
    "curl -u": "curl -s -u deploy:{} https://ci.corp/job",
    "mysql -p": "mysql -h db -u root -p{} shop",
    "sshpass": "sshpass -p {} ssh root@host",
    "pgpass": "db.corp:5432:shop:app:{}",
    "env PASS": "DB_PASS={}",
    "env PASSWORD": "export MYSQL_PASSWORD='{}'",
    "yaml": "  password: {}",
    "json": '{{"user": "app", "password": "{}"}}',
    "escaped json": '{{\\"password\\": \\"{}\\"}}',
    "python": 'PASSWORD = "{}"',
    "go": 'password := "{}"',
    "ruby": "password => '{}'",
    "full width": "パスワード：{}",
    "table": "| admin password | {} |",
    "html": "<tr><td>Password</td><td>{}</td></tr>",
    "english": "the password is {} for now",
    "bearer": "curl -H 'Authorization: Bearer {}' https://ci.corp/job",
    "basic, chosen": 'headers["Authorization"] = "Basic {}"',
    "expect": 'expect "*assword:"\nsend "{}\\r"',
    "english, of": "The root password of the staging box is `{}`.",
    "german": "Das Passwort lautet {} und gilt bis Mai",
    "german, Kennwort": "Kennwort: {}",
    "french": "le mot de passe est {}",
    "french, colon": "Mot de passe : {}",
    "spanish": "la contraseña es {}",
    "portuguese": "a senha é {}",
    "japanese": "パスワードは{}です",
    "korean": "비밀번호는 {} 입니다",
    "chinese": "密码是 {}",
    "url": "postgres://app:{}@db.corp:5432/shop",
    "url without user": "redis://:{}@cache:6379/0",
    "amqp": "amqp://app:{}/x@mq.corp/vhost",
    "passphrase": "passphrase = {}",
    "pwd": "Server=db;Uid=app;Pwd={};",
    "connection string": "Server=db;User Id=app;Password={};Encrypt=true",
    "properties": "spring.datasource.password={}",
    "terraform": 'db_password = "{}"',
    "ini": "passwd = {}",
    "xml": "<password>{}</password>",
    "arrow": "password -> {}",
}
WITH_TOKEN = {
    "bearer": "Authorization: Bearer {}",
    "token": "token: {}",
    "api key": 'api_key = "{}"',
    "api key with a space": "API key: {}",
    "client secret": "client_secret={}",
    "secret key": "SECRET_KEY = '{}'",
    "header": "X-Api-Key: {}",
    "auth token": "//registry.corp/:_authToken={}",
    "prose": "our signing key is {}",
    "aws secret": "aws_secret_access_key = {}",
    "german": "Der API-Schlüssel ist {}",
    "yaml access key": "  access_key: {}",
}


def forms(seed=0):
    rng = random.Random(seed)

    def of(alphabet, length):
        while True:
            text = "".join(rng.choices(alphabet, k=length))
            if any(c in DIGITS for c in text) or not set(alphabet) & set(DIGITS):
                return text

    def token(parts):
        mark, rest = parts[0], parts[1:]
        out = mark
        for at in range(0, len(rest), 3):
            out += of(rest[at], rest[at + 1]) + (
                rest[at + 2] if at + 2 < len(rest) else ""
            )
        return out

    for name, parts in TOKENS.items():
        secret = token(parts)
        yield (
            f"{name} token",
            AROUND[rng.randrange(len(AROUND))].format(secret),
            secret[-16:],
        )
    passwords = {
        "mixed": lambda: (
            of(LOWER, 3)
            + of(UPPER, 2)
            + of(DIGITS, 3)
            + rng.choice("!$#&+")
            + of(LOWER, 2)
        ),
        "letters and digits": lambda: rng.choice(WORDS) + of(DIGITS, 3),
        "random": lambda: of(ALNUM, 20),
        "a word and a dot": lambda: (
            rng.choice(WORDS).title()
            + "."
            + of(LOWER, 1)
            + of(UPPER, 3)
            + of(DIGITS, 3)
        ),
        "with $": lambda: (
            rng.choice(WORDS).title()
            + "$"
            + of(LOWER, 1)
            + of(UPPER, 2)
            + of(LOWER, 2)
            + of(DIGITS, 2)
        ),
        "with @": lambda: (
            of(LOWER, 3) + "@" + of(UPPER, 2) + of(DIGITS, 3) + of(LOWER, 2)
        ),
        "words with _": lambda: "_".join(rng.choices(WORDS, k=3)) + of(DIGITS, 2),
    }
    for name, form in WITH_PASSWORD.items():
        for shape, make in passwords.items():
            secret = of(ALNUM, 44) if "{b64}" in form else make()
            yield f"{name}, {shape}", form.format(secret, b64=secret), secret
    for name, form in WITH_TOKEN.items():
        for secret in (of(ALNUM, 40), of(HEX, 32), of(ALNUM, 20)):
            yield f"{name} beside {len(secret)} characters", form.format(secret), secret
    yield from shapes(rng, of)


def shapes(rng, of):
    """Secrets that only their place in a record shows."""
    lines = [of(ALNUM, 64) for _ in range(4)]
    begin, end = (
        "-----BEGIN RSA " + "PRIVATE KEY-----",
        "-----END RSA " + "PRIVATE KEY-----",
    )
    yield (
        "private key by lines",
        {"steps": ["before", begin, *lines, end, "after"]},
        lines[2],
    )
    yield (
        "private key in one text",
        begin + "\n" + "\n".join(lines) + "\n" + end,
        lines[1],
    )
    yield (
        "putty key",
        "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n%s\n%s\nPrivate-MAC: 0"
        % (*lines[:2],),
        lines[0],
    )
    for name, secret in (
        ("mixed", of(LOWER, 4) + of(UPPER, 2) + of(DIGITS, 3)),
        ("lower case with digits", rng.choice(WORDS) + of(DIGITS, 4)),
        ("with your", "your" + of(UPPER, 3) + of(DIGITS, 4)),
        ("with test", "test" + of(DIGITS, 5) + "!"),
        ("with example", "example" + of(DIGITS, 4) + "X"),
        ("beginning with $", "$" + of(ALNUM, 9)),
        ("beginning with /", "/" + of(ALNUM, 10) + "9"),
        ("digits", of(DIGITS, 9)),
        ("letters", of(LOWER, 4) + of(UPPER, 4) + of(LOWER, 6)),
        ("words with _", "_".join(rng.choices(WORDS, k=2)) + "_" + of(DIGITS, 4)),
    ):
        yield f"key and value, {name}", {"password": secret}, secret
        yield (
            f"topic and value, {name}",
            {"content": {"topic": "staging password", "value": secret}},
            secret,
        )
        yield (
            f"name and value, {name}",
            {"env": [{"name": "DB_PASSWORD", "value": secret}]},
            secret,
        )
        yield f"text, {name}", f'password = "{secret}"', secret
    yield "short secret in a URL", "postgres://app:" + "secret@db/shop", ":secret@"


HARMLESS = """
token = self[1]
password: Optional[X]
secret = hashlib.sha256(data).hexdigest()
password: str = Field(min_length=12)
const token = await getToken();
password_hash = bcrypt.hashpw(password, salt)
The password is hashed with argon2id before it is stored.
The token is refreshed every 15 minutes by the worker.
<Private Use> characters are refused everywhere
U+E000 <private use area> and what follows
token: string; expires: number;
AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
password: ********
DATABASE_URL=postgres://user:password@localhost:5432/app
http://localhost:8080/@scope/pkg
git clone ssh://git@github.com:22/a/b.git
api_key: ${{ secrets.API_KEY }}
password = os.environ["DB_PASSWORD"]
password=$(cat /run/secrets/db)
token = request.headers.get("Authorization")
if password == confirm_password:
The secret is to keep the queue short.
Das Passwort ist erforderlich.
le mot de passe est obligatoire
la contraseña es obligatoria
パスワードは必須です
비밀번호는 필수입니다
password | string | yes
| password | text | the account's password |
auth: basic
auth = HTTPBasicAuth(user, password)
credentials: include
secret: kubernetes/secrets/db.yaml
secretName: db-credentials
tokenizer = AutoTokenizer.from_pretrained(name)
token_type = "Bearer"
token: refresh_token_rotation_enabled
pass: true
pass = 3 of 12
pwd = /var/lib/app/data
access_key = settings.ACCESS_KEY
api_key="your-api-key-here"
password="changeme"
password_reset_token_lifetime = 3600
csrf token: see middleware/csrf.py
the API key is read from the environment
our passphrase is asked for at start
curl -u "$USER:$PASS" https://ci.corp
mysql -u root -p shop
sshpass -p "$PW" ssh host
commit 59a9a27f0c1d2e3b4a5968778695a4b3c2d1e0f9
sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
id 123e4567-e89b-12d3-a456-426614174000
authorization: Bearer <token>
Authorization: Basic <credentials>
Basic authentication is switched off in production
image: registry.corp/app@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
key-value stores keep it
passport.use(new LocalStrategy(verify))
passed = True
passthrough: enabled2024
bypass = "v2"
compass: north-east
password_encoder: argon2id
password policy: NIST 800-63b
secret-santa: 2024-12-24
token limit: 128000
token bucket: capacity=100 refill=10/s
Authorization: Bearer YOUR_TOKEN
Authorization: Basic authentication is off
expect "password:" and send "$password"
max_tokens=4096
tokens: [12, 34]
"token": null
clave primaria: id_usuario
GITHUB_TOKEN=<your-token>
password=changeme
token: ${GITHUB_TOKEN}
api_key = os.environ['API_KEY']
https://example.com/path?x=1
https://user@example.com/
ssh://git@github.com:22/a/b.git
password: string
secret = settings.SECRET_KEY
token = get_access_token()
the token expires after one hour
passwords are hashed with argon2
sk-learn is a library
task-based-routing-of-very-long-names-in-kebab
Bearer token in the header
basic authentication
AKIA is how access keys begin
ghp_ is the prefix
eyJ is how a JWT begins
npm_config_registry
the private key lies in the vault
private repositories
dop_v1_ is the prefix
dop_v1_0123456789abcdef0123456789abcdef0123456789abcdef
shpat_0123456789abcdef
hvs.config.example.org
hvs.some_name_of_a_setting_that_is_long
dckr_pat_ is the prefix
AGE-SECRET-KEY-1 is how age keys begin
AccountKey=<key>
AccountKey=short
12:AA
2026:AAAA
123456789:AA0123456789abcdef
twilio SK123
Pin better-auth@1.6.x in package.json
We pin `better-auth@1.6.x` until 1.7
pin `@typescript/native-preview` to 7.0.0-dev.20260421.2
pin: 7.0.0-dev.20260421.2
pin num_predict=1200
pin `websocket-client==0.57.0`, as torch>=2.11.0 needs it
pin to v0.14.0-beta.3+build.5
pin `ollama/llama3.2:3b-instruct-q4_K_M`
digest pin ([[000763]])
Auth: see [[better-auth-best-practices]]
secret: [[2026-03-04-secret-rotation-runbook]]
After the secret scan, `better-auth-best-practices` runs
| auth | better-auth-best-practices |
secret scan / pub-fn-test / defence-in-depth
AUTH-GAP-04: the region is us-east-1
docs/adr/0044-data-representation-migration-testing.md
006-internal-tracing-via-otelcol-telemetry
`0007_use_postgres_for_all_of_the_things_we_store`
token: see 0044-data-representation-migration-testing
pass `string(json.Marshal(...))` or `[]byte`
key invariants: `schemaVersion=1`, `event_seq=0`
classDef auth fill:#e0f7fa,stroke:#00838f,stroke-width:2px
SSM user/password: `/shop/<env>/grafana/admin-*`
""".strip().split("\n")
