"""The tables: records, which are only ever added, and what is made from them and can be made
again.
"""

import secrets
from collections.abc import Iterable

from django.db import models
from django.urls import reverse

from cryptagon.results import OK

ID_DIGITS = 64
SHORT_DIGITS = 12
"""Digits of an id that people see."""
INDEXED = (
    *(
        "comparison",
        "algorithm_class",
        "study",
        "target",
        "approach",
        "algorithm",
        "variant",
        "publisher",
        "interface",
        "key_size",
        "source",
    ),
    *(
        "luts",
        "throughput_mbps",
        "fmax_mhz",
        "throughput_per_area",
        "time_us",
        "work",
        "title",
        "date",
        "record",
    ),
)
"""The fields of a result that filters choose by and rankings go by."""


class Record(models.Model):
    """One record: its bytes as they came, and the SHA-256 of their canonical JSON. It is never
    changed or removed.

    `study` is the folder that it was found in, `file` its path there.
    """

    id = models.CharField(max_length=ID_DIGITS, primary_key=True)
    content = models.BinaryField()
    study = models.TextField()
    file = models.TextField()


class Refusal(models.Model):
    """A file that gives no result: where it lies, and why.

    `broken`: it should be a record and cannot be read.
    """

    file = models.TextField()
    why = models.TextField()
    broken = models.BooleanField()


class Edition(models.Model):
    """The one row that says which making of the tables this is: another one has another `stamp`."""

    stamp = models.TextField()

    @classmethod
    def renew(cls) -> None:
        """From now on no answer of before is the right one any more."""
        cls.objects.all().delete()
        cls.objects.create(stamp=secrets.token_hex(16))


class Comparison(models.Model):
    """Results that may be ranked with each other: one place, class, scope and interface, and equal
    conditions.

    `kind` says what was implemented, and what its figures are where they are unusual. `jobs`: the
    work has no bits, so that only designs of one job are ranked. `deciding` is the field that a
    ranking goes by.
    """

    slug = models.TextField(unique=True)
    place = models.TextField()
    device = models.TextField()
    kind = models.TextField()
    algorithm_class = models.TextField()
    class_title = models.TextField()
    area_unit = models.TextField()
    estimate = models.BooleanField()
    jobs = models.BooleanField()
    deciding = models.TextField()
    remarks = models.JSONField(default=list)
    results: "models.Manager[Result]"

    @property
    def title(self) -> str:
        """Place, class and kind of design."""
        return f"{self.place}: {self.class_title}, {self.kind}"


class Result(models.Model):
    """The figures of a record, with types and indices. A Metric reads them by the names that a
    Measurement has.

    Of a design in standard cells they are those of the netlist of most throughput over area, and
    `luts` is in gate equivalents (GE). `comparison` is null for a record that a newer one of the
    same design takes the place of. `spread` has the Fmax in MHz of every seed that the best
    settings were placed with, the lowest first. `trust` is its step on the ladder of
    `cryptagon.site.trust`. Entries of one design by several publishers are several designs: the
    newest is that of its own publisher. `studies` has the names of its own study and of those whose
    record of the design under equal conditions it takes the place of, as `studies_of` writes them.
    `key_size` in bits, and whether the `source` can be had, are
    what the checkout of the site says.
    """

    record = models.OneToOneField(Record, models.CASCADE, primary_key=True)
    comparison = models.ForeignKey(Comparison, models.CASCADE, null=True, related_name="results")
    comparison_id: int | None
    standings: "models.Manager[Standing]"
    study = models.TextField()
    studies = models.TextField()
    publisher = models.TextField()
    algorithm_class = models.TextField()
    algorithm = models.TextField()
    title = models.TextField()
    variant = models.TextField()
    approach = models.TextField()
    target = models.TextField()
    device = models.TextField()
    scope = models.TextField()
    interface = models.TextField()
    origin = models.TextField()
    estimate = models.BooleanField()
    status = models.TextField()
    work = models.TextField()
    work_bits = models.IntegerField(null=True)
    area_unit = models.TextField()
    cycles_of_work = models.FloatField(null=True)
    luts = models.FloatField(null=True)
    ffs = models.FloatField(null=True)
    brams = models.IntegerField(null=True)
    dsps = models.IntegerField(null=True)
    fmax_mhz = models.FloatField(null=True)
    throughput_mbps = models.FloatField(null=True)
    throughput_per_area = models.FloatField(null=True)
    time_us = models.FloatField(null=True)
    runs = models.IntegerField()
    spread = models.JSONField(default=list)
    front = models.BooleanField(default=False)
    trust = models.TextField(default="")
    date = models.DateTimeField()
    cryptagon = models.TextField()
    source_digest = models.TextField()
    key_size = models.TextField(default="")
    source = models.TextField(default="")

    class Meta:
        """The index has all that filters and the usual orders ask for, so that they read no row."""

        indexes = (models.Index(fields=INDEXED, name="result_covered"),)

    @property
    def ok(self) -> bool:
        """True when there is a result."""
        return self.status == OK

    @property
    def label(self) -> str:
        """Algorithm and variant, for people."""
        return f"{self.title} {self.variant}".rstrip()

    @property
    def short_id(self) -> str:
        """The first digits of the record's id."""
        return str(self.pk)[:SHORT_DIGITS]

    @property
    def loss(self) -> float:
        """The part of its Fmax that it loses with the worst of the seeds; 0 where it was placed
        with one seed alone.
        """
        return 1 - self.spread[0] / self.spread[-1] if len(self.spread) > 1 else 0.0

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("result", args=[self.pk])


def studies_of(names: Iterable[str]) -> str:
    """Names of studies as one text in which each is found between bars: "|block-ciphers|spt|"."""
    return f"|{'|'.join(sorted(filter(None, names)))}|"


def newest_results() -> models.QuerySet[Result]:
    """Every result but those that a newer record of the same design takes the place of."""
    return Result.objects.filter(comparison__isnull=False)


def in_order(found: models.QuerySet[Result], first: int, size: int) -> list[Result]:
    """So many results of an ordered query from one on, with their comparisons.

    Their ids are asked for before them, since rows are wide and an index has the ids in order.
    """
    ids = list(found.values_list("pk", flat=True)[first : first + size])
    rows = Result.objects.select_related("comparison").in_bulk(ids)
    return [rows[one] for one in ids]


class Standing(models.Model):
    """Where a result is by one metric among those that it may be ranked with; no filter of a page
    changes it.

    `rank` is among the `rivals` designs of one approach, `tier` among all; null where there is no
    rival, and where nobody knows what another seed would give. `share` is the figure over the
    greatest one, `share_low` that of its worst seed.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="standings")
    result_id: str
    metric = models.TextField()
    rank = models.IntegerField(null=True)
    rivals = models.IntegerField()
    tier = models.IntegerField(null=True)
    share = models.FloatField()
    share_low = models.FloatField()

    class Meta:
        """One for each metric."""

        constraints = (models.UniqueConstraint(fields=("result", "metric"), name="one_standing"),)
