"""Random secrets of the kinds that forms.jsonl names, as the second reader drew them: `make(kind, rng)`."""

import base64
import json
import random
import re
import string
import struct
import uuid
import zlib

_W = string.ascii_letters + string.digits
_SETS = {
    "w": _W,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "d": string.digits,
    "u": _W + "-_",
    "l": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + string.digits,
    "b": _W + "+/",
    "a": string.ascii_lowercase,
    "A": string.ascii_uppercase,
    "3": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "5": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "q": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "k": "23456789ABCDEFGHJKLMNPQRSTVWXYZ",
}
_WORDS = """amber anchor apple autumn badger banana barley basket beacon birch blanket blue bottle
bramble bridge bucket butter cactus camel candle canyon carpet castle cedar cherry clover cobalt
coffee copper coral cotton crane cricket dolphin dragon eagle ember falcon feather fern fiddle
flint forest fossil galaxy garden ginger granite guitar hammer harbor hazel heron honey island
ivory jacket jasmine jungle kestrel kettle ladder lamp lantern lemon lilac lobster magnet maple
marble meadow mellow monkey mustard nectar noodle north ocean olive onion orchid otter paddle
panther paper parrot pebble pepper pickle pigeon planet plum pocket puffin puzzle quartz rabbit
raven ribbon river rocket saddle salmon sapphire shadow silver sparrow spider spring squirrel
summer sunset teapot thunder tiger timber tomato tractor tulip tuesday turtle umbrella valley
velvet violet walnut walrus whisper willow window winter wizard yellow zebra zeppelin""".split()
_LINK = ["on", "under", "and", "over", "with", "for"]
_INTL = """sommer herbst winter kaffee schmetterling bahnhof fahrrad papillon soleil montagne
fromage baguette chocolat verano tortuga mariposa naranja girasol cachorro abacaxi saudade
primavera montagna gelato farfalla fiets stroopwafel sneeuw kanelbulle fjord skog elgen
talvi sauna mustikka zima wiosna pierogi jablko knedlik paprika balaton balkan rakija kebap
deniz bahar kopi rambutan sakura ninja tanuki kimchi hanguk pho saigon lietus gintaras""".split()
_BIP = """abandon ability absorb acid across actor adapt advice afraid agent alarm album alley amazing
anchor ancient animal apology arch arctic armor arrow artist aspect atom attend august aunt autumn
avocado axis bacon badge balance bamboo banner bargain basket beach become behave bench betray
bicycle blanket bless blossom border bounce bracket brave breeze bridge bronze bubble budget buffalo
cabbage cactus camera canvas captain carbon cargo catalog cattle ceiling cereal chapter cherry
chimney chronic cinnamon circle citizen clarify cliff clinic cloth coconut column copper coral
cotton cousin cradle cricket crystal cushion dolphin donkey eagle elbow""".split()


def _chars(rng, alphabet, n):
    return "".join(rng.choice(alphabet) for _ in range(n))


def _style_mixed(rng, sym, lo=10, hi=18):
    n = rng.randint(lo, hi)
    body = [
        rng.choice(string.ascii_lowercase),
        rng.choice(string.ascii_uppercase),
        rng.choice(string.digits),
        rng.choice(sym),
        rng.choice(sym),
    ]
    body += [rng.choice(_W + sym) for _ in range(n - 7)]
    rng.shuffle(body)
    return rng.choice(string.ascii_letters) + "".join(body) + rng.choice(_W)


def _style_hyphen(rng, words):
    ws = rng.sample(words, rng.choice([3, 3, 4]))
    if rng.random() < 0.4:
        ws.insert(2, rng.choice(_LINK))
    if rng.random() < 0.3:
        ws.append(str(rng.randint(10, 999)))
    return "-".join(ws)


def _style_worddigits(rng, words):
    w = rng.choice(words)
    if rng.random() < 0.3:
        w += rng.choice(words)
    return w + _chars(rng, string.digits, rng.choice([2, 3, 4, 4]) if len(w) > 5 else 4)


def _style_capyear(rng, words, end):
    w = rng.choice(words).capitalize()
    if len(w) < 6 or rng.random() < 0.2:
        w += rng.choice(words).capitalize()
    sep = rng.choice(["", "", "", "-", "_"])
    return w + sep + str(rng.randint(1998, 2026)) + rng.choice(end)


