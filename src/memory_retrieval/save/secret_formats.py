"""Tokens that show by their form whose they are. Data only; `redact` applies it.

The greater part is taken from gitleaks 8.30 (https://github.com/gitleaks/gitleaks, config/gitleaks.toml at commit
b58d3f102cf3; MIT license, Copyright (c) 2019 Zachary Rice, see NOTICE): its rules for tokens with a mark of their own,
with repetitions bounded, and without the word boundaries that a token glued to a word would slip past.
"""

from __future__ import annotations

from .secret_prefixes import TOKENS

# (kind, hints in lower case, least entropy in bits a character, pattern). Group 1 is removed, else the whole match.
GITLEAKS: "tuple[tuple[str, tuple[str, ...], float, str], ...]" = (
    (
        "1password_key",
        ("a3-",),
        3.8,
        r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    ),
    ("1password_token", ("ops_",), 4.0, r"ops_eyJ[a-zA-Z0-9+/]{250,800}={0,3}"),
    ("adobe_client_secret", ("p8e-",), 2.0, r"p8e-(?i:[a-z0-9]{32})"),
    ("airtable_personal_token", ("airtable",), 0.0, r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("alibaba_access_key_id", ("ltai",), 2.0, r"LTAI(?i:[a-z0-9]{20})"),
    ("artifactory_key", ("akcp",), 4.5, r"AKCp[A-Za-z0-9]{69}"),
    ("artifactory_reference_token", ("cmvmd",), 4.5, r"cmVmd[A-Za-z0-9]{59}"),
    ("atlassian_token", ("atatt3",), 3.5, r"ATATT3[A-Za-z0-9_\-=]{180,200}"),
    ("aws_amazon_bedrock_key", ("absk",), 3.0, r"ABSK[A-Za-z0-9+/]{109,269}={0,2}"),
    (
        "azure_client_secret",
        ("q~",),
        3.5,
        r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])",
    ),
    ("clickhouse_cloud_api_key", ("4b1d",), 3.0, r"4b1d[A-Za-z0-9]{38}"),
    ("clojars_token", ("clojars_",), 2.0, r"(?i:CLOJARS_[a-z0-9]{60})"),
    ("cloudflare_origin_ca_key", ("v1.0-",), 2.0, r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    ("crates_token", ("cio",), 3.5, r"(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    ("databricks_token", ("dapi",), 3.0, r"dapi[a-f0-9]{32}(?:-\d)?"),
    (
        "discord_token",
        (".",),
        4.0,
        r"(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])",
    ),
    (
        "discord_webhook",
        ("discord",),
        0.0,
        r"https://(?:[a-z]{1,10}\.)?discord(?:app)?\.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{60,80}",
    ),
    ("doppler_token", ("dp.pt.",), 2.0, r"dp\.pt\.(?i:[a-z0-9]{43})"),
    ("duffel_token", ("duffel_",), 2.0, r"duffel_(?:test|live)_(?i:[a-z0-9_\-=]{43})"),
    ("dynatrace_token", ("dt0c01.",), 4.0, r"dt0c01\.(?i:[a-z0-9]{24}\.[a-z0-9]{64})"),
    ("easypost_test_token", ("eztk",), 2.0, r"EZTK(?i:[a-z0-9]{54})"),
    ("easypost_token", ("ezak",), 2.0, r"EZAK(?i:[a-z0-9]{54})"),
    ("facebook_page_token", ("eaam", "eaac"), 4.0, r"EAA[MC](?i:[a-z0-9]{100,800})"),
    ("facebook_token", ("eaa",), 4.0, r"(?<![A-Za-z0-9])EAA[A-Za-z0-9]{90,400}"),
    ("figma_token", ("figd_",), 3.5, r"figd_[A-Za-z0-9_-]{40,60}"),
    ("flutterwave_key", ("flwseck_test",), 2.0, r"FLWSECK_TEST-(?i:[a-h0-9]{32}-X)"),
    (
        "flyio_token",
        ("fo1_", "fm1", "fm2_"),
        4.0,
        r"fo1_[A-Za-z0-9_-]{43}|fm1[ar]_[a-zA-Z0-9+\/]{100,800}={0,3}|fm2_[a-zA-Z0-9+\/]{100,800}={0,3}",
    ),
    ("frameio_token", ("fio-u-",), 0.0, r"fio-u-(?i:[a-z0-9\-_=]{64})"),
    ("gitlab_feature_flag_client_token", ("glffct-",), 3.0, r"glffct-[0-9a-zA-Z_\-]{20}"),
    ("gitlab_feed_token", ("glft-",), 3.0, r"glft-[0-9a-zA-Z_\-]{20}"),
    ("gitlab_incoming_mail_token", ("glimt-",), 3.0, r"glimt-[0-9a-zA-Z_\-]{25}"),
    ("gitlab_kubernetes_agent_token", ("glagent-",), 3.0, r"glagent-[0-9a-zA-Z_\-]{50}"),
    ("gitlab_rrt", ("gr1348941",), 3.0, r"GR1348941[A-Za-z0-9_-]{20}"),
    ("gitlab_scim_token", ("glsoat-",), 3.0, r"glsoat-[0-9a-zA-Z_\-]{20}"),
    ("grafana_cloud_token", ("glc_",), 3.0, r"(?i:(?:glc_[A-Za-z0-9+/]{32,400}={0,3}))"),
    ("grafana_key", ("eyjrijoi",), 3.0, r"(?i:(?:eyJrIjoi[A-Za-z0-9]{70,400}={0,3}))"),
    ("grafana_token", ("glsa_",), 3.0, r"(?i:(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}))"),
    ("groq_key", ("gsk_",), 3.0, r"gsk_[A-Za-z0-9]{48,56}"),
    ("hashicorp_tf_token", ("atlasv1",), 3.5, r"(?i:[a-z0-9]{14}\.(?-i:atlasv1)\.[a-z0-9\-_=]{60,70})"),
    ("heroku_key", ("hrku-aa",), 4.0, r"HRKU-AA[0-9a-zA-Z_-]{58}"),
    ("huggingface_organization_token", ("api_org_",), 2.0, r"api_org_(?i:[a-z]{34})"),
    ("infracost_token", ("ico-",), 3.0, r"ico-[a-zA-Z0-9]{32}"),
    ("intra42_client_secret", ("s-s4t2ud-", "s-s4t2af-"), 3.0, r"s-s4t2(?:ud|af)-[A-Fa-f0-9]{64}"),
    ("linear_key", ("lin_api_",), 2.0, r"lin_api_(?i:[a-z0-9]{40})"),
    ("mailchimp_key", ("-us",), 3.0, r"(?<![A-Za-z0-9])[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])"),
    ("mailgun_key", ("key-",), 3.0, r"(?<![A-Za-z0-9-])key-[a-f0-9]{32}(?![A-Za-z0-9])"),
    ("maxmind_license_key", ("_mmk",), 4.0, r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    (
        "new_relic_key",
        ("nrak-", "nrjs-", "nrii-"),
        3.0,
        r"(?:NRAK-[A-Z0-9]{27}|NRJS-[a-f0-9]{19}|NRII-[A-Za-z0-9-]{32})",
    ),
    ("notion_token", ("ntn_",), 4.0, r"ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3}"),
    ("notion_token", ("secret_",), 4.0, r"(?<![A-Za-z0-9_])secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
    ("nuget_key", ("oy2",), 3.5, r"(?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])"),
    ("octopus_deploy_key", ("api-",), 3.0, r"API-[A-Z0-9]{26}"),
    ("openrouter_key", ("sk-or-",), 3.0, r"sk-or-v1-[a-f0-9]{64}"),
    ("openshift_user_token", ("sha256~",), 3.5, r"sha256~[A-Za-z0-9_-]{43}"),
    ("perplexity_key", ("pplx-",), 4.0, r"pplx-[a-zA-Z0-9]{48}"),
    ("planetscale_oauth_token", ("pscale_oauth_",), 3.0, r"pscale_oauth_[A-Za-z0-9_=\.-]{32,64}"),
    ("planetscale_password", ("pscale_pw_",), 3.0, r"(?i:(?:pscale_pw_(?i:[A-Za-z0-9_=\.-]{32,64})))"),
    ("planetscale_token", ("pscale_tkn_",), 3.0, r"pscale_tkn_(?i:[A-Za-z0-9_=\.-]{32,64})"),
    ("postman_token", ("pmak-",), 3.0, r"PMAK-(?i:[a-f0-9]{24}\-[a-f0-9]{34})"),
    ("prefect_token", ("pnu_",), 2.0, r"pnu_[a-zA-Z0-9]{36}"),
    ("pulumi_token", ("pul-",), 2.0, r"pul-[a-f0-9]{40}"),
    ("readme_token", ("rdme_",), 2.0, r"rdme_[a-z0-9]{70}"),
    ("replicate_token", ("r8_",), 3.0, r"r8_[A-Za-z0-9]{37,40}"),
    ("rubygems_token", ("rubygems_",), 2.0, r"rubygems_[a-f0-9]{48}"),
    ("sas_signature", ("sig=",), 3.0, r"(?<![A-Za-z])sig=([A-Za-z0-9%+/_-]{40,120}(?:={1,2}|%3[dD]){0,2})"),
    ("scalingo_token", ("tk-us-",), 2.0, r"tk-us-[A-Za-z0-9_-]{48}"),
    ("sendinblue_token", ("xkeysib-",), 2.0, r"xkeysib-[a-f0-9]{64}\-(?i:[a-z0-9]{16})"),
    (
        "sentry_org_token",
        ("sntrys_eyjpyxqio",),
        4.5,
        r"sntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43}",
    ),
    ("sentry_user_token", ("sntryu_",), 3.5, r"sntryu_[a-f0-9]{64}"),
    ("settlemint_application_token", ("sm_aat",), 3.0, r"sm_aat_[a-zA-Z0-9]{16}"),
    ("settlemint_personal_token", ("sm_pat",), 3.0, r"sm_pat_[a-zA-Z0-9]{16}"),
    ("settlemint_service_token", ("sm_sat",), 3.0, r"sm_sat_[a-zA-Z0-9]{16}"),
    (
        "shared_access_key",
        ("sharedaccesskey=", "sharedaccesskey ="),
        3.0,
        r"(?i)SharedAccessKey\s{0,4}=\s{0,4}([A-Za-z0-9+/]{40,90}={0,2})",
    ),
    ("shippo_token", ("shippo_",), 2.0, r"shippo_(?:live|test)_[a-fA-F0-9]{40}"),
    ("square_token", ("sq0",), 3.0, r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}"),
    ("supabase_key", ("sbp_", "sb_secret_"), 3.0, r"(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{22,60})"),
    (
        "teams_webhook",
        ("webhook.office.com",),
        0.0,
        r"https://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{60,300}",
    ),
    ("xai_key", ("xai-",), 3.0, r"xai-[A-Za-z0-9]{70,90}"),
)

_SETS = {
    "A": "[A-Za-z0-9]",
    "W": "[A-Za-z0-9_-]",
    "H": "[a-fA-F0-9]",
    "L": "[a-z0-9]",
    "U": "[A-Z0-9]",
    "B": "[A-Za-z0-9+/]",
    "P": "[A-Za-z0-9%]",
    "D": "[0-9]",
}
_UUID = "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}"


def _pattern(form: str) -> tuple[str, str]:
    """(hint, pattern) of a form of `secret_prefixes`: the hint is its longest mark."""
    pattern, marks, at = "", [""], 0
    while at < len(form):
        char, next_ = form[at], form[at + 1 : at + 2]
        if char in _SETS and next_ == "{":
            end = form.index("}", at) + 1
            pattern += _SETS[char] + form[at + 1 : end]
            marks.append("")
            at = end
        elif char == "G" and at == len(form) - 1:
            pattern += _UUID
            at += 1
        elif next_ == "?":
            pattern += char + "?"
            at += 2
        else:
            pattern += char if char.isalnum() else "\\" + char
            marks[-1] += char.lower()
            at += 1
    return max(marks, key=len), "(?<![A-Za-z0-9_-])%s(?![A-Za-z0-9])" % pattern


def _from_prefixes() -> "tuple[tuple[str, tuple[str, ...], float, str], ...]":
    rows = []
    for line in TOKENS.strip().split("\n"):
        kind, *forms = line.split()
        found = [_pattern(form) for form in forms]
        rows.append((kind, tuple(hint for hint, _ in found), 3.0, "|".join(pattern for _, pattern in found)))
    return tuple(rows)


FORMATS = GITLEAKS + _from_prefixes()
