#!/bin/sh
# Finds the product's own launcher: launch.sh EVENT [--host NAME] | launch.sh mcp
# `root` is a file that `memories setup gemini` writes. A copy made by `gemini extensions install DIR` names DIR itself.
[ "${1-}" = mcp ] || trap 'exit 0' EXIT  # a hook never blocks the agent
here=${0%[/\\]*}
root=
source=
[ ! -f "$here/root" ] || IFS= read -r root <"$here/root"
if [ -z "$root" ] && [ -f "$here/.gemini-extension-install.json" ]; then
    source=$(sed -n 's/^.*"source": *"\([^"\\]*\)".*$/\1/p' "$here/.gemini-extension-install.json")
fi
for folder in "$root" "$here/../.." "${source:+$source/../..}"; do
    if [ -n "$folder" ] && [ -f "$folder/hooks/launch.sh" ]; then
        exec sh "$folder/hooks/launch.sh" "$@"
    fi
done
exit 0
