#!/bin/sh
# Set up .venv with whatever this machine lacks. Needs git, make and python3; apt-get is asked only for what is missing.
#   scripts/setup.sh            what `moot` needs to run
#   scripts/setup.sh check      and the tools that look at the code
#   scripts/setup.sh test       and all that the tests need: a browser, too
#   scripts/setup.sh bench      and the peers that benchmarks compare with
set -eu
cd "$(dirname "$0")/.."

# Run what fetches something; when that fails, the last it said and one sentence instead of all it had to say.
fetch() {
    said=$(mktemp)
    if ! "$@" >"$said" 2>&1; then
        echo "setup: $(grep -v '^ ' "$said" | grep . | tail -n 1 | cut -c 1-300)" >&2
        rm -f "$said"
        echo "setup: parts of Moot could not be fetched: is this machine on the internet? Once set up, Moot needs none." >&2
        exit 1
    fi
    rm -f "$said"
}

updated=
as_root=$([ "$(id -u)" = 0 ] || echo sudo)

apt_update() {
    [ -n "$updated" ] || fetch $as_root apt-get update -qq
    updated=1
}

apt_install() {
    echo "setup: apt-get install $*"
    apt_update
    fetch $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

apt_unpack() {
    echo "setup: unpack $* into .cache/servers"
    apt_update
    mkdir -p .cache/servers
    (
        cd .cache/servers
        fetch apt-get download -qq "$@"
        for package in *.deb; do
            dpkg -x "$package" .
            rm "$package"
        done
    )
}

# uv: the machine's if it will do, else one of our own in .cache.
if ! uv python find >/dev/null 2>&1; then
    PATH="$PWD/.cache/uv/bin:$PATH"
    if ! uv python find >/dev/null 2>&1; then
        python3 -c 'import venv, ensurepip' 2>/dev/null || apt_install python3-venv
        python3 -m venv --clear .cache/uv
        fetch .cache/uv/bin/pip install --quiet --disable-pip-version-check uv
    fi
fi

case "${1:-}" in
    check | test) wanted= ;;
    bench) wanted="--group bench" ;;
    *) wanted="--no-default-groups" ;;
esac
# --inexact: leave alone what another of these three installed.
fetch uv sync --frozen --quiet --inexact $wanted
.venv/bin/python build_assets.py --check || fetch uv sync --frozen --quiet --inexact $wanted --reinstall-package moot

if [ "${1:-}" = test ]; then
    # Chromium without windows; the whole one does as well, only slower.
    if ! command -v chromium-headless-shell >/dev/null; then
        (apt_install chromium-headless-shell) && updated=1 || command -v chromium >/dev/null
    fi
    # Web servers to stand in front of Moot in tests: unpacked and not installed, so that none begins to serve here.
    lacking=
    for server in nginx caddy; do
        [ -n "$(PATH="$PATH:/usr/sbin:.cache/servers/usr/sbin:.cache/servers/usr/bin" command -v $server)" ] ||
            lacking="$lacking $server"
    done
    [ -z "$lacking" ] || apt_unpack $lacking
fi
if [ "${1:-}" = bench ] && [ -f benchmarks/peers/package-lock.json ]; then
    fetch .venv/bin/python build_assets.py --install benchmarks/peers .cache/peers
    # Moot as it was before its mould was recast, to be measured against, where this is a clone that has it.
    before=e7b84f2
    [ -d ".cache/$before" ] || git worktree add --quiet --force --detach ".cache/$before" "$before" ||
        echo "setup: there is no commit $before here, so nothing is measured against it"
fi
