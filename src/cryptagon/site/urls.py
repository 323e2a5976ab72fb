"""The addresses of the site."""

from django.urls import path

from cryptagon.site.api import api
from cryptagon.site.views import catalog_views, pages, publisher_views, ranking_views, result_views, taken_views

urlpatterns = [
    path("", pages.home, name="home"),
    path("ranking/", ranking_views.ranking, name="ranking"),
    path("ranking/plot.svg", taken_views.embed, name="embed"),
    path("ranking/plot/", ranking_views.plots, name="plots"),
    path("ranking.<slug:layout>", taken_views.export, name="export"),
    path("results/<str:digits>/", result_views.result, name="result"),
    path("results/<str:digits>/cite.bib", taken_views.result_bibtex, name="result_bibtex"),
    path("results/<str:digits>/record.json", result_views.record, name="record"),
    path("compare/", result_views.compare, name="compare"),
    path("algorithms/", catalog_views.algorithms, name="algorithms"),
    path("algorithms/<path:name>/", catalog_views.algorithm, name="algorithm"),
    path("targets/", catalog_views.targets, name="targets"),
    path("targets/<path:name>/", catalog_views.target, name="target"),
    path("contests/", catalog_views.contests, name="contests"),
    path("contests/<path:name>/", catalog_views.contest, name="contest"),
    path("publishers/", publisher_views.publishers, name="publishers"),
    path("publishers/<path:name>/", publisher_views.publisher, name="publisher"),
    path("data/", pages.data, name="data"),
    path("about/", pages.about, name="about"),
    path("api/", pages.api_page, name="api"),
    path("api/", api.urls),
]

handler404 = "cryptagon.site.faults.not_found"
handler500 = "cryptagon.site.faults.failed"
