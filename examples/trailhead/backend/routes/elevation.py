"""Elevation profile of a route, sampled from the DEM mosaic."""
import rasterio

DEM_VRT = "/vsis3/trailhead-dem/glo30/alps.vrt"
STEP_M = 25


def profile(line, step_m: int = STEP_M) -> list[float]:
    with rasterio.open(DEM_VRT) as dem:
        return [float(v[0]) for v in dem.sample(line.points_every(step_m))]


def ascent(heights: list[float], threshold: float = 3.0) -> float:
    """Metres climbed; steps below the threshold are noise of the DEM."""
    total, base = 0.0, heights[0]
    for h in heights:
        if h - base >= threshold:
            total += h - base
            base = h
        elif base - h >= threshold:
            base = h
    return total
