#!/bin/sh
# Starts a hook or the MCP server with an interpreter found once: launch.sh EVENT [--host NAME] | launch.sh mcp
# A version manager's python3 costs 100 ms and more at every prompt, so the path behind it is kept in the cache folder;
# each start checks that it is still there, and looks for another when it does not run. Plain POSIX shell, no output of its own.
event=${1-}
here=${0%[/\\]*}
[ -n "$event" ] || exit 0
[ "$here" != "$0" ] || here=.
[ "$event" = mcp ] || trap 'exit 0' EXIT  # also where the shell cannot fork: a hook that ends with 2 would block the agent

# Sets `folder` to the first of the arguments that is an absolute path: a relative one would lie in the project.
choose() {
    for folder in "$@"; do
        case $folder in /* | [A-Za-z]:[/\\]*) return 0 ;; esac
    done
    folder=
    return 1
}

# Until Python starts, programs come from fixed folders, and an interpreter from the PATH without what is relative or a project's.
given=$PATH PATH=/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin
unset CDPATH
cd -P . 2>/dev/null
back=$PWD home=
# Sets `at` to the real path of a folder, or to what is given where there is none. Starts no process.
real() {
    at=$1
    if cd -P "$1" 2>/dev/null; then at=$PWD; cd -P "$back" 2>/dev/null; fi
}
# Whether a folder lies in the working folder, the host's project, or the repository of either.
foreign() {
    [ -n "$home" ] || { real "${HOME:-/}"; home=$at; }
    for project in "$back" "${CLAUDE_PROJECT_DIR:-$back}"; do
        real "$project"
        top=$at
        while [ -n "$top" ] && [ ! -e "$top/.git" ]; do top=${top%/*}; done
        for place in "$at" ${top:+"$top"}; do
            case $home/ in "$place"/*) continue ;; esac # the home folder is no project
            real "$1"
            case $at/ in "$place"/*) return 0 ;; esac
        done
    done
    return 1
}
# A folder of ours in a project would hold what somebody else wrote: settings, an interpreter's path, compiled code.
for name in XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME; do
    eval "folder=\${$name-}"
    [ -z "$folder" ] || ! foreign "$folder" || unset "$name"
done
# Whether `said` may have another name for what a guard watches over: a link, a path through one, a pattern, a folder above it.
leads() {
    [ ${#said} -lt 20000 ] || return 0
    case $said in *'rm '* | *'mv '* | *'git checkout'* | *'git restore'* | *'*'*) return 0 ;; esac
    set -f
    IFS=" \"'\\=:;,&|<>()\`"
    for word in $said; do
        for part in "$word" "${word#[nrt]}"; do  # without the rest of `\n`
            while :; do
                case $part in /usr/* | /bin/* | /dev/*) break ;; [!/]* | /*/*) [ ! -L "$part" ] || return 0 ;; *) break ;; esac
                case $part in */*) part=${part%/*} ;; *) break ;; esac
            done
        done
    done
    return 1
}
payload=
# Nothing is started for a call that has none of the texts that state/watched.py keeps for the project: with --if-guarded
# those of guards, with --if-watched those of files too; with --if-failed those of outputs of
# failures alone.
case $* in *--if-*)
    choose "${XDG_STATE_HOME-}" "${LOCALAPPDATA:+$LOCALAPPDATA/.local/state}" "${HOME:+$HOME/.local/state}" || exit 0
    real "${CLAUDE_PROJECT_DIR:-$back}"
    found=
    for file in "$folder"/memory-retrieval/watched/*; do
        [ -f "$file" ] && [ -O "$file" ] || continue
        {
            IFS= read -r root <&3 || root=//
            case $back/::$at/ in "$root"/* | *"::$root"/*) ;; *) [ "${OS-}" = Windows_NT ] || root= ;; esac # Git Bash spells paths its own way
            [ -z "$root" ] || [ -n "$payload" ] || payload=$(head -n 1)
            said=$payload
            case $*$said in *--if-failed*) said= ;; *'"tool_input"'*) said=${said#*'"tool_input"'} ;; esac
            while [ -n "$root" ] && [ -z "$found" ] && IFS= read -r text <&3; do
                case $text::$* in //::*-guarded* | ///::*-watched*) break ;; ///::*) said=${payload#*tool_re} ;; //links::*) if leads; then found=1; fi; unset IFS; set +f ;; esac
                case $said in *"$text"*) found=1 ;; esac
            done
        } 3<"$file"
    done
    case $found$payload in 1*'}') ;; *) exit 0 ;; esac ;;
esac
# Sets PATH to the folders of the given one in which a program may be looked up.
trust() {
    PATH=
    set -f
    IFS=:
    for folder in $given; do
        case $folder in /*) foreign "$folder" || PATH=${PATH:+$PATH:}$folder ;; esac
    done
    unset IFS
    set +f
}

# Whether a folder is the user's and nobody else may enter it, so that what is in it is the user's. Windows has no modes.
# They are asked for when a session starts: `ls` would cost every prompt 2 ms. With -n, since `ls` would otherwise look up the owner's name, which may ask a directory service over the network.
is_private() {
    [ -d "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] || return 1
    [ "${OS-}" != Windows_NT ] || return 0
    case $event in session-start | mcp) ;; *) return 0 ;; esac
    case $({ /bin/ls -ldn "$1" || ls -ldn "$1"; } 2>/dev/null) in drwx------*) return 0 ;; esac
    return 1
}

file=
choose "${XDG_CACHE_HOME-}" "${LOCALAPPDATA:+$LOCALAPPDATA/.cache}" "${HOME:+$HOME/.cache}" && file=$folder/memory-retrieval/python
probe='
import os, sys
path = getattr(sys, "_base_executable", "") or sys.executable
if sys.version_info >= (3, 9) and os.path.isabs(path):
    os.write(1, os.fsencode(path))  # bytes: no carriage return on Windows
else:
    sys.exit(1)'

works() { [ -f "$1" ] && [ -x "$1" ] && "$1" -I -S -c "$probe" </dev/null >/dev/null 2>&1; }

search() {
    trust
    for name in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python3.10 python3.9 \
        /usr/bin/python3 /usr/local/bin/python3 /opt/homebrew/bin/python3 python py; do
        path=$(command -v "$name" 2>/dev/null) || continue
        # On macOS without its developer tools this only looks like Python, and opens a window.
        [ "$path" != /usr/bin/python3 ] || [ ! -e /usr/bin/xcode-select ] || [ -d /Library/Developer/CommandLineTools ] ||
            [ -d /Applications/Xcode.app ] || continue
        python=$("$name" -I -S -c "$probe" </dev/null 2>/dev/null) || continue
        works "$python" && return 0
    done
    python=-
    return 1
}

keep() {
    [ -n "$file" ] || return 0
    # As core/bytecode.py does: a folder that others could enter is closed, and the code in it removed.
    [ ! -O "${file%/*}" ] || [ -L "${file%/*}" ] || is_private "${file%/*}" ||
        { /bin/chmod 700 "${file%/*}" && /bin/rm -rf "${file%/*}/bytecode" "$file"; } 2>/dev/null
    (umask 077 && mkdir -p "${file%/*}" && printf '%s\n' "$python" >"$file.$$" && mv -f "$file.$$" "$file" ||
        rm -f "$file.$$") 2>/dev/null
}

say_too_old() {
    text='memory-retrieval is silent: no Python 3.9 or newer was found on the PATH. Tell the user once; the next session looks again.'
    choose "${XDG_STATE_HOME-}" "${LOCALAPPDATA:+$LOCALAPPDATA/.local/state}" "${HOME:+$HOME/.local/state}" && log=$folder/memory-retrieval &&
        (umask 077 && mkdir -p "$log" && printf '%s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$event" "$text" >>"$log/hook.log") 2>/dev/null
    [ "$event" != mcp ] || { echo "$text" >&2; exit 1; }
    [ "$event" != session-start ] ||
        printf '{"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "%s"}}\n' "$text"
    exit 0
}

python=
[ -n "$file" ] && [ -f "$file" ] && [ ! -L "$file" ] && [ -O "$file" ] && is_private "${file%/*}" && IFS= read -r python <"$file"
case $event:$python in
    mcp:?*) works "$python" || python= ;;
    session-start:-) python= ;;
    *:-) exit 0 ;;  # nothing usable when the session began; said then
    *:/* | *:[A-Za-z]:*) [ -f "$python" ] && [ -x "$python" ] || python= ;;
    *) python= ;;
esac
renew() {
    search
    keep
    [ "$python" != - ] || say_too_old
}

# No exec: an interpreter that fails to start must not be the answer.
run() {
    [ -z "$payload" ] || { printf '%s\n' "$payload" | PATH=$given "$python" -I -S "$here/memory_hook.py" "$@"; return; }
    PATH=$given "$python" -I -S "$here/memory_hook.py" "$@"
}

[ -n "$python" ] || renew
if [ "$event" = mcp ]; then
    PATH=$given
    exec "$python" -I -S "$here/../bin/memories" "$@"
fi
run "$@" || works "$python" || { renew; run "$@"; }  # one that does not start has read nothing: the payload is still there
