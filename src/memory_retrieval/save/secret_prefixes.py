"""Tokens that begin with a mark of their vendor: what they look like, one a line. Data; `secret_formats` reads it.

A line is the kind, then the forms: marks as they are written, and `{set}{least}` or `{set}{least,most}` of random
characters. Sets: A letters and digits, W also `_` and `-`, H hexadecimal, L small letters and digits, U capital letters
and digits, B base64.
"""

from __future__ import annotations

TOKENS = """
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
firecrawl_key fc-H{32}
tavily_key tvly-dev-A{20,60} tvly-prod-A{20,60} tvly-A{20,60}
e2b_key e2b_H{40} sk_e2b_H{40}
posthog_key phx_A{40,60} phs_A{40,60} phr_A{40,60}
contentful_token CFPAT-W{43}
okta_token 00W{40}
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
beamer_key b_W{44}
together_key tgp_v1_W{40,60}
fireworks_key fw_A{22,40}
cerebras_key csk-L{40,60}
voyage_key pa-W{43}
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
gocardless_token live_W{40} sandbox_W{40}
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
