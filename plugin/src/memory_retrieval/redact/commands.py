"""Secrets that stand at a fixed place of a command, a statement or a file. Data only; `redact` applies it.

Every pattern has one group, what is removed, and no repetition without bound.
"""

from __future__ import annotations

from .formats import rows

_TO = r"\b[^\n|;]{0,250}?[ \t]"  # from the name of a program to an option of it
_VALUE = r"['\"]?([^\s'\"$][^\s'\"]{3,127})"
_OPTIONS = r"""
mongosh|mongo|mongodump|mongorestore|mongoexport|mongoimport|cqlsh|psexec|winexe|cypher-shell|rdesktop|plink|pscp|psftp|evil-winrm|crackmapexec|influx|useradd|usermod|rabbitmqadmin
  -p[ \t]{1,4}
docker.{1,20}login|podman.{1,20}login|nerdctl.{1,20}login|oc.{1,4}login|cf.{1,4}login|helm.{1,20}login|crane.{1,20}login|az.{1,20}login|ibmcloud.{1,20}login|unlock-keychain|security.{1,40}import
  -[pP][ \t]{1,4}
sshpass|rdesktop -p[ \t]{0,4}
ssh-keygen -[NP][ \t]{1,4}
openssl.{1,3}enc -k[ \t]{1,4}
unzip|zip|ipmitool|sqlcmd|bcp|mosquitto_pub|mosquitto_sub|tsql -P[ \t]{1,4}
redis-cli -a[ \t]{1,4}
ldapsearch|ldapadd|ldapmodify|ldapdelete|ldappasswd|ldapwhoami -[wsa][ \t]{1,4}
7z|7za|7zz|rar|unrar -h?p(?![ \t])
mysql|mysqldump|mysqladmin|mariadb|mariadb-dump -p(?![ \t-])
curl|wget|http|https|xh (?:-u|-U|-a|--user|--proxy-user|--auth)[ \t=]{0,2}['\"]?[^\s:'\"]{1,128}:
etcdctl|skopeo|lftp|couchbase-cli (?:-u|--user|--creds|--src-creds|--dest-creds)[ \t=]{1,2}[^\s:,]{1,64}[:,]
smbclient|rpcclient|winexe|smbget -U[ \t]{0,4}['\"]?[^\s%'\"]{1,64}%
xfreerdp|wfreerdp|signtool|schtasks|psexec /r?p[: ]{1,2}
sqlplus|expdp|impdp|sqlldr|rman ['\"]?[A-Za-z][\w$]{1,30}/(?=[^\s/@]{4,128}@)
htpasswd -[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \t]{1,4}[^\s]{1,200}[ \t]{1,4}[^\s]{1,64}[ \t]{1,4}
net(?=.{1,3}use)
  use[ \t]{1,4}(?:[a-zA-Z*]:?[ \t]{1,4})?\\\\[^\s]{1,200}[ \t]{1,4}(?:/user:[^\s]{1,100}[ \t]{1,4})?(?!/)
openssl passwd[ \t]{1,4}(?:-[\w]{1,10}[ \t]{1,4}){0,4}
rabbitmqctl (?:add_user|change_password)[ \t]{1,4}[^\s]{1,64}[ \t]{1,4}
vault (?:operator[ \t]{1,4}unseal|unseal|login)[ \t]{1,4}(?=[A-Za-z0-9+/=.]{20,200}(?:\s|$))
mc alias[ \t]{1,4}set[ \t]{1,4}[^\s]{1,64}[ \t]{1,4}[^\s]{1,200}[ \t]{1,4}[^\s]{1,128}[ \t]{1,4}
oathtool (?=[A-Z2-7]{16,128}(?:\s|$))
"""
"""Programs, and the option behind which a password follows."""

