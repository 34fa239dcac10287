"""Random secrets of the kinds that forms.jsonl names, as the first reader drew them: `make(kind, rng)`."""

import base64
import json
import random
import string
from collections.abc import Callable

LOWER = string.ascii_lowercase
UPPER = string.ascii_uppercase
DIGIT = string.digits
ALNUM = LOWER + UPPER + DIGIT
LOWNUM = LOWER + DIGIT
UPNUM = UPPER + DIGIT
HEX = "0123456789abcdef"
HEXUP = "0123456789ABCDEF"
B64U = ALNUM + "-_"
B64 = ALNUM + "+/"
B32 = UPPER + "234567"
BECH32UP = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
WORDS = """
seeds horse battery correct staple kiwi maple hunter river copper lantern window pepper
tiger velvet garden marble rocket saddle winter summer autumn pigeon anchor basket candle
dragon falcon ginger hammer island jacket kettle lemon magnet napkin orange parrot quartz
rabbit salmon tomato turtle violin walnut yellow zebra barrel bridge butter castle cherry
cloud coffee cotton desert donkey engine feather forest galaxy goblet harbor honey iguana
jungle kitten ladder meadow monkey needle ocean olive otter paddle pebble pencil planet
pocket potato puzzle ribbon saffron shadow silver spider spoon sunset thunder timber tunnel
valley wagon willow wizard badger beetle cactus camel carrot dolphin ember fiddle glacier
hazel indigo jasmine koala lobster mango nutmeg oyster papaya raven sparrow tulip umbra
vortex walrus yonder zigzag acorn bison clover dapple
""".split()
MNEMONIC = """
abandon ability absent acoustic adapt airport alley amazing anchor apple arctic arena
artist august avocado balcony bamboo basket beauty bicycle blanket bridge broken butter
cabbage cactus canyon carbon casual cattle cereal cherry cinnamon clarify coconut copper
coral couple cradle cricket crystal cushion damage dawn deliver desert dolphin dragon
eagle echo elbow elegant embark engine enrich exotic fabric falcon fatigue festival
flavor fossil galaxy garlic giraffe glove gorilla gravity hamster harvest hockey humble
husband inhale island jaguar jungle kangaroo kitten ladder lemon lizard lumber marble
meadow midnight mosquito napkin noodle obscure ocean orbit oxygen panther pepper pigeon
pottery quantum rabbit ribbon salmon shrimp spatial tiger tornado umbrella velvet walnut
yellow zebra
""".split()


def _s(rng: random.Random, alphabet: str, n: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(n))


