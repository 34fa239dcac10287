import type { StyleSpecification } from 'maplibre-gl';

export async function style(base: string): Promise<StyleSpecification> {
  const { archive } = await (await fetch(`${base}/latest.json`)).json();
  return {
    version: 8,
    sources: {
      hike: {
        type: 'vector',
        url: `pmtiles://${base}/${archive}`,
        attribution: '© OpenStreetMap contributors'
      }
    },
    layers: []
  };
}
