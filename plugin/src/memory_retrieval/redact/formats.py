"""Tokens that show by their form whose they are. Data, and how its rows are read; `redact` applies them.

A row of a table is the kind, what judges the value (the least entropy in bits a character, or a name that `redact`
knows, or `-`), hints in lower case joined by commas (`\\s` is a space), and the pattern, of which group 1 is removed,
else the whole match. Lines that begin with spaces continue the pattern.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

OWN = r"""
private - <private (?is)<private(?:\s[a-z]{1,20}=[^<>]{0,200})?>.*?(?:</private\s{0,20}>|\Z)
private_key - -----begin
  (?s)-----BEGIN (?:[A-Z0-9 ]{1,40} )?PRIVATE KEY(?: BLOCK)?-----(?=[\s\\]{0,8}n?(?:Proc-Type|[A-Za-z0-9+/]{4}))
  .*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)
aws_access_key 1.5 akia,asia,abia,acca (?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])
aws_secret_key - aws (?i)aws.{0,20}?(?:secret|private).{0,20}?['\"\s:=]+([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])
github_token 1.5 ghp_,gho_,ghu_,ghs_,ghr_,github_pat_
  (?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})
gitlab_token - glpat-,gldt-,glrt-,glptt-,gloas-,glcbt- (?:glpat|gldt|glrt|glptt|gloas|glcbt)-[A-Za-z0-9_\-.]{20,2000}
slack_token - xox,xapp- (?:xox[a-eoprs]|xapp)-[A-Za-z0-9-]{10,2000}
slack_webhook - hooks.slack.com https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,2000}
stripe_key 1.5 k_live_,k_test_,whsec_ (?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,2000}|whsec_[A-Za-z0-9+/=]{24,2000})
google_key - aiza,ya29.,gocspx-
  (?:AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])|ya29\.[A-Za-z0-9_-]{20,2000}|GOCSPX-[A-Za-z0-9_-]{20,2000})
anthropic_key - sk-ant- sk-ant-[A-Za-z0-9_-]{20,2000}
openai_key - sk-
  (?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,2000}|[A-Za-z0-9]{20,2000}(?![A-Za-z0-9-]))
npm_token - npm_ npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])
pypi_token - pypi- pypi-[A-Za-z0-9_-]{50,2000}
huggingface_token - hf_ hf_[A-Za-z0-9]{34,2000}
sendgrid_key - sg. (?<![A-Z0-9])SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}
digitalocean_token - dop_v1_,doo_v1_,dor_v1_ do[opr]_v1_[a-f0-9]{64}(?![A-Za-z0-9])
shopify_token - shpat_,shpca_,shppa_,shpss_ shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}(?![A-Za-z0-9])
vault_token - hvs.,hvb.,hvr. hv[sbr]\.(?=[A-Za-z0-9_-]{0,300}[0-9])[A-Za-z0-9_-]{24,2000}
docker_token - dckr_ dckr_[po]at_[A-Za-z0-9_-]{27,2000}
age_key - age-secret-key-1 (?i)(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{50,2000}
azure_storage_key - accountkey (?i)AccountKey\s{0,4}=\s{0,4}([A-Za-z0-9+/]{60,2000}={0,2})
telegram_token - :aa (?<![0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])
twilio_key - twilio (?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])
jwt - eyj (?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000}
url_password url ://
  (?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s:/@'\"<>\[\](){}]{0,256}:([^\s@'\"<>]{1,256}(?:@[^\s@/'\"<>]{1,128}){0,3})@
authorization key bearer\s,basic\s (?i)\b(?:bearer|basic)\s+([A-Za-z0-9+/_.=-]{16,2000})
"""
"""Rules of our own. Every repetition but that of a block is bounded."""

GITLEAKS = r"""
1password_key 3 a3- A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
1password_token 3 ops_ ops_eyJ[a-zA-Z0-9+/]{250,800}={0,3}
adobe_client_secret 2 p8e- p8e-(?i:[a-z0-9]{32})
airtable_personal_token 0 airtable pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
alibaba_access_key_id 2 ltai LTAI(?i:[a-z0-9]{20})
artifactory_key 3 akcp AKCp[A-Za-z0-9]{69}
artifactory_reference_token 3 cmvmd cmVmd[A-Za-z0-9]{59}
atlassian_token 3 atatt3 ATATT3[A-Za-z0-9_\-=]{180,200}
aws_amazon_bedrock_key 3 absk ABSK[A-Za-z0-9+/]{109,269}={0,2}
azure_client_secret 3 q~ (?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])
clickhouse_cloud_api_key 3 4b1d 4b1d[A-Za-z0-9]{38}
clojars_token 2 clojars_ (?i:CLOJARS_[a-z0-9]{60})
cloudflare_origin_ca_key 2 v1.0- v1\.0-[a-f0-9]{24}-[a-f0-9]{146}
crates_token 3 cio (?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])
databricks_token 3 dapi dapi[a-f0-9]{32}(?:-\d)?
discord_token 3 . (?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])
discord_webhook 0 discord
  https://(?:[a-z]{1,10}\.)?discord(?:app)?\.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{60,80}
