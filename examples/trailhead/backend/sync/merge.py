"""Merges an edit made offline into the server's revision of a route."""


def merge(base: dict, server: dict, phone: dict, phone_is_leader: bool) -> tuple[dict, list[str]]:
    """Three-way merge by waypoint id. Returns the merged points and the ids in conflict."""
    out, conflicts = {}, []
    for wid in base.keys() | server.keys() | phone.keys():
        b, s, p = base.get(wid), server.get(wid), phone.get(wid)
        if s == p or p == b:
            chosen = s
        elif s == b:
            chosen = p
        else:
            conflicts.append(wid)
            chosen = p if phone_is_leader else s
        if chosen is not None:
            out[wid] = chosen
    return out, conflicts