def _style_b62(rng):
    n = rng.randint(10, 24)
    while True:
        s = _chars(rng, _W, n)
        if (
            any(c.isdigit() for c in s)
            and any(c.isupper() for c in s)
            and any(c.islower() for c in s)
        ):
            return s


_PW = {
    "pw": ("!@#$%^&*-_+=?~", "!!!?#$*%"),  # in prose
    "pw_sh": ("@+=_-.", "+@_"),  # bare shell word, cmd, cron, systemd
    "pw_url": ("-_.~!*", "!*~"),  # userinfo of a URL
    "pw_env": ("!@%^*-_+=?~.", "!!@*?"),  # KEY=value, unquoted YAML, INI
    "pw_q": ("!@#$%^&*()-_=+[]{};:,.?~<>/|", "!!#$%&?)"),  # JSON, YAML, single quotes
    "pw_dq": ("@#%^*()-_=+[];:,.?~", "#%*?@"),  # double quotes where $ and ! expand
    "pw_xml": ("!@#$%^*()-_=+;:,.?~", "!!#$*"),
    "pw_intl": ("!@#$%*-_+=?", "!!?#$"),
}


def _password(rng, kind):
    sym, end = _PW[kind]
    words = _INTL if kind == "pw_intl" else _WORDS
    style = rng.randrange(5)
    if style == 0:
        s = _style_mixed(rng, sym)
        if kind == "pw_url" and rng.random() < 0.4:  # percent-encoded
            i = rng.randint(3, len(s) - 3)
            s = s[:i] + rng.choice(["%40", "%21", "%23", "%2F", "%24"]) + s[i:]
        return s
    if style == 1:
        return _style_hyphen(rng, words)
    if style == 2:
        return _style_worddigits(rng, words)
    if style == 3:
        return _style_capyear(rng, words, end)
    return _style_b62(rng)


