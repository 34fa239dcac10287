from django.contrib.gis.db import models


class Route(models.Model):
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE)
    title = models.CharField(max_length=160)
    line = models.LineStringField(srid=4326, dim=3)
    length_m = models.PositiveIntegerField(editable=False)
    revision = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-updated_at"])]


class ClosedArea(models.Model):
    name = models.CharField(max_length=200)
    area = models.MultiPolygonField(srid=4326)
    closed_from = models.CharField(max_length=5)  # MM-DD
    closed_to = models.CharField(max_length=5)
