from celery import shared_task


@shared_task(queue="import", acks_late=True, time_limit=300)
def import_gpx(upload_id: str) -> str:
    from .importing import run

    return run(upload_id)


@shared_task(queue="profile", time_limit=120)
def build_profile(route_id: int) -> None:
    from .profiles import rebuild

    rebuild(route_id)
