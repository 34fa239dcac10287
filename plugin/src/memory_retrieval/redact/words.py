"""The words that say "the value here is a secret", by language, what the words around them are, and their patterns.

A stem matches at the beginning of a word, with up to six further letters: inflections and suffixed articles.
A pattern is compiled when a text first needs it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

PASSWORD = {
    "Arabic, Persian, Urdu": (
        "كلمة المرور|كلمة مرور|كلمة السر|كلمة سر|الرقم السري|كلمه السر|كلمه المرور|رمز المرور|رمز الدخول|"
        "رمز عبور|رمز ورود|کلمه عبور|گذرواژه|پسورد|پاس ورڈ"
    ),
    "Armenian, Georgian": "գաղտնաբառ|պաროლი|პაროლ",
    "Basque, Catalan, Galician": "pasahitz|contrasenya|contrasinal|clau de pas",
    "Bengali, Hindi, Tamil": (
        "পাসওয়ার্ড|পাসওয়ার্ড|कूटशब्द|संकेतशब्द|මුරපදය|गुप्त शब्द|पासवर्ड|கடவுச்சொல்|పాస్‌వర్డ్|പാസ്‌വേഡ്|પાસવર્ડ|ਪਾਸਵਰਡ"
    ),
    "Chinese": "密码|密碼|通行碼|通行码|口令|暗号|登录码",
    "Croatian, Serbian, Slovenian": "lozink|šifr|sifra|geslo|gesla|zaporka|лозинк|шифр",
    "Czech, Slovak": "hesl|přístupový kód",
    "Danish, Norwegian, Swedish": "adgangskode|adgangsord|kodeord|passord|løsenord|lösenord|lösen",
    "Dutch, Afrikaans": "wachtwoord|paswoord|wagwoord|toegangscode",
    "Estonian, Finnish, Hungarian": "parool|salasõna|salasana|tunnussana|jelsz",
    "French": "mot de passe|mots de passe|phrase secrète|phrase de passe|code d'accès",
    "German": "passwort|passwört|kennwort|kennwört|losung|zugangscode|passphrase",
    "Greek": "κωδικό|κωδικο|συνθηματικ",
    "Hebrew, Yiddish": "סיסמ|ססמ",
    "Icelandic": "lykilorð|aðgangsorð",
    "Indonesian, Malay, Tagalog": "kata sandi|kata laluan|katasandi|sandi",
    "Irish, Welsh": "pasfhocal|focal faire|cyfrinair",
    "Italian": "parola d'ordine|parola chiave",
    "Japanese": "パスワード|パスフレーズ|暗証番号|合言葉",
    "Kazakh, Uzbek, Azerbaijani": "құпия сөз|құпиясөз|нууц үг|maxfiy so|şifrə|sifrə",
    "Khmer, Lao, Burmese": "ពាក្យសម្ងាត់|ລະຫັດຜ່ານ|စကားဝှက်",
    "Korean": "비밀번호|암호|패스워드|비번",
    "Latvian, Lithuanian": "parol|slaptažod",
    "Polish": "hasł|hasel",
    "Portuguese, Spanish": (
        "palavra-passe|palavra passe|senha|clave|contraseñ|contrasen|código de acceso|frase secreta"
    ),
    "Romanian, Turkish, Albanian": "parol|şifre|sifre|fjalëkalim|pasvort",
    "Russian, Ukrainian, Bulgarian, Macedonian": "парол|кодовое слово|пассворд",
    "Swahili": "nywila|nenosiri|neno la siri",
    "Thai": "รหัสผ่าน|รหัสลับ|พาสเวิร์ด",
    "Vietnamese": "mật khẩu|mat khau|mật mã",
    "English": (
        "pre-?shared[_-]?key|pre-?shared key|xauth|passphrase|passcode|pass phrase|pass code|pasword|"
        "passwrod|pssword|recovery code|backup code|unlock code|access code|door code|alarm code|"
        "security code|scratch code|login code|keypad code|pairing code|puk|secret word|community string|"
        "snmp community|pass-phrase|wpa key|wpa2 key|wifi key|wi-fi key|network key|wlan key"
    ),
}
"""Stems of the words for password: what follows in the same sentence may be one. `password` itself is in ANYWHERE."""

ANYWHERE = "password passwd passwort passord kennwort wachtwoord passphrase requirepass storepass keypass bindpw".split()
"""Words that count inside identifiers too: DB_PASSWORD, userPassword, -srcstorepass."""

NEAR = "pass pin psk _?auth"
NEAR_KEY = "key pat"
"""Words that are as often something else: the value must stand directly behind them."""

KEY = {
    "English": "api[ _-]?key|app[ _-]?key|application[ _-]?key|access[ _-]?key|account[ _-]?key|private[ _-]?key"
    "|signing[ _-]?key|encrypt(?:ion|ed)?[ _-]?key|license[ _-]?key|licence[ _-]?key|integration[ _-]?key"
    "|service[ _-]?key|routing_key|sdk[ _-]?key|shared[ _-]?key|master[ ._-]?key|fernet|secret[ _-]?key"
    "|storage[ _-]?key|session[ _-]?key|machine[ _-]?key|validation[ _-]?key|decryption[ _-]?key|host[ _-]?key"
    "|deploy[ _-]?key|unseal[ _-]?key|enrollment[ _-]?key|static key|hmac[ _-]?key|write[ _-]?key|admin[ _-]?key"
    "|server[ _-]?key|client[ _-]?key|auth[ _-]?key|secret|token|credential|bearer|cookie|webhook"
    "|personal access|connection string|secret_key_base|app_key",
    "other": "schlüssel|schluessel|clé|chave|chiave|sleutel|nyckel|nøgle|nøkkel|avain|klucz|klíč|kľúč|kulcs|cheie|ključ"
    "|ключ|токен|секрет|κλειδί|anahtar|khóa|kunci|مفتاح|المفتاح|רمز|מפתח|कुंजी|กุญแจ|キー|鍵|トークン|シークレット"
    "|密钥|密鑰|令牌|金鑰|토큰|비밀키|🔐|🔑|🗝",
}
"""Words for keys and tokens: what follows must be long and random."""

LOGIN = (
    r"log(?:s|ged)?[ -]?in(?:to)?|log on|sign(?:s|ed)?[ -]?in|credentials?|creds|user/pass|account"
    r"|anmelde\w*|melde|zugangsdaten|identifiants|connexion|accedi|accesso|inloggen|usuario|usuário|benutzer|utente|gebruiker|bruger|logowani[ae]|логин"
    r"|authenticates?|networkcredential|auth ?= ?\(|dbi->connect|getconnection|pdo|wifi\.begin|mysqli(?:_connect)?"
)
"""Words of logging in: a name and a password may follow as a pair."""

IS = frozenset(
    """is are was be ist lautet war est était es era fue é è era są jest to je jsou är er on oli ir yra este e eshte
    είναι adalah ialah là yw да dir nu now currently still jetzt now: maintenant ahora adesso tagad теперь тепер это
    є е је esta está ser set be are being called following new also only just again = := -> => → <- ← : — – - 是 为
    หมายถึง คือ है हैं হল היא هو هي هى είναι lautete bedraagt luidt olan és currently / user: 0 5 7 8 9 password""".split()
)
"""What stands before the value of "the password is X"."""

NAMES = frozenset(
    """commit sha sha1 sha256 md5 hash digest checksum revision rev id ids uuid guid version build image host hostname
    server user username account port branch release file path table column field ticket issue pr node bucket region
    cluster database machine device serial fingerprint tag ref domain address ip mail email e-mail see from python
    kunden_id benutzer utilisateur usuario nutzer gebruiker bruger felhasználónév""".split()
)
"""What is behind these is what they say, and no secret."""

PLACEHOLDERS = frozenset(
    """example examples changeme change me placeholder your my the a an password passwd passphrase pass secret secrets
    token key api apikey user username name here dummy redacted hidden insert todo sample test tests testing value
    string text null none true false undefined optional required default unknown empty foo bar baz qux abc xyz admin
    root postgres mysql some any this that is new old enter please mysecretpassword hunter fake mock n/a self cls str
    int bytes bool object file path env environ process vault os config settings params args kwargs get hash plain
    hashed encrypted basic bearer oauth jwt csrf auth access refresh client id app db database mypassword mytoken
    mysecret passwort kennwort contraseña senha geheim prompt stdin input read from by for of to and replace with
    or not in on with current confirm repeat reset forgot login see ask pflichtfeld""".split()
)
ALGORITHMS = (
    r"(?i)(?:scram-sha|sha|md|aes|rsa|dsa|hs|rs|es|ps|ed|x|utf|base|pbkdf|argon|scrypt|bcrypt|scram|oauth|hmac|ripemd|blake|chacha"
    r"|sha\d?|iso|rfc|cve|nist|pkcs|tls|ssl|http|ipv|win|windows|ubuntu|debian|python|py|java|node|php|ruby|go|gpt|ec|rc"
    r"|k8s|s3|ecdsa|curve|camellia|serpent|twofish|poly|gost|crc|adler|fips|sp|ntlm|ntlmv|lm|mysql|postgres|oracle)"
    r"[-_ ]?\d[\w.:/-]{0,16}"
)
"""Names with numbers that stand beside secrets and are not secret themselves."""
COMPOUND = frozenset(
    """state art man middle end out box up date day time point step case sensitive non multi pre read only built in
    well known self hosted two factor real life long short term open source high low level end user side per first
    last full look free easy opt out sign log show hide must not least most re use single on off cross site request
    forgery key value name based aware safe less driven specific proof wide bit letter character""".split()
)
"""Parts of compounds that prose joins by hyphens: `state-of-the-art`, `case-sensitive`."""

TECHNICAL = frozenset(
    """account admin api app auth backend best browser build cache ci class client cluster code config css csv data
    database db debug default demo deploy dev driven env error file flow format frontend gap git handling html http hub
    id index input internal js key lib limit lock locks log login logs method migration migrator mode node official
    pattern plugin policy practice practices processor prod proxy public query rate release repo role
    rule rules runtime safe schema script sdk server service session setup sidecar skill sql ssh staging state storage
    strategy stream sync system table task template terraform test tests text to token tool type ui uri url user users
    validation vault version web workflow""".split()
)
"""Parts of the names of services, files, skills and settings, which passphrases seldom have."""

OTHER_KEYS = frozenset(
    """public primary foreign idempotency cache partition sort routing lock object message group deduplication event
    issue row shard hash publishable verification site next continuation page cursor device registry translation
    project composite unique natural surrogate candidate redis s3 dictionary map json yaml ssh host git gpg pgp
    sitekey anon tenant order""".split()
)
"""What a key or a token is of, that is no secret."""

STOP_WORDS = frozenset(
    """the and for are but not you all any can her was one our out has have must your this that with from will when
    who may use which only than least should its enter please password secret again""".split()
)
"""Words of a sentence, which a passphrase of four or more words seldom has."""

HINTS = tuple(stem for stems in PASSWORD.values() for stem in stems.split("|"))
HINTS += (
    *ANYWHERE,
    "pass",
    "pin",
    "psk",
    "auth",
    "pw",
    "psw",
    "mdp",
    *NEAR_KEY.split(),
    *KEY["other"].split("|"),
)
HINTS += tuple(
    "secret token credential bearer cookie webhook connection log sign account creds fernet".split()
)
HINTS += tuple(
    "anmeld melde zugang identifiant conne acced acces usu benutz utent gebr brug логин pdo mysqli wifi".split()
)
"""Of these each text has one in which `of_words` finds something: to compile that takes 2 ms."""
FAR_EAST = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u9fff\uac00-\ud7af\uff00-\uffef"
)
BARE = rf"[^\s'\"`<>|\u201e\u201c\u201d\u00ab\u00bb{FAR_EAST}]"
QUOTED = (
    r"\\?\"(?P<a>[^\"\s]{4,256}?)\\?\"|'(?P<b>[^'\s]{4,256})'|`(?P<c>[^`\s]{4,256})`|\u300c(?P<d>[^\u300d\s]{4,64})\u300d"
    r"|\u00ab\s?(?P<e>[^\u00bb\s]{4,64})\s?\u00bb|[\u201e\u201c](?P<f>[^\u201c\u201d\s]{4,64})[\u201c\u201d]"
)
AFTER = (
    r"(?P<suffix>(?:[_.-][A-Za-z0-9]{1,16}){0,3}[A-Za-z]{0,12})[*_`'\"\]]{0,4}"
    r"(?:[ \t]?\([^()\n]{1,40}\)|\[[^\[\]\n]{1,40}\])?[*_`'\"\])]{0,4}"
    r"(?:[ \t]?:[ \t]?&?(?:'static )?[A-Za-z]{2,12}\??(?=[ \t]{0,3}=))?"
    r"(?:[ \t]{0,12}(?::=|=>|->|\u2192|<-|[:=\uff1a\uff1d]=?|\|)[*_~]{0,3}[ \t]{0,12}(?:[*_~]{1,3}(?=[A-Za-z0-9`]))?"
    r"|['\"]? value=|</[a-z]{1,10}>\s{0,20}<[a-z]{1,10}(?: [^<>]{0,80})?>|><[A-Za-z]{1,12}>"
    r"|[^<>\n]{0,80}>(?=[^\s<>]{4,256}</))"
)
_compiled: "dict[str, Pattern[str]]" = {}


def lowered(text: str) -> str:
    lower = text.lower()
    if len(lower) != len(text):  # a capital of Turkish becomes two characters
        lower = "".join([c.lower() if len(c.lower()) == 1 else c for c in text])
    return lower


def hinted(lower: str) -> bool:
    plain = lower.replace("_", " ")
    return any(hint in plain for hint in HINTS)


def compiled(name: str, pattern: object) -> Pattern[str]:
    if name not in _compiled:
        import re

        _compiled[name] = re.compile(pattern() if callable(pattern) else str(pattern))
    return _compiled[name]


def of_words() -> str:
    """The pattern of all words, for text in lower case: its groups say what kind of value may follow."""
    stems = [stem for stems in PASSWORD.values() for stem in stems.split("|")]
    west = sorted({s for s in stems if s[0] < "\u0530"}, key=len, reverse=True)
    rest = sorted({s for s in stems if s[0] >= "\u0530"}, key=len, reverse=True)
    keys = "|".join(KEY.values())
    return (
        r"(?P<password>{}|(?<![a-z])(?:pw|pwd|psw|passw|mdp)(?![a-z])|(?<!\w)(?:{})\w{{0,6}}(?!\w)|(?:{}))|(?P<key>{})"
        r"|(?P<login>(?<!\w)(?:{})(?!\w)|basic_?auth(?!\w))|(?P<nearkey>(?<![a-z])(?:{})(?![a-z]))"
        r"|(?P<near>(?<![a-z])(?:{})(?![a-z])"
        r"|(?<![a-z])(?!(?:by|com|tres|sur|encom|under|over)pass)[a-z]{{2,12}}pass(?![a-z]))"
    ).format(
        "|".join(ANYWHERE),
        "|".join(west).replace(" ", "[ _]"),
        "|".join(rest),
        keys,
        LOGIN,
        NEAR_KEY.replace(" ", "|"),
        NEAR.replace(" ", "|"),
    )


def of_value() -> str:
    return f"(?:{QUOTED})|(?P<bare>{BARE}{{4,256}})"


def of_tokens() -> str:
    return f"(?:{QUOTED})|(?P<bare>{BARE}+)"
