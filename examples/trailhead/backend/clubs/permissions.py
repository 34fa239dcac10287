from enum import IntEnum


class Role(IntEnum):
    GUEST = 0
    MEMBER = 1
    GUIDE = 2
    LEADER = 3


def may_edit(role: Role, route_owner: int, user: int) -> bool:
    return role >= Role.GUIDE or route_owner == user
