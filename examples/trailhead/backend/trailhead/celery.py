from celery import Celery

app = Celery("trailhead")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_default_queue = "mail"
app.conf.broker_transport_options = {"visibility_timeout": 1800, "health_check_interval": 30}
app.autodiscover_tasks()
