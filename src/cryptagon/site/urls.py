"""The addresses of the site."""

from django.urls import include, path

from cryptagon.site.api import api
from cryptagon.site.views import (
    account_views,
    catalog_views,
    compare_views,
    pages,
    publisher_views,
    question_views,
    queue_views,
    ranking_views,
    ratio_views,
    result_views,
    snapshot_views,
    taken_views,
)

urlpatterns = [
    path("", pages.home, name="home"),
    path("ranking/", ranking_views.ranking, name="ranking"),
    path("ranking/plot.svg", taken_views.embed, name="embed"),
    path("ranking/embed/", taken_views.framed, name="framed"),
    path("ranking/plot/", ranking_views.plots, name="plots"),
    path("ranking.<slug:layout>", taken_views.export, name="export"),
    path("ratios/", ratio_views.ratios, name="ratios"),
    path("ratios.<slug:layout>", ratio_views.ratio_file, name="ratio_file"),
    path("question/", question_views.question, name="question"),
    path("question.<slug:layout>", question_views.question_file, name="question_file"),
    path("results/<str:digits>/", result_views.result, name="result"),
    path("results/<str:digits>/cite.bib", taken_views.result_bibtex, name="result_bibtex"),
    path("results/<str:digits>/record.json", result_views.record, name="record"),
    path("compare/", compare_views.compare, name="compare"),
    path("compare.<slug:layout>", compare_views.comparison_file, name="comparison_file"),
    path("algorithms/", catalog_views.algorithms, name="algorithms"),
    path("algorithms/<path:name>/diagram.svg", catalog_views.diagram, name="diagram"),
    path("algorithms/<path:name>/", catalog_views.algorithm, name="algorithm"),
    path("targets/", catalog_views.targets, name="targets"),
    path("targets/<path:name>/", catalog_views.target, name="target"),
    path("contests/", catalog_views.contests, name="contests"),
    path("contests/<path:name>/", catalog_views.contest, name="contest"),
    path("publishers/", publisher_views.publishers, name="publishers"),
    path("publishers/<path:name>/", publisher_views.publisher, name="publisher"),
    path("data/", pages.data, name="data"),
    path("data/results.<slug:layout>", snapshot_views.snapshot, name="snapshot"),
    path("about/", pages.about, name="about"),
    path("api/", pages.api_page, name="api"),
    path("api/", api.urls),
    path("account/", account_views.home, name="account_home"),
    path("account/publisher/", account_views.take_name, name="take_name"),
    path("account/tokens/", account_views.add_token, name="add_token"),
    path("account/tokens/revoke/", account_views.revoke_token, name="revoke_token"),
    path("account/keys/", account_views.add_key, name="add_key"),
    path("account/keys/revoke/", account_views.revoke_key, name="revoke_key"),
    path("account/records/withdraw/", account_views.withdraw_record, name="withdraw_record"),
    path("account/records/embargo/", account_views.embargo_record, name="embargo_record"),
    path("account/queue/", queue_views.queue, name="queue"),
    path("account/queue/withdraw/", queue_views.withdraw, name="moderator_withdraw"),
    path("account/queue/<str:digits>/", queue_views.sent, name="sent"),
    path("account/queue/<str:digits>/decide/", queue_views.decide, name="decide"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
]

handler404 = "cryptagon.site.faults.not_found"
handler500 = "cryptagon.site.faults.failed"