_PAT = {
    "github_classic": "ghp_<c36>",
    "github_fine": "github_pat_<w22>_<w59>",
    "github_app": "ghs_<c36>",
    "github_oauth": "gho_<c36>",
    "gitlab_pat": "glpat-<u20>",
    "gitlab_runner": "glrt-<u20>",
    "gitlab_deploy": "gldt-<u20>",
    "slack_bot": "xoxb-<d12>-<d13>-<w24>",
    "slack_user": "xoxp-<d12>-<d12>-<d13>-<h32>",
    "slack_app": "xapp-1-A<U10>-<d13>-<h64>",
    "slack_hook": "<w24>",
    "stripe_live": "sk_live_51<w97>",
    "stripe_restricted": "rk_live_51<w97>",
    "stripe_whsec": "whsec_<w32>",
    "google_api": "AIza<u35>",
    "google_oauth_secret": "GOCSPX-<u28>",
    "google_refresh": "1//0<u100>",
    "google_access": "ya29.a0<u180>",
    "openai": "sk-proj-<u74>T3BlbkFJ<u74>",
    "openai_old": "sk-<w20>T3BlbkFJ<w20>",
    "anthropic": "sk-ant-api03-<u93>AA",
    "hf": "hf_<a17><A17>",
    "npm": "npm_<c36>",
    "pypi": "pypi-AgEIcHlwaS5vcmc<u140-170>",
    "sendgrid": "SG.<u22>.<u43>",
    "mailgun": "key-<h32>",
    "mailchimp": "<h32>-us<d1>",
    "twilio": "<h32>",
    "digitalocean": "dop_v1_<h64>",
    "shopify": "shpat_<h32>",
    "square": "sq0csp-<u43>",
    "square_access": "EAAA<u60>",
    "braintree": "access_token$production$<l16>$<h32>",
    "newrelic": "NRAK-<U27>",
    "sentry_user": "sntryu_<h64>",
    "grafana_sa": "glsa_<w32>_<h8>",
    "planetscale": "pscale_tkn_<u43>",
    "planetscale_pw": "pscale_pw_<u43>",
    "linear": "lin_api_<w40>",
    "notion": "secret_<w43>",
    "notion_new": "ntn_<d11><w35>",
    "figma": "figd_<u40>",
    "atlassian": "ATATT3xFfGF0<u170>=<H8>",
    "bitbucket": "ATBB<w24><H8>",
    "dockerhub": "dckr_pat_<u27>",
    "doppler": "dp.pt.<w43>",
    "vault": "hvs.<u92>",
    "vault_unseal": "<B32>",
    "tfc": "<w14>.atlasv1.<u67>",
    "pulumi": "pul-<h40>",
    "databricks": "dapi<h32>",
    "heroku": "HRKU-AA<u58>",
    "flyio": "fo1_<u43>",
    "netlify": "nfp_<w36>",
    "vercel": "<w24>",
    "supabase": "sbp_<h40>",
    "supabase_secret": "sb_secret_<u22>_<u8>",
    "cloudflare": "<u40>",
    "cloudflare_ca": "v1.0-<h24>-<h146>",
    "telegram": "<d10>:AA<u33>",
    "facebook": "EAA<w180>",
    "twitter": "AAAAAAAAAAAAAAAAAAAAA<w22>%3D<w58>",
    "launchdarkly": "sdk-<g>",
    "postman": "PMAK-<h24>-<h34>",
    "rubygems": "rubygems_<h48>",
    "crates": "cio<w32>",
    "nuget": "oy2<l43>",
    "artifactory": "AKCp8<w68>",
    "sonar": "sqp_<h40>",
    "circleci": "CCIPAT_<w22>_<h40>",
    "buildkite": "bkua_<h40>",
    "airtable": "pat<w14>.<h64>",
    "asana": "1/<d16>:<h32>",
    "dropbox": "sl.B<u135>",
    "contentful": "CFPAT-<u43>",
    "pagerduty": "u+<u18>",
    "replicate": "r8_<w37>",
    "groq": "gsk_<w52>",
    "perplexity": "pplx-<w48>",
    "xai": "xai-<w80>",
    "tailscale": "tskey-auth-k<w10>CNTRL-<w32>",
    "prefect": "pnu_<w36>",
    "brevo": "xkeysib-<h64>-<w16>",
    "resend": "re_<w8>_<w24>",
    "easypost": "EZAK<w54>",
    "shippo": "shippo_live_<h40>",
    "duffel": "duffel_live_<u43>",
    "plaid": "access-production-<g>",
    "paystack": "sk_live_<h40>",
    "flutterwave": "FLWSECK-<h32>-X",
    "adafruit": "aio_<w28>",
    "typeform": "tfp_<u44>_<u14>",
    "readme": "rdme_<l70>",
    "frameio": "fio-u-<u64>",
    "clojars": "CLOJARS_<h60>",
    "azure_ad": "<w3>8Q~<w34>",
    "azure_devops": "<l52>",
    "azure_storage": "<B64>",
    "alibaba": "<w30>",
    "tencent": "<w32>",
    "yandex": "AQVN<u35>",
    "dynatrace": "dt0c01.<U24>.<U64>",
    "okta": "00<u40>",
    "hubspot": "pat-na1-<g>",
    "posthog": "phx_<w43>",
    "pinecone": "pcsk_<w6>_<w63>",
    "langsmith": "lsv2_pt_<h32>_<h10>",
    "elevenlabs": "sk_<h48>",
    "render": "rnd_<w32>",
    "neon": "napi_<l64>",
    "infracost": "ico-<w32>",
    "scalingo": "tk-us-<u48>",
    "sourcegraph": "sgp_<h16>_<h40>",
    "beamer": "b_<u44>",
    "onepassword": "A3-<k6>-<k6>-<k5>-<k5>-<k5>-<k5>",
    "lob": "live_<h35>",
    "rapidapi": "<h10>msh<h15>p1<h6>jsn<h12>",
    "digicert": "<U40>",
    "honeycomb": "hcaik_01<l56>",
    "together": "tgp_v1_<u43>",
    "openrouter": "sk-or-v1-<h64>",
    "zapier_hook": "<d8>/<l7>",
    "aws_secret": "<b40>",
    "aws_session": "IQoJb3JpZ2luX2Vj<b300>=",
    "datadog": "<h32>",
    "datadog_app": "<h40>",
    "hex32": "<h32>",
    "hex40": "<h40>",
    "hex64": "<h64>",
    "hex128": "<h128>",
    "b62_32": "<w32>",
    "b62_48": "<w48>",
    "b64_32": "<B32>",
    "b64_48": "<b64>",
    "b64url_43": "<u43>",
    "uuid": "<g>",
    "wireguard": "<B32>",
    "age": "AGE-SECRET-KEY-1<q58>",
    "totp": "<332>",
    "totp16": "<316>",
    "recovery": "<l5>-<l5>",
    "discord_hook": "<u68>",
    "teams_hook": "<h32>/<g>",
    "jenkins": "11<h32>",
    "license5": "<k5>-<k5>-<k5>-<k5>-<k5>",
    "pin6": "<d6>",
    "pin8": "<d8>",
    "app_pw": "<a4>-<a4>-<a4>-<a4>",
    "sessionid": "<l32>",
    "phpsess": "<l26>",
    "sigv4": "<h64>",
    "sas_sig": "<w20>%2B<w21>%3D",
    "gcs_sig": "<h512>",
    "asp_machine": "<H128>",
    "rails_master": "<h32>",
    "laravel": "base64:<B32>",
    "ansible_vault_pw": "<w28>",
    "wp_salt": "<w64>",
    "community": "<w10>",
    "k3s": "K10<h64>::server:<h32>",
    "kubeadm": "<l6>.<l16>",
    "swarm": "SWMTKN-1-<l50>-<l25>",
    "consul": "<g>",
    "docker_auth_hex": "<h64>",
    "bitcoin_wif": "K<551>",
    "eth_key": "0x<h64>",
    "csrf_secret": "<w50>",
    "oauth_code": "4/0A<u70>",
    "opaque40": "<w40>",
}
_PAT_RE = re.compile(r"<(?:(g)|(.)(\d+)(?:-(\d+))?)>")