doppler_token 2 dp.pt. dp\.pt\.(?i:[a-z0-9]{43})
duffel_token 2 duffel_ duffel_(?:test|live)_(?i:[a-z0-9_\-=]{43})
dynatrace_token 3 dt0c01. dt0c01\.(?i:[a-z0-9]{24}\.[a-z0-9]{64})
easypost_test_token 2 eztk EZTK(?i:[a-z0-9]{54})
easypost_token 2 ezak EZAK(?i:[a-z0-9]{54})
facebook_page_token 3 eaam,eaac EAA[MC](?i:[a-z0-9]{100,800})
facebook_token 3 eaa (?<![A-Za-z0-9])EAA[A-Za-z0-9]{90,400}
figma_token 3 figd_ figd_[A-Za-z0-9_-]{40,60}
flutterwave_key 2 flwseck_test FLWSECK_TEST-(?i:[a-h0-9]{32}-X)
flyio_token 3 fo1_,fm1,fm2_
  fo1_[A-Za-z0-9_-]{43}|fm1[ar]_[a-zA-Z0-9+\/]{100,800}={0,3}|fm2_[a-zA-Z0-9+\/]{100,800}={0,3}
frameio_token 0 fio-u- fio-u-(?i:[a-z0-9\-_=]{64})
gitlab_feature_flag_client_token 3 glffct- glffct-[0-9a-zA-Z_\-]{20}
gitlab_feed_token 3 glft- glft-[0-9a-zA-Z_\-]{20}
gitlab_incoming_mail_token 3 glimt- glimt-[0-9a-zA-Z_\-]{25}
gitlab_kubernetes_agent_token 3 glagent- glagent-[0-9a-zA-Z_\-]{50}
gitlab_rrt 3 gr1348941 GR1348941[A-Za-z0-9_-]{20}
gitlab_scim_token 3 glsoat- glsoat-[0-9a-zA-Z_\-]{20}
grafana_cloud_token 3 glc_ (?i:(?:glc_[A-Za-z0-9+/]{32,400}={0,3}))
grafana_key 3 eyjrijoi (?i:(?:eyJrIjoi[A-Za-z0-9]{70,400}={0,3}))
grafana_token 3 glsa_ (?i:(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}))
groq_key 3 gsk_ gsk_[A-Za-z0-9]{48,56}
hashicorp_tf_token 3 atlasv1 (?i:[a-z0-9]{14}\.(?-i:atlasv1)\.[a-z0-9\-_=]{60,70})
heroku_key 3 hrku-aa HRKU-AA[0-9a-zA-Z_-]{58}
huggingface_organization_token 2 api_org_ api_org_(?i:[a-z]{34})
infracost_token 3 ico- ico-[a-zA-Z0-9]{32}
intra42_client_secret 3 s-s4t2ud-,s-s4t2af- s-s4t2(?:ud|af)-[A-Fa-f0-9]{64}
linear_key 2 lin_api_ lin_api_(?i:[a-z0-9]{40})
mailchimp_key 3 -us (?<![A-Za-z0-9])[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])
mailgun_key 3 key- (?<![A-Za-z0-9-])key-[a-f0-9]{32}(?![A-Za-z0-9])
maxmind_license_key 3 _mmk [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
new_relic_key 3 nrak-,nrjs-,nrii- (?:NRAK-[A-Z0-9]{27}|NRJS-[a-f0-9]{19}|NRII-[A-Za-z0-9-]{32})
notion_token 3 ntn_ ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3}
notion_token 3 secret_ (?<![A-Za-z0-9_])secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])
nuget_key 3 oy2 (?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])
octopus_deploy_key 3 api- API-[A-Z0-9]{26}
openrouter_key 3 sk-or- sk-or-v1-[a-f0-9]{64}
openshift_user_token 3 sha256~ sha256~[A-Za-z0-9_-]{43}
perplexity_key 3 pplx- pplx-[a-zA-Z0-9]{48}
planetscale_oauth_token 3 pscale_oauth_ pscale_oauth_[A-Za-z0-9_=\.-]{32,64}
planetscale_password 3 pscale_pw_ (?i:(?:pscale_pw_(?i:[A-Za-z0-9_=\.-]{32,64})))
planetscale_token 3 pscale_tkn_ pscale_tkn_(?i:[A-Za-z0-9_=\.-]{32,64})
postman_token 3 pmak- PMAK-(?i:[a-f0-9]{24}\-[a-f0-9]{34})
prefect_token 2 pnu_ pnu_[a-zA-Z0-9]{36}
pulumi_token 2 pul- pul-[a-f0-9]{40}
readme_token 2 rdme_ rdme_[a-z0-9]{70}
replicate_token 3 r8_ r8_[A-Za-z0-9]{37,40}
rubygems_token 2 rubygems_ rubygems_[a-f0-9]{48}
sas_signature 3 sig= (?<![A-Za-z])sig=([A-Za-z0-9%+/_-]{40,120}(?:={1,2}|%3[dD]){0,2})
scalingo_token 2 tk-us- tk-us-[A-Za-z0-9_-]{48}
sendinblue_token 2 xkeysib- xkeysib-[a-f0-9]{64}\-(?i:[a-z0-9]{16})
sentry_org_token 3 sntrys_eyjpyxqio
  sntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}
  ={0,2}_[a-zA-Z0-9+/]{43}
