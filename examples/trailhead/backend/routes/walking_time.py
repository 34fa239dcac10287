"""Walking time after DIN 33466."""

HORIZONTAL_KMH = 4.0
ASCENT_MH = 300.0
DESCENT_MH = 500.0


def minutes(distance_m: float, up_m: float, down_m: float, club_factor: float = 1.0) -> int:
    flat = distance_m / 1000 / HORIZONTAL_KMH
    steep = up_m / ASCENT_MH + down_m / DESCENT_MH
    hours = max(flat, steep) + min(flat, steep) / 2
    return round(hours * 60 * club_factor)