def _pattern(rng, pat):
    def sub(m):
        if m.group(1):
            return str(uuid.UUID(int=rng.getrandbits(128), version=4))
        lo = int(m.group(3))
        n = rng.randint(lo, int(m.group(4))) if m.group(4) else lo
        if m.group(2) == "B":
            return _b64(_bytes(rng, n))
        if m.group(2) == "c":
            body, tail = _chars(rng, _W, n - 6), ""
            crc = zlib.crc32(body.encode())
            for _ in range(6):
                crc, d = divmod(crc, 62)
                tail = (
                    string.digits + string.ascii_uppercase + string.ascii_lowercase
                )[d] + tail
            return body + tail
        return _chars(rng, _SETS[m.group(2)], n)

    return _PAT_RE.sub(sub, pat)


def _bytes(rng, n):
    return bytes(rng.getrandbits(8) for _ in range(n))


def _b64(raw):
    return base64.b64encode(raw).decode()


def _b64u(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _wrap(s, n, sep="\n"):
    return sep.join(s[i : i + n] for i in range(0, len(s), n))


def _rsa_der(rng):
    return bytes.fromhex("308204a40201000282010100") + _bytes(rng, 1180)


def _pkcs8_der(rng):
    return bytes.fromhex(
        "308204be020100300d06092a864886f70d0101010500048204a8"
    ) + _rsa_der(rng)


def _ec_der(rng):
    return (
        bytes.fromhex("30770201010420")
        + _bytes(rng, 32)
        + bytes.fromhex("a00a06082a8648ce3d030107a14403420004")
        + _bytes(rng, 64)
    )


def _openssh_raw(rng):
    def s(b):
        return struct.pack(">I", len(b)) + b

    pub, seed, chk = _bytes(rng, 32), _bytes(rng, 32), _bytes(rng, 4)
    pubblob = s(b"ssh-ed25519") + s(pub)
    priv = chk + chk + s(b"ssh-ed25519") + s(pub) + s(seed + pub) + s(b"deploy@ci")
    priv += bytes(range(1, 8))[: -len(priv) % 8]
    return (
        b"openssh-key-v1\0"
        + s(b"none")
        + s(b"none")
        + s(b"")
        + struct.pack(">I", 1)
        + s(pubblob)
        + s(priv)
    )


def _jwt(rng):
    head = rng.choice(
        [
            {"alg": "HS256", "typ": "JWT"},
            {"alg": "RS256", "typ": "JWT", "kid": _chars(rng, _SETS["h"], 8)},
        ]
    )
    iat = rng.randint(1690000000, 1760000000)
    body = {
        "sub": str(rng.randint(1000, 99999)),
        "role": rng.choice(["admin", "service", "user"]),
        "iat": iat,
        "exp": iat + 86400 * 365,
    }
    sig = _bytes(rng, 32 if head["alg"] == "HS256" else 256)
    return (
        ".".join(
            _b64u(json.dumps(p, separators=(",", ":")).encode()) for p in (head, body)
        )
        + "."
        + _b64u(sig)
    )


def _plain_pw(rng):
    return _password(rng, "pw_sh")


def _mapbox(rng):
    p = json.dumps(
        {"u": rng.choice(_WORDS) + "maps", "a": "c" + _chars(rng, _SETS["l"], 24)},
        separators=(",", ":"),
    )
    return "sk." + _b64u(p.encode()) + "." + _chars(rng, _SETS["u"], 22)


def _discord_bot(rng):
    uid = str(rng.randint(10**17, 10**18 - 1)).encode()
    return (
        _b64u(uid)
        + "."
        + _chars(rng, _SETS["u"], 6)
        + "."
        + _chars(rng, _SETS["u"], 38)
    )


def _onepassword_sa(rng):
    p = {
        "signInAddress": "acme.1password.com",
        "email": _chars(rng, _SETS["l"], 13) + "@1passwordserviceaccounts.com",
        "muk": {"alg": "A256GCM", "k": _b64u(_bytes(rng, 32)), "kty": "oct"},
        "secretKey": _pattern(rng, _PAT["onepassword"]),
    }
    return "ops_" + _b64u(json.dumps(p, separators=(",", ":")).encode())


def _intercom(rng):
    return _b64(
        (
            "tok:"
            + _chars(rng, _SETS["h"], 8)
            + "_"
            + _chars(rng, _SETS["h"], 4)
            + "_"
            + _chars(rng, _SETS["h"], 26)
        ).encode()
        + b":1:0"
    )


_FUNC = {
    "phrase": lambda r: " ".join(
        r.sample(_WORDS, r.choice([4, 5, 6]))
    ),  # only inside quotes
    "mnemonic12": lambda r: " ".join(r.choice(_BIP) for _ in range(12)),
    "mnemonic24": lambda r: " ".join(r.choice(_BIP) for _ in range(24)),
    "recovery_line": lambda r: " ".join(_pattern(r, "<l5>-<l5>") for _ in range(6)),
    "recovery_lines": lambda r: "\n".join(_pattern(r, "<d4> <d4>") for _ in range(6)),
    "rsa_body": lambda r: _wrap(_b64(_rsa_der(r)), 64),
    "pkcs8_body": lambda r: _wrap(_b64(_pkcs8_der(r)), 64),
    "pkcs8_body_escaped": lambda r: _wrap(_b64(_pkcs8_der(r)), 64, "\\n"),
    "rsa_body_indent4": lambda r: _wrap(_b64(_rsa_der(r)), 64, "\n    "),
    "ec_body": lambda r: _wrap(_b64(_ec_der(r)), 64),
    "openssh_body": lambda r: _wrap(_b64(_openssh_raw(r)), 70),
    "pem_oneline_b64": lambda r: _b64(
        (
            "-----BEGIN RSA PRIVATE KEY-----\n"
            + _wrap(_b64(_rsa_der(r)), 64)
            + "\n-----END RSA PRIVATE KEY-----\n"
        ).encode()
    ),
    "pgp_body": lambda r: (
        _wrap("lQOYB" + _chars(r, _SETS["b"], 1275), 64)
        + "\n="
        + _chars(r, _SETS["b"], 4)
    ),
    "putty_body": lambda r: _wrap(_b64(_bytes(r, 36)), 64),
    "pfx_b64": lambda r: "MII" + _chars(r, _SETS["b"], 1997),
    "jwt": _jwt,
    "basic_b64": lambda r: _b64(
        (r.choice(["admin", "deploy", "svc-ci", "api"]) + ":" + _plain_pw(r)).encode()
    ),
    "b64pw": lambda r: _b64(_plain_pw(r).encode()),
    "mapbox": _mapbox,
    "discord_bot": _discord_bot,
    "onepassword_sa": _onepassword_sa,
    "intercom": _intercom,
}
KINDS = sorted(set(_PW) | set(_PAT) | set(_FUNC))


def make(kind: str, rng: random.Random) -> str:
    if kind in _PW:
        return _password(rng, kind)
    if kind in _FUNC:
        return _FUNC[kind](rng)
    return _pattern(rng, _PAT[kind])


def _uuid(s):
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, s))
