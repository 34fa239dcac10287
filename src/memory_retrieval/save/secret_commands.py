"""Secrets that stand at a fixed place of a command, a statement or a file. Data only; `redact` applies it.

Every pattern has one group, what is removed, and no repetition without bound.
"""

from __future__ import annotations

_TO = r"\b[^\n|;]{0,250}?[ \t]"  # from the name of a program to an option of it
_VALUE = r"['\"]?([^\s'\"$]{4,128})"

_SHORT_OPTIONS = (  # programs, the option behind which a password follows
    (
        "mongosh mongo mongodump mongorestore mongoexport mongoimport cqlsh psexec winexe cypher-shell rdesktop plink "
        "pscp psftp evil-winrm crackmapexec influx useradd usermod rabbitmqadmin",
        r"-p[ \t]{1,4}",
    ),
    (
        "docker.{1,20}login podman.{1,20}login nerdctl.{1,20}login oc.{1,4}login cf.{1,4}login helm.{1,20}login "
        "crane.{1,20}login az.{1,20}login ibmcloud.{1,20}login unlock-keychain security.{1,40}import",
        r"-[pP][ \t]{1,4}",
    ),
    ("sshpass rdesktop", r"-p[ \t]{0,4}"),
    ("ssh-keygen", r"-[NP][ \t]{1,4}"),
    ("openssl.{1,3}enc", r"-k[ \t]{1,4}"),
    ("unzip zip ipmitool sqlcmd bcp mosquitto_pub mosquitto_sub tsql", r"-P[ \t]{1,4}"),
    ("redis-cli", r"-a[ \t]{1,4}"),
    ("ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami", r"-[wsa][ \t]{1,4}"),
    ("7z 7za 7zz rar unrar", r"-h?p(?![ \t])"),
    ("mysql mysqldump mysqladmin mariadb mariadb-dump", r"-p(?![ \t-])"),
    ("curl wget http https xh", r"(?:-u|-U|-a|--user|--proxy-user|--auth)[ \t=]{0,2}['\"]?[^\s:'\"]{1,128}:"),
    (
        "etcdctl skopeo lftp couchbase-cli",
        r"(?:-u|--user|--creds|--src-creds|--dest-creds)[ \t=]{1,2}[^\s:,]{1,64}[:,]",
    ),
    ("smbclient rpcclient winexe smbget", r"-U[ \t]{0,4}['\"]?[^\s%'\"]{1,64}%"),
    ("xfreerdp wfreerdp signtool schtasks psexec", r"/r?p[: ]{1,2}"),
    ("sqlplus expdp impdp sqlldr rman", r"['\"]?[A-Za-z][\w$]{1,30}/(?=[^\s/@]{4,128}@)"),
    ("htpasswd", r"-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \t]{1,4}[^\s]{1,200}[ \t]{1,4}[^\s]{1,64}[ \t]{1,4}"),
    (
        "net(?=.{1,3}use)",
        r"use[ \t]{1,4}(?:[a-zA-Z*]:?[ \t]{1,4})?\\\\[^\s]{1,200}[ \t]{1,4}(?:/user:[^\s]{1,100}[ \t]{1,4})?(?!/)",
    ),
    ("openssl", r"passwd[ \t]{1,4}(?:-[\w]{1,10}[ \t]{1,4}){0,4}"),
    ("rabbitmqctl", r"(?:add_user|change_password)[ \t]{1,4}[^\s]{1,64}[ \t]{1,4}"),
    ("vault", r"(?:operator[ \t]{1,4}unseal|unseal|login)[ \t]{1,4}(?=[A-Za-z0-9+/=.]{20,200}(?:\s|$))"),
    ("mc", r"alias[ \t]{1,4}set[ \t]{1,4}[^\s]{1,64}[ \t]{1,4}[^\s]{1,200}[ \t]{1,4}[^\s]{1,128}[ \t]{1,4}"),
    ("oathtool", r"(?=[A-Z2-7]{16,128}(?:\s|$))"),
)
COMMANDS: "tuple[tuple[str, tuple[str, ...], str], ...]" = (
    ("netrc", ("password",), r"(?i)\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(\S{3,256})"),
    (
        "netrc",
        ("password",),
        r"(?im)^[ \t]{0,8}password[ \t]{1,8}(?=\S{0,255}[0-9])(?=\S{0,255}[a-z])([^\s=:]{6,256})[ \t]{0,8}$",
    ),
    *(
        (
            "command_password",
            tuple(name.partition(".")[0].partition("(")[0] for name in programs.split()),
            r"(?<![\w./-])(?:%s)%s" % (programs.replace(" ", "|"), _TO) + option + _VALUE,
        )
        for programs, option in _SHORT_OPTIONS
    ),
    (
        "command_password",
        (" -p ", " -w ", " -a ", " -k "),
        r"[ \t]-(?:p|P|w|a|k)[ \t]{1,4}['\"]?(?=[^\s'\"]{0,60}[0-9])(?=[^\s'\"]{0,60}[a-z])"
        r"(?=[^\s'\"]{0,60}[A-Z!@#%^&*?+])([^\s'\"$/=:,]{8,64})(?=['\"\s]|$)",
    ),
    (
        "command_password",
        (" -u", " --user", " --auth", " --cred"),
        r"[ \t]-(?:u|U|-user|-auth|-creds?|-basic-auth|-proxy-user|-credentials)[ \t=]{1,2}['\"]?"
        r"[A-Za-z][\w.@-]{0,63}[:%](?![0-9/\\])([^\s:'\"$/]{5,128})(?=['\"\s]|$)",
    ),
    (
        "command_password",
        ("net user",),
        r"(?m)(?:^|[>$#`][ \t]{0,2})net[ \t]{1,4}user[ \t]{1,4}[^\s/]{1,64}[ \t]{1,4}(?!/)([^\s'\"$]{4,128})",
    ),
    (
        "command_password",
        ("<<<",),
        r"(?:passw|login|cryptsetup|kinit|gpg|sudo)[^\n]{0,120}?<<<[ \t]{0,2}['\"]?([^\s'\"$]{6,128})",
    ),
    (
        "command_password",
        ("wpa_passphrase", "snmp"),
        r"\b(?:wpa_passphrase[ \t]{1,4}[^\s]{1,64}|snmp\w{1,12}[^\n|]{0,120}?[ \t]-[cAX])"
        r"[ \t]{1,4}['\"]?([^\s'\"$]{5,64})",
    ),
    ("command_password", ("chpasswd",), r"['\" ][\w.-]{1,64}:([^\s'\"$]{4,128})['\"]?[ \t]{0,4}\|[^\n]{0,40}chpasswd"),
    (
        "command_password",
        ("-stdin",),
        r"\becho[ \t]{1,4}(?:-n[ \t]{1,4})?['\"]?([^\s'\"$]{4,256})['\"]?[ \t]{0,4}\|[^\n]{0,200}?--\w{0,20}-stdin",
    ),
    (
        "command_password",
        ("echo ", "printf "),
        r"\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4})?['\"]?([^\s'\"$]{4,256})['\"]?[ \t]{0,4}"
        r"\|[ \t]{0,4}(?:sudo[ \t]{1,4}-S|kinit|su |passwd|cryptsetup|gpg|smbpasswd|openssl|ssh-add)",
    ),
    ("bootstrap_token", ("--token",), r"--token[ \t=]{1,4}([a-z0-9]{6}\.[a-z0-9]{16})(?![\w.])"),
    ("k3s_token", ("k10",), r"(K10[a-f0-9]{40,64}::[a-z]{1,12}:[a-z0-9]{16,64})"),
    (
        "login_pair",
        ("u:", "u=", "usr:", "user:", "login:"),
        r"(?i)(?<!\w)(?:u|usr|user|login)[ ]?[:=][ ]?[^\s]{1,64}"
        r"[\s,;-]{1,12}(?:p|pw|pass)[ ]?[:=][ ]?([^\s'\"]{6,128})",
    ),
    (
        "login_pair",
        ("@",),
        r"(?m)[ \t][\w.+-]{2,64}@[\w-]{1,60}\.[\w.-]{2,60}:(?=[^\s]{0,60}[0-9])([^\s:/@]{6,64})[ \t]{0,4}$",
    ),
    ("license_key", ("-",), r"(?<![\w-])(?=[A-Z-]{0,29}[0-9])((?:[A-Z0-9]{5}-){4}[A-Z0-9]{5})(?![\w-])"),
    (
        "url_token",
        ("code=", "token=", "key=", "sid="),
        r"[?&](?:code|token|key|sid|session|auth)=([A-Za-z0-9_-]{24,2000})",
    ),
    (
        "aws_secret_key",
        ("akia", "asia"),
        r"aws_access_key\][^\n]{0,60}?[\s,:=\"']([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    ),
    ("redis_acl", (" on ",), r"\buser[ \t]{1,4}\w{1,64}[ \t]{1,4}on[ \t]{1,4}[^\n]{0,100}?(?<=[ \t])>([^\s]{4,128})"),
    ("community", ("community",), r"(?i)snmp-server[ \t]{1,4}community[ \t]{1,4}([^\s]{4,64})"),
    ("cookie", ("cookie", " -b "), r"(?i)(?:--cookie|\s-b|cookie:)[ \t]{1,4}['\"]?[\w.-]{1,60}=([^\s;'\"]{16,2000})"),
    (
        "sql_password",
        ("identified by",),
        r"(?i)\b(?:user|role)\b[^\n;]{1,200}?\bidentified[ \t]{1,4}by[ \t]{1,4}"
        r"(?:password[ \t]{1,4})?['\"]?([^\s'\";]{4,256})",
    ),
    ("url_password", (":thin:",), r"(?i)jdbc:oracle:thin:[^\s/@:]{1,64}/([^\s/@]{4,128})@"),
    ("url_password", ("@tcp(", "@unix("), r"[\w.-]{1,64}:([^\s:/'\"]{4,128})@(?:tcp|unix)\("),
    ("jwk_key", ('"kty"',), r"\"(?:k|d|p|q|dp|dq|qi)\"\s{0,4}:\s{0,4}\"([A-Za-z0-9_-]{16,2000})\""),
    ("signature", ("-signature=",), r"(?i)X-(?:Goog|Amz)-Signature=([A-Fa-f0-9]{32,1024})"),
    ("webhook", ("hooks.zapier.com",), r"hooks\.zapier\.com/hooks/catch/([0-9]{4,12}/[a-z0-9]{5,12})"),
    ("private_feed", ("/private-",), r"/private-([a-f0-9]{20,64})"),
    (
        "mnemonic",
        ("mnemonic", "seed phrase", "recovery phrase", "seed words", "recovery words"),
        r"(?i)(?:mnemonic|seed phrase|recovery phrase|(?:seed|recovery) words)"
        r"[^\n]{0,80}?[\s:=\"'`]((?:[a-z]{3,8}[ \t,]{1,2}){11,23}[a-z]{3,8})",
    ),
    (
        "pgpass",
        (":543", ":*:"),
        r"(?m)^[A-Za-z0-9_.*-]{1,255}:(?:[0-9]{2,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:(?!\.\.\.)([^\s:]{4,256})$",
    ),
    ("docker_auth", ('"auth"',), r"\"auth\"\s{0,4}:\s{0,4}\"([A-Za-z0-9+/]{12,512}={0,2})\""),
    ("putty_key", ("private-lines",), r"(?is)Private-Lines: {0,4}[0-9]{1,4}\s(.{1,4000}?)(?:Private-MAC|\Z)"),
)
"""(kind, hints, pattern) of forms that are secrets by their place alone."""