sentry_user_token 3 sntryu_ sntryu_[a-f0-9]{64}
settlemint_application_token 3 sm_aat sm_aat_[a-zA-Z0-9]{16}
settlemint_personal_token 3 sm_pat sm_pat_[a-zA-Z0-9]{16}
settlemint_service_token 3 sm_sat sm_sat_[a-zA-Z0-9]{16}
shared_access_key 3 sharedaccesskey=,sharedaccesskey\s= (?i)SharedAccessKey\s{0,4}=\s{0,4}([A-Za-z0-9+/]{40,90}={0,2})
shippo_token 2 shippo_ shippo_(?:live|test)_[a-fA-F0-9]{40}
square_token 3 sq0 sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}
supabase_key 3 sbp_,sb_secret_ (?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{22,60})
teams_webhook 0 webhook.office.com https://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{60,300}
xai_key 3 xai- xai-[A-Za-z0-9]{70,90}
"""
"""Taken from gitleaks 8.30 (https://github.com/gitleaks/gitleaks, config/gitleaks.toml at commit b58d3f102cf3; MIT
license, Copyright (c) 2019 Zachary Rice, see NOTICE): its rules for tokens with a mark of their own, with repetitions
bounded, and without the word boundaries that a token glued to a word would slip past."""

PREFIXES = """
google_refresh_token 1//0W{40,200}
bitbucket_token ATBBA{24,64} ATCTT3W{60,300}
square_token EAAAW{60} sq0atp-W{22} sq0csp-W{43}
braintree_token access_token$production$L{16}$H{32} access_token$sandbox$L{16}$H{32}
twilio_key SKH{32}
resend_key re_A{8}_A{20,40} re_A{20,40}
azure_key A{52}JQQJ99A{10,40} A{30,90}AZDOA{4} B{33,86}+AStB{6}==? A{30,60}AzCaA{6} A{30,60}AzFuA{6,10}
azure_key A{30,60}AzSeA{6,10} B{70,90}ACDbB{6}==?
netlify_token nfp_A{36,60} nfc_A{36,60} nfo_A{36,60} nfu_A{36,60}
neon_key napi_L{40,100} npg_A{12,40}
airtable_token patA{14}.H{64}
asana_token 1/D{10,20}:H{32} 2/D{10,20}/D{10,20}:H{32}
mapbox_token sk.eyJW{20,300}.W{20,60} tk.eyJW{20,300}.W{20,60}
sonar_token squ_H{40} sqp_H{40} sqa_H{40}
elevenlabs_key sk_H{48}
langsmith_key lsv2_pt_H{32}_H{10} lsv2_sk_H{32}_H{10} ls__H{32}
pinecone_key pcsk_A{4,8}_A{40,80} pcsk_W{50,90}
jina_key jina_A{32,90}
okta_token 4.2 00W{40}
beamer_key 4.2 b_W{44}
voyage_key 4.2 pa-W{43}
gocardless_token 4.2 live_W{40} sandbox_W{40}
firecrawl_key fc-H{32}
tavily_key tvly-dev-A{20,60} tvly-prod-A{20,60} tvly-A{20,60}
e2b_key e2b_H{40} sk_e2b_H{40}
posthog_key phx_A{40,60} phs_A{40,60} phr_A{40,60}
contentful_token CFPAT-W{43}
tailscale_key tskey-auth-A{8,40}-A{16,60} tskey-api-A{8,40}-A{16,60} tskey-client-A{8,40}-A{16,60}
tailscale_key tskey-scim-A{8,40}-A{16,60} tskey-webhook-A{8,40}-A{16,60} tskey-A{12,60}
nvidia_key nvapi-W{60,80}
new_relic_license H{32,36}NRAL H{32,36}FFFFNRAL
vercel_token vercel_blob_rw_W{20,80} vcp_A{24,60} vck_A{24,60} vci_A{24,60} vca_A{24,60}
vault_token_old s.A{24}
buildkite_token bkua_H{40} bkaj_A{30,60} bkct_A{30,60}
circleci_token CCIPAT_A{16,30}_H{40} CCIPRJ_A{16,30}_H{40}
launchdarkly_key sdk-G api-G mob-G
flutterwave_key FLWSECK-L{32,40}-X FLWSECK_TEST-L{32,40}-X
harness_token pat.W{20,24}.H{24}.A{20} sat.W{20,24}.H{24}.A{20}
twitter_token AAAAAAAAAAAAAAAAAAAAAP{50,150}
adafruit_key aio_A{28}
yandex_key AQVNW{35,40} y0_W{50,70} t1.W{20,300}.W{80,90}
render_key rnd_A{28,40}
sourcegraph_token sgp_H{16}_H{40} sgp_local_H{40} sgp_H{40}
intercom_token dG9rOB{40,90}=?=?
lob_key live_H{35} test_H{35}
rapidapi_key L{10}mshL{15}p1L{5}jsnL{12}
together_key tgp_v1_W{40,60}
fireworks_key fw_A{22,40}
cerebras_key csk-L{40,60}
runpod_key rpa_U{40,60}
langfuse_key sk-lf-G
helicone_key sk-helicone-L{7}-L{7}-L{7}-L{7}
browserbase_key bb_live_W{24,40}
apify_token apify_api_A{36}
scrapfly_key scp-live-H{32}
brave_key BSAW{27,28}
mongodb_key mdb_sa_sk_W{40}
fauna_key fnAW{36,60}
xata_key xau_A{30,60}
aiven_key AVNS_W{16,24}
cockroach_key CCDB1_A{22}_A{40}
dbt_token dbtc_W{36,60} dbtu_W{36,60} dbts_W{36,60}
axiom_token xaat-G xapt-G
honeycomb_key hcaik_L{50,64} hcalk_L{50,64} hcxik_L{50,64} hcbik_L{50,64} hcamk_L{50,64}
mailersend_token mlsn.H{64}
brevo_key xsmtpsib-H{64}-A{16}
mollie_key live_A{30} test_A{30}
paddle_key pdl_live_apikey_L{26}_A{22}_A{3} pdl_sdbx_apikey_L{26}_A{22}_A{3}
plaid_token access-production-G access-sandbox-G access-development-G
woocommerce_key ck_H{40} cs_H{40}
hubspot_token pat-na1-G pat-na2-G pat-eu1-G
salesforce_token 00DA{12,15}!W{80,120}
linear_oauth_token lin_oauth_H{64}
clickup_token pk_D{5,10}_U{32}
trello_token ATTAH{60,80}
dropbox_token sl.W{100,300} sl.u.W{100,1500}
ory_token ory_at_W{40,90} ory_pat_A{32} ory_st_A{32} ory_rt_W{40,90}
statsig_key secret-A{40,60}
pubnub_key sec-c-A{48}
onesignal_key os_v2_app_L{80,130} os_v2_org_L{80,130}
pinterest_token pina_W{50,120}
typeform_token tfp_W{40,90}
calcom_key cal_live_H{32}
klaviyo_key pk_H{34}
svix_key testsk_W{32,50}
trigger_key tr_dev_A{20,40} tr_prod_A{20,40}
inngest_key signkey-prod-H{64} signkey-test-H{64} signkey-branch-H{32,64}
deno_token ddp_A{36} ddw_A{36} jsrp_A{36}
expo_token exponent_A{40}
wandb_key wandb_v1_W{40,100}
baseten_key bt_A{40}
firebase_key AAAAA{7}:APA91bW{130,160}
n8n_key n8n_api_A{40,80}
buildbuddy_key bldr_A{20,40}
infisical_token st.H{24}.H{32}.H{32}
gitea_token gta_H{40}
packagist_token packagist_ack_A{40,90} packagist_uut_A{40,90}
telegram_token D{8,10}:AAW{33}
discord_token mfa.W{80,90}
stripe_key sk_org_live_A{30,110} rk_org_live_A{30,110} pmc_live_A{24}
checkout_key sk_sbox_L{26,32}
shopify_token shpss_H{32} shpua_H{32} shprt_H{32} shptka_H{32}
slack_token xapp-D{1}-U{9,12}-D{10,14}-H{64} xoxe.xoxp-D{1}-A{100,200} xwfp-W{30,200}
wakatime_key waka_G
doppler_token dp.st.W{2,20}.A{40,44} dp.st.W{40,80} dp.sa.A{40,44} dp.ct.A{40,44} dp.scim.A{40,44}
doppler_token dp.audit.A{40,44} dp.said.A{40,44}
gitlab_token gloas-W{64} glsoat-W{20} _gitlab_session=H{32}
docker_token dckr_oat_W{27,40}
cloudflare_token v1.0-H{24}-H{146} cfut_A{40,60} cfat_A{40,60} cfk_A{40,60}
anthropic_key sk-ant-W{30,120}
openai_key sk-None-A{40,60} sk-service-W{40,60}
digitalocean_token dop_v1_H{64} dosat_A{30,60} dckr_pat_W{27}
supabase_key sb_secret_W{22,60} sbp_H{40} sbp_oauth_H{40}
snyk_token snyk_uat.H{8}.W{60,300}
sentry_token sntrys_W{80,300} sntryu_H{64}
kubeconfig_key LS0tLS1CRUdJTiBQUklWQVRFB{40,8000}=?=? LS0tLS1CRUdJTiBSU0EgUFJJB{40,8000}=?=?
kubeconfig_key LS0tLS1CRUdJTiBFQyBQUklWB{40,8000}=?=? LS0tLS1CRUdJTiBPUEVOU1NIB{40,8000}=?=?
kubeconfig_key LS0tLS1CRUdJTiBFTkNSWVBUB{40,8000}=?=? LS0tLS1CRUdJTiBEU0EgUFJJB{40,8000}=?=?
kubeconfig_key LS0tLS1CRUdJTiBQR1AgUFJJB{40,8000}=?=?
"""
"""Tokens that begin with a mark of their vendor. A line is the kind; how many bits a character the token has at least
(default: 3; 4.2 tell one from a file named `0044-data-representation-migration-testing`); then the forms: marks
as they are written, and `{set}{least}` or `{set}{least,most}` of random characters. Sets: A letters and digits,
W also `_` and `-`, H hexadecimal, L small letters and digits, U capital letters and digits, B base64."""

_SETS = {
    "A": "[A-Za-z0-9]",
    "W": "[A-Za-z0-9_-]",
    "H": "[a-fA-F0-9]",
    "L": "[a-z0-9]",
    "U": "[A-Z0-9]",
}
_SETS.update({"B": "[A-Za-z0-9+/]", "P": "[A-Za-z0-9%]", "D": "[0-9]"})
_UUID = "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}"


def _pattern(form: str) -> tuple[str, str]:
    """(hint, pattern) of a form of PREFIXES: the hint is its longest mark."""
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
    return max(marks, key=len), f"(?<![A-Za-z0-9_-]){pattern}(?![A-Za-z0-9])"


def rows(table: str) -> tuple[tuple[str, str, tuple[str, ...], str], ...]:
    """(kind, judge, hints, pattern) of the rows of a table."""
    found = []
    for line in table.strip().replace("\n  ", "\r").split("\n"):
        head, _, pattern = line.partition("\r")
        kind, judge, hints, *more = head.split(" ", 3)
        found.append(
            (
                kind,
                judge,
                tuple(hints.replace("\\s", " ").split(",")),
                "".join(more) + pattern.replace("\r", ""),
            )
        )
    return tuple(found)


def _of_prefixes() -> Iterator[tuple[str, str, tuple[str, ...], str]]:
    for line in PREFIXES.strip().split("\n"):
        kind, *forms = line.split()
        bits = forms.pop(0) if forms[0].replace(".", "").isdigit() else "3"
        found = [_pattern(form) for form in forms]
        yield (
            kind,
            bits,
            tuple(hint for hint, _ in found),
            "|".join(pattern for _, pattern in found),
        )


FORMATS = (*rows(GITLEAKS), *_of_prefixes())