def _bytes(rng: random.Random, n: int) -> bytes:
    return bytes(rng.getrandbits(8) for _ in range(n))


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _b64u(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _uuid(rng: random.Random) -> str:
    h = _s(rng, HEX, 32)
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-{rng.choice('89ab')}{h[17:20]}-{h[20:]}"


def _json_b64u(obj) -> str:
    return _b64u(json.dumps(obj, separators=(",", ":")).encode())


def _wrap(text: str, width: int = 64) -> str:
    return "\n".join(text[i : i + width] for i in range(0, len(text), width))


PW_SYMBOLS = {
    "pw_prose": "!@#%^&*+=?_-~$",  # bare in a sentence
    "pw_code": "!@#%^&*()+=?_-~$.:;,/<>[]",  # between back-ticks
    "pw_cell": "!@#%^&+=?_-~$.",  # a table cell (no | and no back-tick)
    "pw_shell": "@%+=_:.-,^",  # bare shell word
    "pw_sq": "!@#$%^&*()+=?_-~.:;,/<>[]|",  # between single quotes
    "pw_dq": "!@#%^&*()+=?_-~.:;,/|",  # between double quotes in code / JSON / TOML
    "pw_url": "!*-_.~",  # user-info part of a URL (others percent-encoded)
    "pw_conn": "!@#%^*_-+?~.",  # key=value; connection strings
    "pw_yaml": "!@%^*_-+=?~.",  # bare YAML scalar
    "pw_env": "!@%^*_-+=?~.",  # bare .env value
    "pw_ini": "!@^*_-+=?~.",  # bare INI / properties value
    "pw_netrc": "!@%^*_-+=?~.",  # .netrc, .pgpass (no colon, no space)
    "pw_xml": "!@#%^*_-+=?~.$",  # XML / HTML text
}
_QUOTED = {
    "pw_sq",
    "pw_dq",
    "pw_code",
    "pw_xml",
}  # here the value's end is plain to see


def _pw_mixed(rng: random.Random, kind: str) -> str:
    sym = PW_SYMBOLS[kind]
    shape = rng.randrange(4)
    w = rng.choice(WORDS).capitalize()
    if shape == 0:  # Kiwi!2026x
        return w + rng.choice(sym) + str(rng.randrange(1000, 10000)) + rng.choice(LOWER)
    if shape == 1:  # 7Maple+River_92
        return (
            str(rng.randrange(2, 10))
            + w
            + rng.choice(sym)
            + rng.choice(WORDS).capitalize()
            + rng.choice(sym)
            + str(rng.randrange(10, 100))
        )
    if shape == 2 and kind in _QUOTED:  # Falcon4821!
        return w + str(rng.randrange(1000, 10000)) + "!"
    return (
        rng.choice(WORDS)
        + str(rng.randrange(10, 100))
        + rng.choice(sym)
        + w
        + rng.choice(DIGIT)
    )


def _pw_hyphen(rng: random.Random, kind: str) -> str:
    shape = rng.randrange(4)
    if shape == 0:  # seeds-and-more-seeds
        w = rng.choice(WORDS)
        return f"{w}-and-more-{w}"
    if shape == 1:  # kettle-over-the-harbor
        a, b = rng.sample(WORDS, 2)
        return f"{a}-{rng.choice(['over', 'under', 'behind', 'without'])}-the-{b}"
    return "-".join(rng.sample(WORDS, rng.choice([3, 3, 4, 5])))


def _pw_wordnum(rng: random.Random, kind: str) -> str:
    a, b = rng.sample(WORDS, 2)
    if rng.randrange(2):  # hunter2horse
        return a + str(rng.randrange(2, 100)) + b
    return a + str(rng.randrange(1000, 100000))


def _pw_random(rng: random.Random, kind: str) -> str:
    sym = PW_SYMBOLS[kind]
    n = rng.randint(12, 24)
    if kind == "pw_url" and rng.randrange(2):
        enc = ["%40", "%23", "%2F", "%3A", "%24", "%26"]
        mid = [rng.choice(ALNUM) for _ in range(n - 3)]
        mid[rng.randrange(1, len(mid))] = rng.choice(enc)
        return rng.choice(ALNUM) + "".join(mid) + rng.choice(ALNUM)
    mid = [rng.choice(ALNUM) for _ in range(n - 2)]
    for i in rng.sample(range(len(mid)), rng.randint(2, 4)):
        mid[i] = rng.choice(sym)
    return rng.choice(LOWER + UPPER) + "".join(mid) + rng.choice(ALNUM)


def _pw(kind: str) -> Callable[[random.Random], str]:
    styles = [_pw_mixed, _pw_hyphen, _pw_wordnum, _pw_random]
    return lambda rng: rng.choice(styles)(rng, kind)


def _pem_block(label: str, head: str, nbytes: int) -> Callable[[random.Random], str]:
    def gen(rng: random.Random) -> str:
        total = -(-nbytes // 3) * 4
        body = head + _s(rng, B64, total - len(head) - 2) + "=="
        return f"-----BEGIN {label}-----\n{_wrap(body)}\n-----END {label}-----"

    return gen


def _pem_openssh(rng: random.Random) -> str:
    body = (
        "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQyNTUxOQAAACB"
        + _s(rng, B64, 340 - 84)
    )
    return (
        "-----BEGIN OPENSSH PRIVATE KEY-----\n"
        + _wrap(body, 70)
        + "\n-----END OPENSSH PRIVATE KEY-----"
    )


def _pem_pgp(rng: random.Random) -> str:
    return (
        "-----BEGIN PGP"
        " PRIVATE KEY BLOCK-----\n\n"
        + _wrap("lQVYBG" + _s(rng, B64, 506))
        + "\n="
        + _s(rng, B64, 4)
        + "\n-----END PGP PRIVATE KEY BLOCK-----"
    )


_pem_rsa = _pem_block("RSA PRIVATE KEY", "MIIEpAIBAAKCAQEA", 1192)
_pem_ec = _pem_block("EC PRIVATE KEY", "MHcCAQEEI", 121)
_pem_pkcs8 = _pem_block(
    "PRIVATE KEY", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ", 1218
)


def _pem_b64line(rng: random.Random) -> str:
    return _b64((_pem_rsa(rng) + "\n").encode())


def _jwt(rng: random.Random) -> str:
    head = {"alg": "HS256", "typ": "JWT"}
    body = {
        "sub": _s(rng, DIGIT, 10),
        "name": rng.choice(WORDS),
        "role": "admin",
        "iat": rng.randrange(1700000000, 1790000000),
    }
    return f"{_json_b64u(head)}.{_json_b64u(body)}.{_b64u(_bytes(rng, 32))}"


def _jwt_rs(rng: random.Random) -> str:
    head = {"alg": "RS256", "kid": _s(rng, HEX, 16)}
    body = {
        "iss": "https://id.example.com/",
        "aud": "api",
        "sub": _uuid(rng),
        "exp": rng.randrange(1700000000, 1790000000),
    }
    return f"{_json_b64u(head)}.{_json_b64u(body)}.{_b64u(_bytes(rng, 256))}"


def _mapbox(rng: random.Random) -> str:
    body = _json_b64u(
        {
            "u": rng.choice(WORDS) + str(rng.randrange(10, 100)),
            "a": "cl" + _s(rng, LOWNUM, 23),
        }
    )
    return f"sk.{body}.{_s(rng, B64U, 22)}"


def _slack_user(rng: random.Random) -> str:
    return (
        "xoxp-"
        + "-".join(_s(rng, DIGIT, 12) for _ in range(3))
        + "-"
        + _s(rng, HEX, 32)
    )


def _discord_bot(rng: random.Random) -> str:
    uid = str(rng.randrange(10**17, 10**18 * 9 // 10))
    return _b64u(uid.encode()) + "." + "G" + _s(rng, B64U, 5) + "." + _s(rng, B64U, 38)


def _sentry_org(rng: random.Random) -> str:
    body = _b64(
        json.dumps(
            {
                "iat": rng.randrange(1700000000, 1790000000),
                "url": "https://sentry.io",
                "region_url": "https://us.sentry.io",
                "org": rng.choice(WORDS),
            }
        ).encode()
    )
    return f"sntrys_{body}_{_s(rng, B64, 43)}"


def _op_service(rng: random.Random) -> str:
    return "ops_" + _json_b64u(
        {
            "signInAddress": "my.1password.com",
            "userAuth": {
                "method": "SRPg-4096",
                "alg": "PBES2g-HS256",
                "iterations": 650000,
                "salt": _s(rng, B64U, 22),
            },
            "email": _s(rng, LOWNUM, 13) + "@1passwordserviceaccounts.com",
            "srpX": _s(rng, HEX, 64),
            "secretKey": _op_secret_key(rng),
        }
    )


def _op_secret_key(rng: random.Random) -> str:
    a = "23456789ABCDEFGHJKLMNPQRSTVWXYZ"
    return "A3-" + "-".join(_s(rng, a, n) for n in (6, 6, 5, 5, 5, 5))


def _openai_proj(rng: random.Random) -> str:
    return "sk-proj-" + _s(rng, B64U, 74) + "T3BlbkFJ" + _s(rng, B64U, 74)


def _basic(rng: random.Random) -> str:
    user = rng.choice(["admin", "deploy", "svc_report", "lab", "ci-bot"])
    return _b64(f"{user}:{_pw('pw_conn')(rng)}".encode())


GENERATORS: dict[str, Callable[[random.Random], str]] = {k: _pw(k) for k in PW_SYMBOLS}
GENERATORS.update(
    {
        # --- generic -----------------------------------------------------------
        "hex32": lambda r: _s(r, HEX, 32),
        "hex40": lambda r: _s(r, HEX, 40),
        "hex64": lambda r: _s(r, HEX, 64),
        "hex128": lambda r: _s(r, HEX, 128),
        "alnum24": lambda r: _s(r, ALNUM, 24),
        "alnum32": lambda r: _s(r, ALNUM, 32),
        "alnum40": lambda r: _s(r, ALNUM, 40),
        "b64url43": lambda r: _b64u(_bytes(r, 32)),
        "b64_32": lambda r: _b64(_bytes(r, 32)),
        "b64pw": lambda r: _b64(_pw("pw_sq")(r).encode()),
        "basic": _basic,
        "kubeadm": lambda r: f"{_s(r, LOWNUM, 6)}.{_s(r, LOWNUM, 16)}",
        "totp": lambda r: _s(r, B32, 32),
        "backup_code": lambda r: f"{_s(r, LOWNUM, 5)}-{_s(r, LOWNUM, 5)}",
        "mnemonic": lambda r: " ".join(r.choice(MNEMONIC) for _ in range(12)),
        "jwt": _jwt,
        "jwt_rs": _jwt_rs,
        "fernet": lambda r: base64.urlsafe_b64encode(_bytes(r, 32)).decode(),
        "django": lambda r: _s(r, LOWNUM + "!@#%^&*(-_=+)", 50),
        "django_startproject": lambda r: (
            "django-insecure-" + _s(r, LOWNUM + "!@#%^&*(-_=+)", 50)
        ),
        "laravel": lambda r: "base64:" + _b64(_bytes(r, 32)),
        "eth_key": lambda r: "0x" + _s(r, HEX, 64),
        "wireguard": lambda r: _b64(_bytes(r, 32)),
        "age": lambda r: "AGE-SECRET-KEY-1" + _s(r, BECH32UP, 58),
        # --- private keys ------------------------------------------------------
        "pem_rsa": _pem_rsa,
        "pem_ec": _pem_ec,
        "pem_pkcs8": _pem_pkcs8,
        "pem_openssh": _pem_openssh,
        "pem_pgp": _pem_pgp,
        "pem_indent4": lambda r: _pem_rsa(r).replace("\n", "\n    "),
        "pem_escaped": lambda r: _pem_pkcs8(r).replace("\n", "\\n") + "\\n",
        "pem_b64line": _pem_b64line,
        # --- vendors -----------------------------------------------------------
        "aws_secret": lambda r: _s(r, B64, 40),
        "aws_session": lambda r: "IQoJb3JpZ2luX2VjE" + _s(r, B64, 380) + "==",
        "github_pat": lambda r: "ghp_" + _s(r, ALNUM, 36),
        "github_fine": lambda r: (
            "github_pat_" + _s(r, ALNUM, 22) + "_" + _s(r, ALNUM, 59)
        ),
        "github_oauth": lambda r: "gho_" + _s(r, ALNUM, 36),
        "github_user": lambda r: "ghu_" + _s(r, ALNUM, 36),
        "github_server": lambda r: "ghs_" + _s(r, ALNUM, 36),
        "github_refresh": lambda r: "ghr_" + _s(r, ALNUM, 76),
        "gitlab_pat": lambda r: "glpat-" + _s(r, B64U, 20),
        "gitlab_routable": lambda r: (
            "glpat-" + _s(r, B64U, 27) + ".01." + _s(r, LOWNUM, 9)
        ),
        "gitlab_deploy": lambda r: "gldt-" + _s(r, B64U, 20),
        "gitlab_runner": lambda r: "glrt-" + _s(r, B64U, 20),
        "gitlab_trigger": lambda r: "glptt-" + _s(r, HEX, 40),
        "gitlab_runner_reg": lambda r: "GR1348941" + _s(r, B64U, 20),
        "bitbucket_app": lambda r: "ATBB" + _s(r, ALNUM, 24) + _s(r, HEXUP, 8),
        "atlassian_api": lambda r: (
            "ATATT3xFfGF0" + _s(r, B64U, 171) + "=" + _s(r, HEXUP, 8)
        ),
        "slack_bot": lambda r: (
            f"xoxb-{_s(r, '123456789', 1)}{_s(r, DIGIT, 11)}"
            f"-{_s(r, '123456789', 1)}{_s(r, DIGIT, 12)}-{_s(r, ALNUM, 24)}"
        ),
        "slack_user": _slack_user,
        "slack_app": lambda r: (
            f"xapp-1-A0{_s(r, UPNUM, 9)}-{_s(r, '123456789', 1)}{_s(r, DIGIT, 12)}-{_s(r, HEX, 64)}"
        ),
        "slack_hook": lambda r: (
            f"T0{_s(r, UPNUM, 9)}/B0{_s(r, UPNUM, 9)}/{_s(r, ALNUM, 24)}"
        ),
        "stripe_live": lambda r: "sk_live_51" + _s(r, ALNUM, 97),
        "stripe_short": lambda r: "sk_live_" + _s(r, ALNUM, 24),
        "stripe_restricted": lambda r: "rk_live_51" + _s(r, ALNUM, 97),
        "stripe_webhook": lambda r: "whsec_" + _s(r, ALNUM, 32),
        "google_api": lambda r: "AIza" + "Sy" + _s(r, B64U, 33),
        "google_refresh": lambda r: "1//0" + _s(r, DIGIT, 1) + _s(r, B64U, 98),
        "google_client_secret": lambda r: "GOCSPX-" + _s(r, B64U, 28),
        "google_access": lambda r: "ya29.a0" + _s(r, B64U, 160),
        "discord_bot": _discord_bot,
        "discord_hook": lambda r: _s(r, B64U, 68),
        "square_access": lambda r: "EAAA" + "E" + _s(r, B64U, 59),
        "square_secret": lambda r: "sq0csp-" + _s(r, B64U, 43),
        "braintree": lambda r: (
            f"access_token$production${_s(r, LOWNUM, 16)}${_s(r, HEX, 32)}"
        ),
        "twilio_key": lambda r: "SK" + _s(r, HEX, 32),
        "sendgrid": lambda r: f"SG.{_s(r, B64U, 22)}.{_s(r, B64U, 43)}",
        "resend": lambda r: f"re_{_s(r, ALNUM, 8)}_{_s(r, ALNUM, 24)}",
        "mailgun": lambda r: "key-" + _s(r, HEX, 32),
        "mailchimp": lambda r: f"{_s(r, HEX, 32)}-us{r.randint(1, 21)}",
        "brevo": lambda r: f"xkeysib-{_s(r, HEX, 64)}-{_s(r, ALNUM, 16)}",
        "postmark": _uuid,
        "azdo_old": lambda r: _s(r, LOWER + "234567", 52),
        "azdo_new": lambda r: (
            _s(r, ALNUM, 52)
            + "JQQJ99"
            + "BCAC"
            + _s(r, ALNUM, 14)
            + "AZDO"
            + _s(r, ALNUM, 4)
        ),
        "azure_storage": lambda r: _b64(_bytes(r, 64)),
        "azure_sas_sig": lambda r: (
            base64.b64encode(_bytes(r, 32))
            .decode()
            .replace("+", "%2B")
            .replace("/", "%2F")
            .replace("=", "%3D")
        ),
        "azure_client": lambda r: (
            _s(r, ALNUM, 3)
            + _s(r, DIGIT, 1)
            + "Q~"
            + _s(r, ALNUM + "-_.~", 33)
            + _s(r, ALNUM, 1)
        ),
        "servicebus": lambda r: _b64(_bytes(r, 32)),
        "netlify": lambda r: "nfp_" + _s(r, ALNUM, 36),
        "neon": lambda r: "napi_" + _s(r, LOWNUM, 64),
        "neon_role": lambda r: "npg_" + _s(r, ALNUM, 12),
        "airtable": lambda r: f"pat{_s(r, ALNUM, 14)}.{_s(r, HEX, 64)}",
        "asana": lambda r: (
            f"2/{_s(r, '123456789', 1)}{_s(r, DIGIT, 15)}/{_s(r, '123456789', 1)}{_s(r, DIGIT, 15)}:{_s(r, HEX, 32)}"
        ),
        "mapbox": _mapbox,
        "sonar": lambda r: r.choice(["squ_", "sqp_", "sqa_"]) + _s(r, HEX, 40),
        "elevenlabs": lambda r: "sk_" + _s(r, HEX, 48),
        "langsmith": lambda r: (
            f"lsv2_{r.choice(['pt', 'sk'])}_{_s(r, HEX, 32)}_{_s(r, HEX, 10)}"
        ),
        "langfuse": lambda r: "sk-lf-" + _uuid(r),
        "pinecone": lambda r: f"pcsk_{_s(r, ALNUM, 6)}_{_s(r, ALNUM, 63)}",
        "jina": lambda r: f"jina_{_s(r, HEX, 32)}{_s(r, B64U, 27)}{_s(r, ALNUM, 1)}",
        "firecrawl": lambda r: "fc-" + _s(r, HEX, 32),
        "tavily": lambda r: r.choice(["tvly-", "tvly-dev-"]) + _s(r, ALNUM, 32),
        "e2b": lambda r: "e2b_" + _s(r, HEX, 40),
        "posthog": lambda r: "phx_" + _s(r, ALNUM, 43),
        "contentful": lambda r: "CFPAT-" + _s(r, B64U, 42) + _s(r, ALNUM, 1),
        "okta": lambda r: "00" + _s(r, B64U, 39) + _s(r, ALNUM, 1),
        "tailscale": lambda r: (
            f"tskey-{r.choice(['auth', 'api'])}-k{_s(r, ALNUM, 11)}CNTRL-{_s(r, ALNUM, 32)}"
        ),
        "openai": lambda r: "sk-" + _s(r, ALNUM, 20) + "T3BlbkFJ" + _s(r, ALNUM, 20),
        "openai_proj": _openai_proj,
        "anthropic": lambda r: "sk-ant-api03-" + _s(r, B64U, 93) + "AA",
        "anthropic_oat": lambda r: "sk-ant-oat01-" + _s(r, B64U, 93) + "AA",
        "huggingface": lambda r: "hf_" + _s(r, LOWER + UPPER, 34),
        "groq": lambda r: "gsk_" + _s(r, ALNUM, 52),
        "xai": lambda r: "xai-" + _s(r, ALNUM, 80),
        "replicate": lambda r: "r8_" + _s(r, ALNUM, 37),
        "perplexity": lambda r: "pplx-" + _s(r, ALNUM, 48),
        "openrouter": lambda r: "sk-or-v1-" + _s(r, HEX, 64),
        "deepseek": lambda r: "sk-" + _s(r, HEX, 32),
        "nvidia": lambda r: "nvapi-" + _s(r, B64U, 63) + _s(r, ALNUM, 1),
        "npm": lambda r: "npm_" + _s(r, ALNUM, 36),
        "pypi": lambda r: "pypi-AgEIcHlwaS5vcmcCJ" + _s(r, B64U, 150) + _s(r, ALNUM, 1),
        "rubygems": lambda r: "rubygems_" + _s(r, HEX, 48),
        "crates": lambda r: "cio" + _s(r, ALNUM, 32),
        "nuget": lambda r: "oy2" + _s(r, LOWNUM, 43),
        "dockerhub": lambda r: "dckr_pat_" + _s(r, B64U, 26) + _s(r, ALNUM, 1),
        "digitalocean": lambda r: "dop_v1_" + _s(r, HEX, 64),
        "heroku": lambda r: "HRKU-AA" + _s(r, B64U, 57) + _s(r, ALNUM, 1),
        "heroku_uuid": _uuid,
        "cloudflare": lambda r: _s(r, ALNUM, 1) + _s(r, B64U, 38) + _s(r, ALNUM, 1),
        "cloudflare_global": lambda r: _s(r, HEX, 37),
        "cloudflare_ca": lambda r: f"v1.0-{_s(r, HEX, 24)}-{_s(r, HEX, 146)}",
        "datadog_api": lambda r: _s(r, HEX, 32),
        "datadog_app": lambda r: _s(r, HEX, 40),
        "newrelic": lambda r: "NRAK-" + _s(r, UPNUM, 27),
        "newrelic_license": lambda r: _s(r, HEX, 36) + "NRAL",
        "sentry_org": _sentry_org,
        "sentry_user": lambda r: "sntryu_" + _s(r, HEX, 64),
        "linear": lambda r: "lin_api_" + _s(r, ALNUM, 40),
        "notion": lambda r: "ntn_" + _s(r, DIGIT, 11) + _s(r, ALNUM, 35),
        "notion_old": lambda r: "secret_" + _s(r, ALNUM, 43),
        "figma": lambda r: "figd_" + _s(r, B64U, 39) + _s(r, ALNUM, 1),
        "shopify": lambda r: "shpat_" + _s(r, HEX, 32),
        "shopify_secret": lambda r: "shpss_" + _s(r, HEX, 32),
        "vercel": lambda r: _s(r, ALNUM, 24),
        "vercel_blob": lambda r: (
            f"vercel_blob_rw_{_s(r, ALNUM, 16)}_{_s(r, ALNUM, 30)}"
        ),
        "supabase_pat": lambda r: "sbp_" + _s(r, HEX, 40),
        "supabase_secret": lambda r: (
            f"sb_secret_{_s(r, B64U, 21)}{_s(r, ALNUM, 1)}_{_s(r, ALNUM, 8)}"
        ),
        "planetscale": lambda r: "pscale_tkn_" + _s(r, B64U, 42) + _s(r, ALNUM, 1),
        "planetscale_pw": lambda r: "pscale_pw_" + _s(r, B64U, 42) + _s(r, ALNUM, 1),
        "doppler": lambda r: "dp.pt." + _s(r, ALNUM, 43),
        "doppler_service": lambda r: "dp.st.prd." + _s(r, ALNUM, 43),
        "vault": lambda r: "hvs.CAESI" + _s(r, B64U, 89) + _s(r, ALNUM, 1),
        "vault_short": lambda r: "hvs." + _s(r, ALNUM, 24),
        "vault_old": lambda r: "s." + _s(r, ALNUM, 24),
        "op_service": _op_service,
        "op_secret_key": _op_secret_key,
        "tfcloud": lambda r: f"{_s(r, ALNUM, 14)}.atlasv1.{_s(r, ALNUM, 67)}",
        "pulumi": lambda r: "pul-" + _s(r, HEX, 40),
        "databricks": lambda r: "dapi" + _s(r, HEX, 32),
        "grafana": lambda r: f"glsa_{_s(r, ALNUM, 32)}_{_s(r, HEX, 8)}",
        "postman": lambda r: f"PMAK-{_s(r, HEX, 24)}-{_s(r, HEX, 34)}",
        "flyio": lambda r: "fm2_" + _s(r, B64, 200),
        "telegram": lambda r: (
            f"{_s(r, '56789', 1)}{_s(r, DIGIT, 9)}:AA{_s(r, B64U, 32)}{_s(r, ALNUM, 1)}"
        ),
        "facebook": lambda r: "EAA" + _s(r, ALNUM, 180),
        "dropbox": lambda r: "sl.u." + _s(r, B64U, 137) + _s(r, ALNUM, 1),
        "jfrog": lambda r: "AKCp8" + _s(r, ALNUM, 68),
        "buildkite": lambda r: "bkua_" + _s(r, HEX, 40),
        "circleci": lambda r: f"CCIPAT_{_s(r, ALNUM, 22)}_{_s(r, HEX, 40)}",
        "launchdarkly": lambda r: "sdk-" + _uuid(r),
        "dynatrace": lambda r: f"dt0c01.{_s(r, B32, 24)}.{_s(r, B32, 64)}",
        "openshift": lambda r: "sha256~" + _s(r, B64U, 42) + _s(r, ALNUM, 1),
        "typeform": lambda r: f"tfp_{_s(r, ALNUM, 44)}_{_s(r, ALNUM, 14)}",
        "sourcegraph": lambda r: f"sgp_{_s(r, HEX, 16)}_{_s(r, HEX, 40)}",
        "prefect": lambda r: "pnu_" + _s(r, LOWNUM, 36),
        "octopus": lambda r: "API-" + _s(r, UPNUM, 30),
        "adafruit": lambda r: "aio_" + _s(r, ALNUM, 28),
        "flutterwave": lambda r: "FLWSECK-" + _s(r, HEX, 32) + "-X",
        "alibaba": lambda r: _s(r, ALNUM, 30),
        "harness": lambda r: (
            f"pat.{_s(r, ALNUM, 22)}.{_s(r, HEX, 24)}.{_s(r, ALNUM, 20)}"
        ),
        "wakatime": lambda r: "waka_" + _uuid(r),
        "voyage": lambda r: "pa-" + _s(r, B64U, 42) + _s(r, ALNUM, 1),
    }
)


def make(kind: str, rng: random.Random) -> str:
    """A random secret of that kind."""
    return GENERATORS[kind](rng)
