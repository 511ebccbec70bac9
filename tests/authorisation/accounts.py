"""Sign-in and one's own account."""

# Sign-in and one's own account, with empty forms: GET and POST for nobody signed in, GET and POST for somebody.
ACCOUNTS: dict[str, tuple[int, int, int, int]] = {
    "account_login": (200, 200, 302, 302),
    "account_logout": (302, 302, 200, 302),
    "account_signup": (200, 200, 302, 302),  # 200 without an invitation: the page that says it is closed
    "account_inactive": (200, 405, 200, 405),
    "account_reauthenticate": (302, 302, 200, 200),
    "account_email": (302, 302, 200, 302),
    "account_email_verification_sent": (200, 405, 200, 405),
    "account_confirm_email": (200, 404, 200, 404),
    "account_change_password": (302, 302, 200, 200),
    "account_set_password": (302, 302, 302, 302),
    "account_reset_password": (200, 200, 200, 200),
    "account_reset_password_done": (200, 405, 200, 405),
    "account_reset_password_from_key": (200, 200, 200, 200),
    "account_reset_password_from_key_done": (200, 405, 200, 405),
    "account_confirm_login_code": (302, 302, 302, 302),
    "mfa_index": (302, 302, 200, 405),
    "mfa_authenticate": (302, 302, 302, 302),
    "mfa_reauthenticate": (302, 302, 302, 302),
    "mfa_activate_totp": (302, 302, 302, 302),
    "mfa_deactivate_totp": (302, 302, 404, 404),  # no second factor is set up here
    "mfa_view_recovery_codes": (302, 302, 404, 405),
    "mfa_generate_recovery_codes": (302, 302, 302, 302),
    "mfa_download_recovery_codes": (302, 302, 404, 404),
    "socialaccount_connections": (302, 302, 200, 200),
    "socialaccount_signup": (302, 302, 302, 302),  # nobody has come from a provider
    "socialaccount_login_cancelled": (200, 405, 200, 405),
    "socialaccount_login_error": (401, 405, 401, 405),
    "openid_connect_login": (404, 404, 404, 404),  # off unless the operator names a provider
    "openid_connect_callback": (404, 404, 404, 404),
}
KEYS = {
    "openid_connect_login": ("login.example.org",),
    "openid_connect_callback": ("login.example.org",),
    "account_confirm_email": ("x",),
    "account_reset_password_from_key": ("x", "y-z"),
}
