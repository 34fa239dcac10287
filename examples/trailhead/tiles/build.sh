#!/usr/bin/env bash
# Builds the vector tiles of one region and publishes them under a dated name.
set -euo pipefail
region=${1:?region, e.g. alps}
day=$(date -u +%F)
out="$region-$day.pmtiles"
java -Xmx12g -jar planetiler.jar --area="$region" --output="$out" --maxzoom=14
aws s3 cp "$out" "s3://trailhead-tiles/$out" --cache-control 'public, max-age=31536000, immutable'
printf '{"archive": "%s"}\n' "$out" |
  aws s3 cp - s3://trailhead-tiles/latest.json --cache-control 'public, max-age=300' --content-type application/json
