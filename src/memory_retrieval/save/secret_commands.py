"""Secrets that stand at a fixed place of a command, a statement or a file. Data only; `redact` applies it."""

from __future__ import annotations

COMMANDS: "tuple[tuple[str, tuple[str, ...], str], ...]" = (
    ("netrc", ("password",), r"(?i)\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(\S{3,256})"),
    (
        "netrc",
        ("password",),
        r"(?im)^[ \t]{0,8}password[ \t]{1,8}(?=\S{0,255}[0-9])(?=\S{0,255}[a-z])([^\s=:]{6,256})[ \t]{0,8}$",
    ),
    ("command_password", ("sshpass",), r"\bsshpass[ \t]{1,4}-p[ \t]{0,4}['\"]?([^\s'\"$]{4,128})"),
    (
        "command_password",
        ("mysql", "mariadb"),
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,200}?[ \t]-p['\"]?([^\s'\"$-][^\s'\"]{3,127})",
    ),
    (
        "command_password",
        ("curl", "wget", "http"),
        r"\b(?:curl|wget|http)\b[^\n|;]{0,300}?[ \t](?:-u|--user)[ \t=]{1,2}['\"]?[^\s:'\"]{1,128}:([^\s'\"$]{4,128})",
    ),
    (
        "pgpass",
        (":543", ":*:"),
        r"(?m)^[A-Za-z0-9_.*-]{1,255}:(?:[0-9]{2,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:]{4,256})$",
    ),
    ("docker_auth", ('"auth"',), r"\"auth\"\s{0,4}:\s{0,4}\"([A-Za-z0-9+/]{12,512}={0,2})\""),
    ("putty_key", ("private-lines",), r"(?is)Private-Lines: {0,4}[0-9]{1,4}\s(.{1,4000}?)(?:Private-MAC|\Z)"),
)
"""(kind, hints, pattern) of forms that are secrets by their place alone."""
