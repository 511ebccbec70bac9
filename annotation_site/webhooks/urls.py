from django.urls import URLPattern, path

from annotation_site.webhooks import api, views

project_pages: list[URLPattern] = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<int:pk>/", views.webhook, name="webhook"),
    path("webhooks/<int:pk>/secret/", views.webhook_secret, name="webhook_secret"),
    path("webhooks/<int:pk>/test/", views.webhook_test, name="webhook_test"),
    path("webhooks/<int:pk>/enable/", views.webhook_enable, name="webhook_enable"),
    path("webhooks/<int:pk>/pause/", views.webhook_pause, name="webhook_pause"),
    path("webhooks/<int:pk>/again/", views.webhook_send_again_since, name="webhook_send_again_since"),
    path("webhooks/<int:pk>/remove/", views.webhook_remove, name="webhook_remove"),
    path("webhooks/deliveries/<int:pk>/again/", views.webhook_send_again, name="webhook_send_again"),
]

project_api: list[URLPattern] = [
    path("webhooks/", api.WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<int:pk>/", api.WebhookView.as_view(), name="webhook"),
    path("webhooks/<int:pk>/secret/", api.WebhookSecretView.as_view(), name="webhook-secret"),
    path("webhooks/<int:pk>/test/", api.WebhookTestView.as_view(), name="webhook-test"),
    path("webhooks/<int:pk>/enable/", api.WebhookEnableView.as_view(), name="webhook-enable"),
    path("webhooks/<int:pk>/pause/", api.WebhookPauseView.as_view(), name="webhook-pause"),
    path("webhooks/<int:pk>/again/", api.WebhookAgainView.as_view(), name="webhook-send-again-since"),
    path("webhooks/<int:pk>/deliveries/", api.DeliveriesView.as_view(), name="webhook-deliveries"),
    path("webhooks/deliveries/<int:pk>/again/", api.DeliveryView.as_view(), name="webhook-send-again"),
]