_PLACES = r"""
netrc typed password (?i)\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(\S{3,256})
netrc typed password (?im)^[ \t]{0,8}password[ \t]{1,8}(?=\S{0,255}[0-9])(?=\S{0,255}[a-z])([^\s=:]{6,256})[ \t]{0,8}$
command_password typed \s-p\s,\s-w\s,\s-a\s,\s-k\s
  [ \t]-(?:p|P|w|a|k)[ \t]{1,4}['\"]?(?=[^\s'\"]{0,60}[0-9])(?=[^\s'\"]{0,60}[a-z])(?=[^\s'\"]{0,60}[A-Z!@#%^&*?+])
  ([^\s'\"$/=:,][^\s'\"/=:,]{7,63})(?=['\"\s]|$)
command_password typed \s-u,\s--user,\s--auth,\s--cred
  [ \t]-(?:u|U|-user|-auth|-creds?|-basic-auth|-proxy-user|-credentials)[ \t=]{1,2}['\"]?[A-Za-z][\w.@-]{0,63}[:%]
  (?![0-9/\\])([^\s:'\"$/][^\s:'\"/]{4,127})(?=['\"\s]|$)
command_password typed net\suser
  (?m)(?:^|[>$#`][ \t]{0,2})net[ \t]{1,4}user[ \t]{1,4}[^\s/]{1,64}[ \t]{1,4}(?!/)([^\s'\"$][^\s'\"]{3,127})
command_password typed <<<
  (?:passw|login|cryptsetup|kinit|gpg|sudo)[^\n]{0,120}?<<<[ \t]{0,2}['\"]?([^\s'\"$][^\s'\"]{5,127})
command_password typed wpa_passphrase,snmp
  \b(?:wpa_passphrase[ \t]{1,4}[^\s]{1,64}|snmp\w{1,12}[^\n|]{0,120}?[ \t]-[cAX])[ \t]{1,4}['\"]?
  ([^\s'\"$][^\s'\"]{4,63})
command_password typed chpasswd ['\" ][\w.-]{1,64}:([^\s'\"$][^\s'\"]{3,127})['\"]?[ \t]{0,4}\|[^\n]{0,40}chpasswd
command_password typed -stdin
  \becho[ \t]{1,4}(?:-n[ \t]{1,4})?['\"]?([^\s'\"$][^\s'\"]{3,255})['\"]?[ \t]{0,4}\|[^\n]{0,200}?--\w{0,20}-stdin
command_password typed echo\s,printf\s
  \b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4})?['\"]?([^\s'\"$][^\s'\"]{3,255})['\"]?[ \t]{0,4}\|[ \t]{0,4}
  (?:sudo[ \t]{1,4}-S|kinit|su |passwd|cryptsetup|gpg|smbpasswd|openssl|ssh-add)
command_password typed assword
  (?is)assword:?[ ]?\*?['\"].{0,60}?\bsend(?:line)?[ \t(]{1,4}(?:--[ \t])?['\"]([^\s'\"\\$][^\s'\"\\]{3,127})
authorization chosen authorization
  (?i)authorization['\"]?\]?\s{0,4}[:=,]\s{0,4}['\"]?(?:bearer|basic|token)\s{1,4}([^\s'\"`<>$,;][^\s'\"`<>,;]{5,255})
bootstrap_token typed --token --token[ \t=]{1,4}([a-z0-9]{6}\.[a-z0-9]{16})(?![\w.])
k3s_token typed k10 (K10[a-f0-9]{40,64}::[a-z]{1,12}:[a-z0-9]{16,64})
login_pair typed u:,u=,usr:,user:,login:
  (?i)(?<!\w)(?:u|usr|user|login)[ ]?[:=][ ]?[^\s]{1,64}[\s,;-]{1,12}(?:p|pw|pass)[ ]?[:=][ ]?([^\s'\"]{6,128})
login_pair typed @ (?m)[ \t][\w.+-]{2,64}@[\w-]{1,60}\.[\w.-]{2,60}:(?=[^\s]{0,60}[0-9])([^\s:/@]{6,64})[ \t]{0,4}$
license_key typed - (?<![\w-])(?=[A-Z-]{0,29}[0-9])((?:[A-Z0-9]{5}-){4}[A-Z0-9]{5})(?![\w-])
url_token typed code=,token=,key=,sid= [?&](?:code|token|key|sid|session|auth)=([A-Za-z0-9_-]{24,2000})
aws_secret_key typed akia,asia aws_access_key\][^\n]{0,60}?[\s,:=\"']([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])
redis_auth typed >\sauth >[ ]AUTH[ ]{1,4}(?:\w{1,40}[ ]{1,4})?([^\s]{4,256})
redis_acl typed \son\s \buser[ \t]{1,4}\w{1,64}[ \t]{1,4}on[ \t]{1,4}[^\n]{0,100}?(?<=[ \t])>([^\s]{4,128})
community typed community (?i)snmp-server[ \t]{1,4}community[ \t]{1,4}([^\s]{4,64})
cookie typed cookie,\s-b\s (?i)(?:--cookie|\s-b|cookie:)[ \t]{1,4}['\"]?[\w.-]{1,60}=([^\s;'\"]{16,2000})
sql_password typed identified\sby
  (?i)\b(?:user|role)\b[^\n;]{1,200}?\bidentified[ \t]{1,4}by[ \t]{1,4}(?:password[ \t]{1,4})?['\"]?([^\s'\";]{4,256})
url_password typed :thin: (?i)jdbc:oracle:thin:[^\s/@:]{1,64}/([^\s/@]{4,128})@
url_password typed @tcp(,@unix( [\w.-]{1,64}:([^\s:/'\"]{4,128})@(?:tcp|unix)\(
jwk_key typed "kty" \"(?:k|d|p|q|dp|dq|qi)\"\s{0,4}:\s{0,4}\"([A-Za-z0-9_-]{16,2000})\"
signature typed -signature= (?i)X-(?:Goog|Amz)-Signature=([A-Fa-f0-9]{32,1024})
webhook typed hooks.zapier.com hooks\.zapier\.com/hooks/catch/([0-9]{4,12}/[a-z0-9]{5,12})
private_feed typed /private- /private-([a-f0-9]{20,64})
mnemonic typed mnemonic,seed\sphrase,recovery\sphrase,seed\swords,recovery\swords
  (?i)(?:mnemonic|seed phrase|recovery phrase|(?:seed|recovery) words)[^\n]{0,80}?[\s:=\"'`]((?:[a-z]{3,8}[ \t,]{1,2}
  ){11,23}[a-z]{3,8})
pgpass typed :543,:*:
  (?m)^[A-Za-z0-9_.*-]{1,255}:(?:[0-9]{2,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:(?!\.\.\.)([^\s:]{4,256})$
docker_auth typed "auth" \"auth\"\s{0,4}:\s{0,4}\"([A-Za-z0-9+/]{12,512}={0,2})\"
putty_key typed private-lines (?is)Private-Lines: {0,4}[0-9]{1,4}\s(.{1,4000}?)(?:Private-MAC|\Z)
"""
"""Forms that are secrets by their place alone, in the rows of `formats`."""


def _with_options() -> str:
    table = []
    for line in _OPTIONS.strip().replace("\n  ", " ").split("\n"):
        programs, option = line.split(" ", 1)
        hints = ",".join(
            [name.partition(".")[0].partition("(")[0] for name in programs.split("|")]
        )
        pattern = rf"(?<![\w./-])(?:{programs}){_TO}" + option + _VALUE
        table.append(f"command_password typed {hints} {pattern}")
    return "\n".join([*table, _PLACES.strip()])


COMMANDS = rows(_with_options())
