-- The effect of all migrations. Generated: npm run golden

-- Tables

access_tokens
  hash text not null
  kind text not null
  credential_id uuid not null
  user_id uuid not null
  tenant_id uuid not null
  environment_id uuid not null
  mode text not null
  hint text not null
  scopes text[] not null
  client_id text
  client_name text
  created_at timestamp(3) with time zone not null default now()
  expires_at timestamp(3) with time zone not null
  revoked_at timestamp(3) with time zone
accounts
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  fingerprint text not null
  institution_name text
  name text not null
  holder_names text[] not null default '{}'::text[]
  number_sealed text
  last4 text
  routing_number text
  type text not null
  currency text not null
  is_included boolean not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  official_name text
  subtype text
  is_business boolean
  is_primary boolean not null default false
  duplicate_of uuid
  merged_into uuid
  routing_sealed text
  stated_periods jsonb not null default '[]'::jsonb
  holder_search text not null default ''::text
analytics_versions
  environment_id uuid not null
  submission_id uuid not null
  version integer not null
  data_version bigint not null
  as_of date
  digest text not null
  basis jsonb not null
  metrics jsonb not null
  taken_at timestamp(3) with time zone not null default now()
anomaly_notes
  environment_id uuid not null
  submission_id uuid not null
  id text not null
  status text not null
  note text
  updated_by text not null
  updated_at timestamp(3) with time zone not null default now()
api_keys
  tenant_id uuid not null
  environment_id uuid not null
  id uuid not null
  key_hash text not null
  name text not null
  mode text not null
  hint text not null
  status text not null default 'active'::text
  scopes text[] not null
  ip_allowlist text[] not null default '{}'::text[]
  expires_at timestamp(3) with time zone
  last_used_at timestamp(3) with time zone
  last_used_ip text
  rotated_from uuid
  rotated_to uuid
  grace_ends_at timestamp(3) with time zone
  created_by text
  metadata jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  revoked_at timestamp(3) with time zone
  broker_id uuid
app_installations
  environment_id uuid not null
  id uuid not null
  slug text not null
  version text not null
  status text not null default 'active'::text
  config jsonb not null default '{}'::jsonb
  secrets_sealed text
  installed_by text not null
  installed_at timestamp(3) with time zone not null default now()
approvals
  environment_id uuid not null
  id uuid not null
  run_id uuid not null
  step_id uuid not null
  submission_id uuid
  title text not null
  summary text
  fields jsonb not null default '[]'::jsonb
  assignees text[] not null
  status text not null default 'pending'::text
  due_at timestamp(3) with time zone
  decided_by text
  decided_at timestamp(3) with time zone
  comment text
  field_values jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
attempts
  subject text not null
  count integer not null
  waits_until timestamp(3) with time zone
  expires_at timestamp(3) with time zone not null
attribute_overrides
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  entity text not null
  entity_index integer not null
  attribute text not null
  value_sealed text not null
  reason text
  actor_name text not null
  updated_at timestamp(3) with time zone not null default now()
  identity_sealed text
attribute_sources
  environment_id uuid not null
  id uuid not null
  attribute_id uuid not null
  body jsonb not null
  created_at timestamp(3) with time zone not null default now()
audit_heads
  environment_id uuid not null
  sequence bigint not null
  hash text not null
  seal text
  base_sequence bigint
  base_hash text
  base_seal text
audit_log
  environment_id uuid not null
  id uuid not null
  at timestamp(3) with time zone not null default now()
  actor_type text not null
  actor_id text
  actor_name text
  api_key_hint text
  ip text
  user_agent text
  action text not null
  resource_type text not null
  resource_id text
  submission_id uuid
  summary text not null
  changes jsonb not null default '[]'::jsonb
  request_id text
  sequence bigint
  hash text
  previous_hash text
  seal text
benchmark_values
  environment_id uuid not null
  submission_id uuid not null
  business_key text not null
  currency text not null
  naics_code text
  monthly_revenue double precision
  metrics jsonb not null
  computed_at timestamp(3) with time zone not null default now()
  anomalies jsonb not null default '{}'::jsonb
broker_files
  environment_id uuid not null
  id uuid not null
  broker_id uuid not null
  broker_submission_id uuid not null
  filename text not null
  content_type text not null
  size_bytes bigint not null
  sha256 text not null
  storage_key text
  wrapped_key text
  status text not null default 'received'::text
  document_class text
  page_count integer
  error_code text
  findings_sealed text
  document_id uuid
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
broker_submissions
  environment_id uuid not null
  id uuid not null
  broker_id uuid not null
  key_id uuid
  reference text not null
  status text not null default 'draft'::text
  company_info jsonb not null
  ein_sealed text
  owners_sealed text
  request jsonb
  notes text
  metadata jsonb not null default '{}'::jsonb
  history jsonb not null default '[]'::jsonb
  submission_id uuid
  submitted_at timestamp(3) with time zone
  reviewed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
brokers
  environment_id uuid not null
  id uuid not null
  name text not null
  email text not null
  status text not null default 'active'::text
  commission_note text
  metadata jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
connector_calls
  environment_id uuid not null
  id uuid not null
  integration_id uuid not null
  at timestamp(3) with time zone not null
  method text not null
  endpoint text not null
  response_status integer
  duration_ms integer not null
  error_code text
corrections
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  row_key text not null
  override jsonb not null
  feedback jsonb not null
  created_at timestamp(3) with time zone not null default now()
crm_integrations
  environment_id uuid not null
  id uuid not null
  provider text not null
  name text not null
  status text not null default 'pending'::text
  credentials_sealed text
  token_sealed text
  token_awaited_until timestamp(3) with time zone
  config jsonb not null
  field_mappings jsonb not null
  value_mappings jsonb not null default '[]'::jsonb
  paused_until timestamp(3) with time zone
  next_fire_at timestamp(3) with time zone
  pulled_until timestamp(3) with time zone
  remote_fields jsonb
  remote_fields_at timestamp(3) with time zone
  error jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
crm_records
  environment_id uuid not null
  integration_id uuid not null
  object text not null
  our_key text not null
  submission_id uuid not null
  role text not null
  remote_id text
  checksum text
  fields_sealed text
  synced_at timestamp(3) with time zone not null default now()
crm_syncs
  environment_id uuid not null
  id uuid not null
  integration_id uuid not null
  status text not null
  trigger text not null
  direction text not null
  is_dry_run boolean not null default false
  is_full boolean not null default false
  takes_changed boolean not null default false
  changed_since timestamp(3) with time zone
  submission_ids uuid[] not null default '{}'::uuid[]
  is_pulled boolean not null default false
  counts jsonb not null
  items jsonb not null default '[]'::jsonb
  error jsonb
  started_at timestamp(3) with time zone
  finished_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
data_sources
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  type text not null
  provider text not null
  external_id text
  name text not null
  status text not null default 'active'::text
  document_id uuid
  link_id uuid
  is_included boolean not null default true
  institution_name text
  last_synced_at timestamp(3) with time zone
  error jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
deliveries
  environment_id uuid not null
  id uuid not null
  webhook_id uuid not null
  event_id text not null
  event_type text not null
  payload bytea not null
  status text not null default 'pending'::text
  attempt_count integer not null default 0
  next_attempt_at timestamp(3) with time zone
  attempts jsonb not null default '[]'::jsonb
  is_test boolean not null default false
  is_replay boolean not null default false
  replay_of uuid
  created_at timestamp(3) with time zone not null default now()
  completed_at timestamp(3) with time zone
descriptors
  environment_id uuid not null
  key bigint not null
  text text not null
  last_date date not null
  words tsvector default to_tsvector('simple'::regconfig, text)
document_classes
  environment_id uuid not null
  id uuid not null
  name text not null
  is_builtin boolean not null default false
  is_active boolean not null default true
  body jsonb not null
  retention_days integer
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
document_readings
  environment_id uuid not null
  document_id uuid not null
  submission_id uuid not null
  parser text not null
  content_sealed text not null
  created_at timestamp(3) with time zone not null default now()
document_signals
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  document_id uuid not null
  position integer not null
  signal_key text not null
  code text not null
  group text not null
  severity text not null
  confidence real not null
  points integer not null
  page integer
  box real[]
  found text
  expected text
  explanation text not null
  is_comparison boolean not null
  is_dismissed boolean not null default false
  dismissed_by text
  dismissed_reason text
  dismissed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
documents
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  external_id text
  filename text not null
  original_filename text not null
  display_name text not null
  content_type text not null
  size_bytes bigint not null
  sha256 text not null
  storage_key text not null
  wrapped_key text
  password_sealed text
  page_count integer
  document_class text
  document_subtype text
  classification jsonb
  status text not null default 'uploaded'::text
  status_before_exclusion text
  progress real not null default 0
  error_code text
  error_message text
  source text not null default 'upload'::text
  parent_document_id uuid
  page_start integer
  page_end integer
  duplicate_of uuid
  is_included boolean not null default true
  crashes integer not null default 0
  facts jsonb
  period_start date
  period_end date
  institution_name text
  account_masks text[] not null default '{}'::text[]
  statements_count integer not null default 0
  transactions_count integer not null default 0
  reconciliation jsonb
  problems jsonb not null default '[]'::jsonb
  metadata jsonb not null default '{}'::jsonb
  tags text[] not null default '{}'::text[]
  parsed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  authenticity jsonb
  review jsonb
  named_by text not null default 'upload'::text
  problems_as_read jsonb
  segments jsonb
  statement_year smallint
  stated_period jsonb
email_attachments
  environment_id uuid not null
  id uuid not null
  email_id uuid not null
  position integer not null
  filename text not null
  content_type text not null
  size_bytes bigint not null
  is_inline boolean not null default false
  document_id uuid
  ignored text
email_templates
  environment_id uuid not null
  id uuid not null
  name text not null
  is_builtin boolean not null default false
  is_active boolean not null default true
  version integer not null default 1
  body jsonb not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
emails
  environment_id uuid not null
  id uuid not null
  direction text not null
  status text not null
  submission_id uuid
  broker_id uuid
  message_id text
  in_reply_to text
  reference_ids text[] not null default '{}'::text[]
  thread_id uuid not null
  from_name text
  from_address text
  recipients jsonb not null default '{}'::jsonb
  envelope jsonb not null default '{}'::jsonb
  reply_to text
  subject text not null default ''::text
  body_sealed text
  template_id uuid
  is_captured boolean not null default false
  is_automatic boolean not null default false
  attempts integer not null default 0
  size_bytes bigint
  sha256 text
  storage_key text
  wrapped_key text
  authentication jsonb
  match jsonb
  spam_score real
  error jsonb
  received_at timestamp(3) with time zone
  sent_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
enricher_results
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  enricher text not null
  status text not null
  input_hash text not null
  content_sealed text not null
  missing_inputs text[] not null default '{}'::text[]
  confidence real
  error jsonb
  duration_ms integer
  requested_by text not null
  created_at timestamp(3) with time zone not null default now()
  completed_at timestamp(3) with time zone
entities
  environment_id uuid not null
  id uuid not null
  name text not null
  is_builtin boolean not null
  body jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
entity_attributes
  environment_id uuid not null
  id uuid not null
  entity_id uuid not null
  name text not null
  is_builtin boolean not null
  body jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
environments
  id uuid not null
  tenant_id uuid not null
  mode text not null
  created_at timestamp(3) with time zone not null default now()
events
  environment_id uuid not null
  id text not null
  type text not null
  submission_id uuid
  payload bytea not null
  created_at timestamp(3) with time zone not null default now()
feedback
  environment_id uuid not null
  id uuid not null
  target_type text not null
  target_id text not null
  submission_id uuid
  kind text not null
  status text not null
  rating smallint
  value jsonb not null default '{}'::jsonb
  comment text
  apply_to text
  applied_rule_id uuid
  affected_count integer not null default 0
  previous jsonb not null default '[]'::jsonb
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
file_rename_rules
  environment_id uuid not null
  id uuid not null
  name text not null
  document_class text
  template text not null
  is_active boolean not null default true
  position integer not null default 0
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
funder_matches
  environment_id uuid not null
  submission_id uuid not null
  policy_id uuid not null
  funder_id uuid not null
  body jsonb not null
  evaluated_at timestamp(3) with time zone not null default now()
  basis text
funder_policies
  environment_id uuid not null
  id uuid not null
  funder_id uuid not null
  name text not null
  is_active boolean not null default true
  version integer not null default 1
  body jsonb not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
funder_submissions
  environment_id uuid not null
  id uuid not null
  funder_id uuid not null
  submission_id uuid not null
  policy_id uuid
  status text not null
  body jsonb not null
  sent_at timestamp(3) with time zone
  responded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
funders
  environment_id uuid not null
  id uuid not null
  name text not null
  is_global boolean not null
  body jsonb not null default '{}'::jsonb
  metadata jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  api_headers_sealed text
house_secrets
  name text not null
  sealed text not null
idempotency_keys
  environment_id uuid not null
  key text not null
  fingerprint text not null
  state text not null
  fence uuid not null
  lease_until timestamp(3) with time zone not null
  status smallint
  headers jsonb
  body text
  created_at timestamp(3) with time zone not null default now()
imports
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  provider text not null
  format text not null
  status text not null
  data_source_id uuid
  document_id uuid
  options jsonb not null
  result jsonb
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  finished_at timestamp(3) with time zone
integrations
  environment_id uuid not null
  id uuid not null
  provider text not null
  name text not null
  category text not null
  status text not null
  is_synthetic boolean not null default false
  config jsonb not null default '{}'::jsonb
  credentials_sealed text
  last_used_at timestamp(3) with time zone
  last_error jsonb
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
invitations
  id uuid not null
  tenant_id uuid not null
  email text not null
  role text not null
  token_hash text not null
  created_by text
  created_at timestamp(3) with time zone not null default now()
  expires_at timestamp(3) with time zone not null
  accepted_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  broker_id uuid
iso_applications
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  document_id uuid not null
  source text not null
  stated_sealed text
  fills_submission boolean not null default false
  attempts integer not null default 1
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
item_removals
  environment_id uuid not null
  id uuid not null
  provider text not null
  external_item_id text
  access_sealed text
  status text not null
  error jsonb
  created_at timestamp(3) with time zone not null default now()
jobs
  environment_id uuid not null
  id uuid not null
  kind text not null
  payload jsonb not null
  unique_key text
  state text not null default 'queued'::text
  run_at timestamp(3) with time zone not null default now()
  lease_until timestamp(3) with time zone
  fence bigint not null default 0
  attempt integer not null default 0
  last_error text
  created_at timestamp(3) with time zone not null default now()
  lane text
  postponed smallint not null default 0
  traceparent text
kept_reports
  environment_id uuid not null
  submission_id uuid not null
  report text not null
  data_version bigint not null
  key text not null
  body bytea not null
kept_rows
  environment_id uuid not null
  submission_id uuid not null
  data_version bigint not null
  format integer not null
  body bytea not null
  missing_accounts jsonb
layouts
  environment_id uuid not null
  version integer not null
  body json not null
  updated_by text not null
  updated_at timestamp(3) with time zone not null default now()
links
  environment_id uuid not null
  id uuid not null
  integration_id uuid not null
  submission_id uuid not null
  provider text not null
  external_item_id text
  status text not null
  institution_name text
  accounts jsonb not null default '[]'::jsonb
  access_token_sealed text
  session_hash text
  cursor text
  page_cursor text
  consecutive_failures integer not null default 0
  next_sync_at timestamp(3) with time zone
  last_synced_at timestamp(3) with time zone
  consent_expires_at timestamp(3) with time zone
  error jsonb
  data_source_id uuid
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
logos
  environment_id uuid not null
  content_type text not null
  width integer not null
  height integer not null
  size_bytes bigint not null
  sha256 text not null
  storage_key text not null
  wrapped_key text not null
  updated_by text not null
  updated_at timestamp(3) with time zone not null default now()
mail_addresses
  environment_id uuid not null
  tag text not null
  submission_id uuid
  broker_id uuid
  created_at timestamp(3) with time zone not null default now()
mail_hooks
  environment_id uuid not null
  token_hash text not null
  created_at timestamp(3) with time zone not null default now()
mailboxes
  environment_id uuid not null
  id uuid not null
  uid_validity text
  last_uid bigint not null default 0
  read_until timestamp(3) with time zone
  taken_count integer not null default 0
  consecutive_failures integer not null default 0
  next_read_at timestamp(3) with time zone
  updated_at timestamp(3) with time zone not null default now()
memberships
  tenant_id uuid not null
  user_id uuid not null
  role text not null
  created_by text
  created_at timestamp(3) with time zone not null default now()
  removed_at timestamp(3) with time zone
  broker_id uuid
merchant_totals
  environment_id uuid not null
  submission_id uuid not null
  merchant_id uuid not null
  currency text not null
  transactions_count integer not null
  inflow bigint not null
  outflow bigint not null
  first_date date not null
  last_date date not null
merchants
  environment_id uuid not null
  id uuid not null
  key text not null
  name text not null
  normalized_name text not null
  seen_category text
  group_slugs text[] not null default '{}'::text[]
  own_groups text[]
  own_category text
  own_aliases text[] not null default '{}'::text[]
  metadata jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
metric_snapshots
  environment_id uuid not null
  submission_id uuid not null
  data_version bigint not null
  as_of date
  metrics jsonb not null
  previous jsonb not null default '{}'::jsonb
  computed_at timestamp(3) with time zone not null default now()
  partial jsonb not null default '{}'::jsonb
mfa_factors
  user_id uuid not null
  id uuid not null
  kind text not null
  name text not null
  secret_sealed text
  passkey jsonb
  last_counter bigint
  created_at timestamp(3) with time zone not null default now()
  confirmed_at timestamp(3) with time zone
  last_used_at timestamp(3) with time zone
migrations
  name text not null
  applied_at timestamp(3) with time zone not null default now()
missing_accounts
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  status text not null
  updated_at timestamp(3) with time zone not null default now()
notes
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  text_sealed text not null
  author_type text not null
  author_id text
  author_name text
  created_at timestamp(3) with time zone not null default now()
  decision text
  document_id uuid
  taken_back_at timestamp(3) with time zone
oauth_grants
  id uuid not null
  user_id uuid not null
  tenant_id uuid not null
  mode text not null
  client_id text not null
  client_name text not null
  redirect_host text not null
  scopes text[] not null
  session_id uuid not null
  created_at timestamp(3) with time zone not null default now()
  expires_at timestamp(3) with time zone not null
  last_used_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
oauth_records
  kind text not null
  id_hash text not null
  grant_id uuid
  uid_hash text
  payload_sealed text not null
  created_at timestamp(3) with time zone not null default now()
  expires_at timestamp(3) with time zone
  consumed_at timestamp(3) with time zone
policies
  environment_id uuid not null
  id uuid not null
  name text not null
  status text not null
  version integer not null default 1
  published_version integer
  is_active boolean not null default true
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  deleted_at timestamp(3) with time zone
  published_rules jsonb
policy_evaluations
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  policy_id uuid
  policy_name text not null
  policy_version integer
  trigger text not null
  result text not null
  decision text not null
  score double precision
  results jsonb not null
  flips jsonb not null
  previous_id uuid
  analytics_version bigint not null
  as_of date
  duration_ms double precision not null
  evaluated_by text not null
  created_at timestamp(3) with time zone not null default now()
policy_versions
  environment_id uuid not null
  policy_id uuid not null
  version integer not null
  rule_ids uuid[] not null
  body jsonb not null
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
portfolio_facts
  environment_id uuid not null
  submission_id uuid not null
  created_on date not null
  data_version bigint not null default 0
  data jsonb
  contributions jsonb not null default '[]'::jsonb
  counts jsonb
portfolio_totals
  environment_id uuid not null
  grain text not null
  facet text not null
  bucket date not null
  key text not null
  slot smallint not null
  count bigint not null
  sum numeric not null
portfolio_versions
  environment_id uuid not null
  slot smallint not null
  version bigint not null
position_decisions
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  decision jsonb not null
  anchors text[] not null default '{}'::text[]
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
positions
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  body jsonb not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
processed_files
  environment_id uuid not null
  id uuid not null
  filename text not null
  content_type text not null
  size_bytes bigint not null
  sha256 text not null
  operations text[] not null
  wanted_class text
  status text not null
  storage_key text
  wrapped_key text
  document_id uuid
  submission_id uuid
  content_sealed text
  created_at timestamp(3) with time zone not null default now()
  finished_at timestamp(3) with time zone
processing_runs
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  number integer not null
  status text not null default 'running'::text
  stages jsonb not null default '[]'::jsonb
  error jsonb
  started_at timestamp(3) with time zone not null default now()
  finished_at timestamp(3) with time zone
provider_accounts
  environment_id uuid not null
  submission_id uuid not null
  provider text not null
  external_id text not null
  account_id uuid not null
provider_changes
  environment_id uuid not null
  submission_id uuid not null
  provider text not null
  external_id text not null
  change text not null
rate_limits
  environment_id uuid not null
  api_key_id uuid not null
  class text not null
  tokens double precision not null
  at timestamp(3) with time zone not null
  holder uuid not null
  granted integer not null
  shared_until timestamp(3) with time zone not null
reading_patches
  environment_id uuid not null
  id uuid not null
  document_id uuid not null
  path text not null
  change_sealed text not null
  reason text
  actor_name text not null
  created_at timestamp(3) with time zone not null default now()
recovery_codes
  user_id uuid not null
  hash text not null
  used_at timestamp(3) with time zone
registry_merchants
  id uuid not null
  key text not null
  name text not null
  normalized_name text not null
  aliases text[] not null
  category_in text
  category_out text
  group_slugs text[] not null
  funder_type text
  is_ambiguous boolean not null
  version text not null
request_log
  environment_id uuid not null
  id uuid not null
  at timestamp(3) with time zone not null
  method text not null
  route text not null
  path text not null
  status smallint not null
  duration_ms real not null
  api_key_id uuid not null
  ip text
  user_agent text
  idempotency_key text
  is_replay boolean not null
  error_code text
  error_param text
  body_outline jsonb
  credential_kind text not null default 'api_key'::text
rule_verdicts
  environment_id uuid not null
  submission_id uuid not null
  rule_id uuid not null
  state text not null
  note text
  given_by text not null
  given_at timestamp(3) with time zone not null default now()
rule_versions
  environment_id uuid not null
  rule_id uuid not null
  version integer not null
  name text not null
  body jsonb not null
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
rules
  environment_id uuid not null
  id uuid not null
  name text not null
  version integer not null default 1
  is_active boolean not null default true
  mode text not null
  metrics text[] not null default '{}'::text[]
  tags text[] not null default '{}'::text[]
  funder_id uuid
  body jsonb not null
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  deleted_at timestamp(3) with time zone
sandbox_inboxes
  environment_id uuid not null
  response_status smallint not null default 200
  response_delay_ms integer not null default 0
sandbox_messages
  environment_id uuid not null
  id uuid not null
  webhook_id uuid not null
  delivery_id uuid not null
  event_id text not null
  event_type text not null
  headers jsonb not null
  body text not null
  response_status smallint not null
  received_at timestamp(3) with time zone not null default now()
sealing_keys
  kid text not null
  proof text
  first_used_at timestamp(3) with time zone not null default now()
  written_at timestamp(3) with time zone
search_words
  environment_id uuid not null
  word text not null
  descriptors_count integer not null
  added_at timestamp(3) with time zone not null default now()
second_opinions
  environment_id uuid not null
  descriptor_key bigint not null
  is_inflow boolean not null
  category_slug text
  confidence double precision
  model text not null
  asked_at timestamp(3) with time zone not null default now()
sessions
  id uuid not null
  user_id uuid not null
  secret_hash text not null
  tenant_id uuid
  mode text
  created_at timestamp(3) with time zone not null default now()
  last_seen_at timestamp(3) with time zone not null default now()
  ip text
  user_agent text
  mfa_at timestamp(3) with time zone
  verified_at timestamp(3) with time zone not null default now()
  revoked_at timestamp(3) with time zone
settings_versions
  environment_id uuid not null
  version integer not null
  id uuid not null
  values json not null
  formula_version integer not null
  changes jsonb not null
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
statement_overrides
  environment_id uuid not null
  document_id uuid not null
  statement_id uuid not null
  field text not null
  statement_index integer not null
  value jsonb not null
  read_value jsonb
  actor_name text not null
  created_at timestamp(3) with time zone not null default now()
statements
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  document_id uuid not null
  account_id uuid not null
  index integer not null
  institution_name text
  account_last4 text
  account_type text not null
  currency text not null
  start_date date
  end_date date
  opening_balance bigint
  closing_balance bigint
  printed_totals jsonb not null
  average_balance_printed bigint
  sections jsonb not null default '[]'::jsonb
  daily_balances jsonb not null default '[]'::jsonb
  reconciliation_status text not null
  reconciliation jsonb not null
  choices text[] not null default '{}'::text[]
  layout_id text
  page_start integer
  page_end integer
  transactions_count integer not null
  created_at timestamp(3) with time zone not null default now()
  data_source_id uuid
  holder_names text[] not null default '{}'::text[]
  is_included boolean not null default true
  duplicate_of uuid
  holder_address text
  fees_printed jsonb
  currency_source text
  derived_edges text[] not null default '{}'::text[]
  fingerprint text
  taught jsonb not null default '[]'::jsonb
  read_currency_source text
  removed_rows jsonb not null default '[]'::jsonb
stip_requests
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  email_id uuid
  items jsonb not null
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
streams
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  body jsonb not null
submissions
  environment_id uuid not null
  id uuid not null
  external_id text
  name text not null
  status text not null default 'new'::text
  status_before_archive text
  company_info jsonb not null default '{}'::jsonb
  ein_sealed text
  ein_blind text
  owners_sealed text
  request jsonb
  deal_stage text
  decline_reasons text[] not null default '{}'::text[]
  source text not null default 'api'::text
  assigned_to text
  tags text[] not null default '{}'::text[]
  metadata jsonb not null default '{}'::jsonb
  auto_process boolean
  data_quality jsonb
  latest jsonb
  failure jsonb
  data_version bigint not null default 0
  processed_at timestamp(3) with time zone
  archived_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  match_keys text[] not null default '{}'::text[]
  search_text text not null default ((((((name || ' '::text) || COALESCE((company_info ->> 'name'::text), ''::text)) || ' '::text) || COALESCE((company_info ->> 'dba'::text), ''::text)) || ' '::text) || COALESCE(external_id, ''::text))
  kept_offer jsonb
taught_layouts
  environment_id uuid not null
  id uuid not null
  fingerprint text not null
  institution_name text
  format text
  rules jsonb not null
  rule_documents jsonb not null
  account_sealed text
  taught_by text not null
  uses_count integer not null default 0
  last_used_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
tenant_rules
  environment_id uuid not null
  id uuid not null
  descriptor text not null
  is_inflow boolean not null
  override jsonb not null
  transaction_id uuid
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
tenants
  id uuid not null
  name text not null
  created_at timestamp(3) with time zone not null default now()
transactions
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  account_id uuid not null
  document_id uuid
  statement_id uuid
  external_id text
  source text not null
  date date not null
  position integer not null default 0
  posted_at timestamp(3) with time zone
  amount bigint not null
  currency text not null
  balance bigint
  balance_source text
  raw_description text not null
  description text not null
  normalized_description text
  merchant_name text
  counterparty jsonb
  mcc_code text
  bank_type text
  channel text
  check_number text
  provider_category text
  category_slug text
  categories jsonb not null default '[]'::jsonb
  category_confidence real
  category_source text
  category_rule_id text
  flags text[] not null default '{}'::text[]
  fee_kind text
  is_revenue boolean not null default false
  exclusion_reason text
  is_debt boolean not null default false
  is_recurring boolean not null default false
  is_pending boolean not null default false
  is_duplicate boolean not null default false
  duplicate_of uuid
  matched_transaction_id uuid
  match_score integer
  stream_id uuid
  position_id uuid
  position_role text
  funder_id text
  needs_review boolean not null default false
  page integer
  box real[]
  line_text text
  override jsonb
  feedback jsonb
  metadata jsonb not null default '{}'::jsonb
  enriched_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  row_key text
  source_merchant_name text
  data_source_id uuid
  merchant_id uuid
  descriptor_key bigint default hashtextextended(normalized_description, (0)::bigint)
  as_read jsonb
upload_links
  environment_id uuid not null
  id uuid not null
  submission_id uuid not null
  token_hash text not null
  items jsonb not null
  expires_at timestamp(3) with time zone not null
  file_count integer not null default 0
  last_used_at timestamp(3) with time zone
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
usage_calls
  environment_id uuid not null
  date date not null
  api_key_id uuid not null
  method text not null
  path text not null
  calls bigint not null default 0
  errors bigint not null default 0
  durations bigint[] not null
  credential_kind text not null default 'api_key'::text
usage_counters
  environment_id uuid not null
  date date not null
  name text not null
  value bigint not null default 0
user_layouts
  environment_id uuid not null
  user_id uuid not null
  version integer not null
  body json not null
  updated_at timestamp(3) with time zone not null default now()
users
  id uuid not null
  email text not null
  name text not null
  password_hash text
  password_changed_at timestamp(3) with time zone
  status text not null default 'active'::text
  locale text
  created_at timestamp(3) with time zone not null default now()
  last_login_at timestamp(3) with time zone
webhooks
  environment_id uuid not null
  id uuid not null
  url text not null
  description text
  events text[] not null
  status text not null default 'active'::text
  secret_sealed text not null
  secret_hint text not null
  next_secret_sealed text
  grace_ends_at timestamp(3) with time zone
  headers_sealed text
  header_names text[] not null default '{}'::text[]
  consecutive_failures integer not null default 0
  last_success_at timestamp(3) with time zone
  last_failure_at timestamp(3) with time zone
  disabled_at timestamp(3) with time zone
  disabled_reason text
  notification_email text
  metadata jsonb not null default '{}'::jsonb
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
workflow_runs
  environment_id uuid not null
  id uuid not null
  workflow_id uuid not null
  version integer not null
  status text not null default 'queued'::text
  trigger jsonb not null
  trigger_key text
  submission_id uuid
  input jsonb not null
  output jsonb
  variables jsonb not null
  scopes text[] not null
  is_silent boolean not null default false
  error jsonb
  started_at timestamp(3) with time zone
  finished_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  parent_run_id uuid
  parent_step_id uuid
  cause_run_id uuid
  depth integer not null default 0
  trace_id text
  is_dry boolean not null default false
  steps_removed_at timestamp(3) with time zone
workflow_steps
  environment_id uuid not null
  id uuid not null
  run_id uuid not null
  node_id text not null
  iteration text not null default ''::text
  attempt integer not null default 1
  status text not null
  port text
  is_handled boolean not null default false
  items_count integer
  input jsonb
  output jsonb
  error jsonb
  wait jsonb
  started_at timestamp(3) with time zone
  finished_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  position integer not null default 0
  logs jsonb not null default '[]'::jsonb
workflow_versions
  environment_id uuid not null
  workflow_id uuid not null
  version integer not null
  graph jsonb not null
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
workflow_waits
  environment_id uuid not null
  step_id uuid not null
  event_type text not null
  run_id uuid not null
  submission_id uuid
workflows
  environment_id uuid not null
  id uuid not null
  name text not null
  description text
  status text not null default 'draft'::text
  version integer not null
  active_version integer
  template_slug text
  scopes text[] not null default '{}'::text[]
  created_by text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  activated_at timestamp(3) with time zone
  event_type text
  next_fire_at timestamp(3) with time zone
  hook_token_hash text
  signing_secret_sealed text

-- Constraints

access_tokens access_tokens_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
access_tokens access_tokens_kind_check: CHECK ((kind = ANY (ARRAY['session'::text, 'grant'::text])))
access_tokens access_tokens_mode_check: CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
access_tokens access_tokens_pkey: PRIMARY KEY (hash)
access_tokens access_tokens_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
access_tokens access_tokens_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
accounts accounts_environment_id_duplicate_of_fkey: FOREIGN KEY (environment_id, duplicate_of) REFERENCES accounts(environment_id, id) ON DELETE SET NULL (duplicate_of)
accounts accounts_environment_id_merged_into_fkey: FOREIGN KEY (environment_id, merged_into) REFERENCES accounts(environment_id, id) ON DELETE CASCADE
accounts accounts_environment_id_submission_id_fingerprint_key: UNIQUE (environment_id, submission_id, fingerprint)
accounts accounts_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
accounts accounts_of_submission: UNIQUE (environment_id, submission_id, id)
accounts accounts_pkey: PRIMARY KEY (environment_id, id)
analytics_versions analytics_versions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
analytics_versions analytics_versions_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
analytics_versions analytics_versions_pkey: PRIMARY KEY (environment_id, submission_id, version)
analytics_versions analytics_versions_version_check: CHECK ((version > 0))
anomaly_notes anomaly_notes_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
anomaly_notes anomaly_notes_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
anomaly_notes anomaly_notes_pkey: PRIMARY KEY (environment_id, submission_id, id)
anomaly_notes anomaly_notes_status_check: CHECK ((status = ANY (ARRAY['open'::text, 'dismissed'::text, 'confirmed'::text])))
api_keys api_keys_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
api_keys api_keys_key_hash_key: UNIQUE (key_hash)
api_keys api_keys_mode_check: CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
api_keys api_keys_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 255)))
api_keys api_keys_pkey: PRIMARY KEY (environment_id, id)
api_keys api_keys_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'rotating'::text, 'revoked'::text])))
api_keys api_keys_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
app_installations app_installations_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
app_installations app_installations_environment_id_slug_key: UNIQUE (environment_id, slug)
app_installations app_installations_pkey: PRIMARY KEY (environment_id, id)
app_installations app_installations_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'error'::text, 'disabled'::text])))
approvals approvals_environment_id_run_id_fkey: FOREIGN KEY (environment_id, run_id) REFERENCES workflow_runs(environment_id, id) ON DELETE CASCADE
approvals approvals_pkey: PRIMARY KEY (environment_id, id)
approvals approvals_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text])))
attempts attempts_pkey: PRIMARY KEY (subject)
attribute_overrides attribute_overrides_entity_index_check: CHECK ((entity_index >= 0))
attribute_overrides attribute_overrides_environment_id_submission_id_entity_ent_key: UNIQUE (environment_id, submission_id, entity, entity_index, attribute)
attribute_overrides attribute_overrides_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
attribute_overrides attribute_overrides_pkey: PRIMARY KEY (environment_id, id)
attribute_sources attribute_sources_environment_id_attribute_id_fkey: FOREIGN KEY (environment_id, attribute_id) REFERENCES entity_attributes(environment_id, id) ON DELETE CASCADE
attribute_sources attribute_sources_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
attribute_sources attribute_sources_pkey: PRIMARY KEY (environment_id, id)
audit_heads audit_heads_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
audit_heads audit_heads_pkey: PRIMARY KEY (environment_id)
audit_log audit_log_pkey: PRIMARY KEY (environment_id, at, id)
benchmark_values benchmark_values_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
benchmark_values benchmark_values_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
benchmark_values benchmark_values_pkey: PRIMARY KEY (environment_id, submission_id)
broker_files broker_files_environment_id_broker_id_fkey: FOREIGN KEY (environment_id, broker_id) REFERENCES brokers(environment_id, id)
broker_files broker_files_environment_id_broker_submission_id_fkey: FOREIGN KEY (environment_id, broker_submission_id) REFERENCES broker_submissions(environment_id, id) ON DELETE CASCADE
broker_files broker_files_environment_id_broker_submission_id_sha256_key: UNIQUE (environment_id, broker_submission_id, sha256)
broker_files broker_files_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
broker_files broker_files_pkey: PRIMARY KEY (environment_id, id)
broker_files broker_files_status_check: CHECK ((status = ANY (ARRAY['received'::text, 'reading'::text, 'read'::text, 'failed'::text])))
broker_submissions broker_submissions_environment_id_broker_id_fkey: FOREIGN KEY (environment_id, broker_id) REFERENCES brokers(environment_id, id)
broker_submissions broker_submissions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
broker_submissions broker_submissions_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
broker_submissions broker_submissions_pkey: PRIMARY KEY (environment_id, id)
broker_submissions broker_submissions_status_check: CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'in_review'::text, 'changes_requested'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text])))
brokers brokers_environment_id_email_key: UNIQUE (environment_id, email)
brokers brokers_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
brokers brokers_pkey: PRIMARY KEY (environment_id, id)
brokers brokers_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
connector_calls connector_calls_environment_id_integration_id_fkey: FOREIGN KEY (environment_id, integration_id) REFERENCES integrations(environment_id, id) ON DELETE CASCADE
connector_calls connector_calls_pkey: PRIMARY KEY (environment_id, id)
corrections corrections_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
corrections corrections_environment_id_submission_id_row_key_key: UNIQUE (environment_id, submission_id, row_key)
corrections corrections_pkey: PRIMARY KEY (environment_id, id)
crm_integrations crm_integrations_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
crm_integrations crm_integrations_environment_id_name_key: UNIQUE (environment_id, name)
crm_integrations crm_integrations_pkey: PRIMARY KEY (environment_id, id)
crm_integrations crm_integrations_provider_check: CHECK ((provider = ANY (ARRAY['hubspot'::text, 'salesforce'::text, 'zoho'::text, 'pipedrive'::text, 'rest'::text, 'webhook'::text, 'csv'::text])))
crm_integrations crm_integrations_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'error'::text, 'disabled'::text])))
crm_records crm_records_environment_id_integration_id_fkey: FOREIGN KEY (environment_id, integration_id) REFERENCES crm_integrations(environment_id, id) ON DELETE CASCADE
crm_records crm_records_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
crm_records crm_records_pkey: PRIMARY KEY (environment_id, integration_id, object, our_key)
crm_syncs crm_syncs_direction_check: CHECK ((direction = ANY (ARRAY['push'::text, 'pull'::text, 'both'::text])))
crm_syncs crm_syncs_environment_id_integration_id_fkey: FOREIGN KEY (environment_id, integration_id) REFERENCES crm_integrations(environment_id, id) ON DELETE CASCADE
crm_syncs crm_syncs_pkey: PRIMARY KEY (environment_id, id)
crm_syncs crm_syncs_status_check: CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partial'::text, 'failed'::text])))
data_sources data_sources_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
data_sources data_sources_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
data_sources data_sources_pkey: PRIMARY KEY (environment_id, id)
data_sources data_sources_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'syncing'::text, 'disabled'::text, 'error'::text])))
data_sources data_sources_type_check: CHECK ((type = ANY (ARRAY['pdf'::text, 'api'::text, 'csv'::text, 'integration_link'::text, 'file_export'::text])))
deliveries deliveries_environment_id_webhook_id_fkey: FOREIGN KEY (environment_id, webhook_id) REFERENCES webhooks(environment_id, id) ON DELETE CASCADE
deliveries deliveries_pkey: PRIMARY KEY (environment_id, id)
deliveries deliveries_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'retrying'::text, 'failed'::text, 'held'::text])))
descriptors descriptors_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
descriptors descriptors_pkey: PRIMARY KEY (environment_id, key)
document_classes document_classes_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
document_classes document_classes_environment_id_name_key: UNIQUE (environment_id, name)
document_classes document_classes_name_check: CHECK ((name ~ '^[a-z][a-z0-9_]{1,63}$'::text))
document_classes document_classes_pkey: PRIMARY KEY (environment_id, id)
document_classes document_classes_retention_days_check: CHECK (((retention_days >= 1) AND (retention_days <= 36500)))
document_readings document_readings_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
document_readings document_readings_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
document_readings document_readings_pkey: PRIMARY KEY (environment_id, document_id)
document_signals document_signals_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
document_signals document_signals_environment_id_document_id_signal_key_key: UNIQUE (environment_id, document_id, signal_key)
document_signals document_signals_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
document_signals document_signals_pkey: PRIMARY KEY (environment_id, id)
document_signals document_signals_severity_check: CHECK ((severity = ANY (ARRAY['info'::text, 'low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
documents documents_environment_id_parent_document_id_fkey: FOREIGN KEY (environment_id, parent_document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
documents documents_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
documents documents_named_by_check: CHECK ((named_by = ANY (ARRAY['upload'::text, 'rule'::text, 'user'::text])))
documents documents_pkey: PRIMARY KEY (environment_id, id)
documents documents_status_check: CHECK ((status = ANY (ARRAY['uploaded'::text, 'classifying'::text, 'classified'::text, 'queued'::text, 'parsing'::text, 'parsed'::text, 'processed'::text, 'review_required'::text, 'failed'::text, 'unsupported'::text, 'split'::text, 'excluded'::text])))
email_attachments email_attachments_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE SET NULL (document_id)
email_attachments email_attachments_environment_id_email_id_fkey: FOREIGN KEY (environment_id, email_id) REFERENCES emails(environment_id, id) ON DELETE CASCADE
email_attachments email_attachments_environment_id_email_id_position_key: UNIQUE (environment_id, email_id, "position")
email_attachments email_attachments_pkey: PRIMARY KEY (environment_id, id)
email_templates email_templates_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
email_templates email_templates_environment_id_name_key: UNIQUE (environment_id, name)
email_templates email_templates_pkey: PRIMARY KEY (environment_id, id)
emails emails_direction_check: CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text])))
emails emails_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
emails emails_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
emails emails_pkey: PRIMARY KEY (environment_id, id)
emails emails_status_check: CHECK ((status = ANY (ARRAY['received'::text, 'processing'::text, 'processed'::text, 'ignored'::text, 'failed'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'bounced'::text])))
enricher_results enricher_results_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
enricher_results enricher_results_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
enricher_results enricher_results_pkey: PRIMARY KEY (environment_id, id)
enricher_results enricher_results_status_check: CHECK ((status = ANY (ARRAY['queued'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'missing_input_data'::text, 'skipped'::text])))
entities entities_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
entities entities_environment_id_name_key: UNIQUE (environment_id, name)
entities entities_pkey: PRIMARY KEY (environment_id, id)
entity_attributes entity_attributes_environment_id_entity_id_fkey: FOREIGN KEY (environment_id, entity_id) REFERENCES entities(environment_id, id) ON DELETE CASCADE
entity_attributes entity_attributes_environment_id_entity_id_name_key: UNIQUE (environment_id, entity_id, name)
entity_attributes entity_attributes_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
entity_attributes entity_attributes_pkey: PRIMARY KEY (environment_id, id)
environments environments_mode_check: CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
environments environments_pkey: PRIMARY KEY (id)
environments environments_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
environments environments_tenant_id_mode_key: UNIQUE (tenant_id, mode)
events events_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
events events_pkey: PRIMARY KEY (environment_id, id)
feedback feedback_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
feedback feedback_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
feedback feedback_kind_check: CHECK ((kind = ANY (ARRAY['correction'::text, 'confirmation'::text, 'report'::text, 'rating'::text, 'outcome'::text])))
feedback feedback_pkey: PRIMARY KEY (environment_id, id)
feedback feedback_rating_check: CHECK (((rating >= 1) AND (rating <= 5)))
feedback feedback_status_check: CHECK ((status = ANY (ARRAY['received'::text, 'applied'::text, 'undone'::text])))
file_rename_rules file_rename_rules_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
file_rename_rules file_rename_rules_environment_id_name_key: UNIQUE (environment_id, name)
file_rename_rules file_rename_rules_pkey: PRIMARY KEY (environment_id, id)
funder_matches funder_matches_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
funder_matches funder_matches_environment_id_policy_id_fkey: FOREIGN KEY (environment_id, policy_id) REFERENCES funder_policies(environment_id, id) ON DELETE CASCADE
funder_matches funder_matches_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
funder_matches funder_matches_pkey: PRIMARY KEY (environment_id, submission_id, policy_id)
funder_policies funder_policies_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
funder_policies funder_policies_environment_id_funder_id_fkey: FOREIGN KEY (environment_id, funder_id) REFERENCES funders(environment_id, id) ON DELETE CASCADE
funder_policies funder_policies_environment_id_funder_id_name_key: UNIQUE (environment_id, funder_id, name)
funder_policies funder_policies_pkey: PRIMARY KEY (environment_id, id)
funder_submissions funder_submissions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
funder_submissions funder_submissions_environment_id_funder_id_fkey: FOREIGN KEY (environment_id, funder_id) REFERENCES funders(environment_id, id)
funder_submissions funder_submissions_environment_id_funder_id_submission_id_key: UNIQUE (environment_id, funder_id, submission_id)
funder_submissions funder_submissions_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
funder_submissions funder_submissions_pkey: PRIMARY KEY (environment_id, id)
funder_submissions funder_submissions_status_check: CHECK ((status = ANY (ARRAY['linked'::text, 'pending'::text, 'in_progress'::text, 'submitted'::text, 'more_info_requested'::text, 'offered'::text, 'accepted'::text, 'funded'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'submission_failed'::text, 'invalid_data'::text])))
funders funders_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
funders funders_environment_id_name_key: UNIQUE (environment_id, name)
funders funders_pkey: PRIMARY KEY (environment_id, id)
house_secrets house_secrets_pkey: PRIMARY KEY (name)
idempotency_keys idempotency_keys_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
idempotency_keys idempotency_keys_key_check: CHECK (((length(key) >= 1) AND (length(key) <= 255)))
idempotency_keys idempotency_keys_pkey: PRIMARY KEY (environment_id, key)
idempotency_keys idempotency_keys_state_check: CHECK ((state = ANY (ARRAY['started'::text, 'done'::text])))
imports imports_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE SET NULL (document_id)
imports imports_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
imports imports_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
imports imports_pkey: PRIMARY KEY (environment_id, id)
imports imports_status_check: CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partial'::text, 'failed'::text])))
integrations integrations_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
integrations integrations_environment_id_name_key: UNIQUE (environment_id, name)
integrations integrations_pkey: PRIMARY KEY (environment_id, id)
integrations integrations_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'error'::text, 'disabled'::text])))
invitations invitations_email_check: CHECK (((length(email) >= 3) AND (length(email) <= 254)))
invitations invitations_pkey: PRIMARY KEY (id)
invitations invitations_role_check: CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'underwriter'::text, 'analyst'::text, 'developer'::text, 'broker'::text])))
invitations invitations_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
invitations invitations_token_hash_key: UNIQUE (token_hash)
iso_applications iso_applications_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
iso_applications iso_applications_environment_id_document_id_key: UNIQUE (environment_id, document_id)
iso_applications iso_applications_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
iso_applications iso_applications_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
iso_applications iso_applications_pkey: PRIMARY KEY (environment_id, id)
iso_applications iso_applications_source_check: CHECK ((source = ANY (ARRAY['upload'::text, 'base64'::text, 'document'::text, 'structured'::text, 'email'::text, 'broker'::text])))
item_removals item_removals_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
item_removals item_removals_pkey: PRIMARY KEY (environment_id, id)
item_removals item_removals_status_check: CHECK ((status = ANY (ARRAY['queued'::text, 'failed'::text])))
jobs jobs_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
jobs jobs_pkey: PRIMARY KEY (environment_id, id)
jobs jobs_state_check: CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'dead'::text])))
kept_reports kept_reports_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
kept_reports kept_reports_pkey: PRIMARY KEY (environment_id, submission_id, report)
kept_rows kept_rows_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
kept_rows kept_rows_pkey: PRIMARY KEY (environment_id, submission_id)
layouts layouts_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
layouts layouts_pkey: PRIMARY KEY (environment_id)
links links_environment_id_integration_id_fkey: FOREIGN KEY (environment_id, integration_id) REFERENCES integrations(environment_id, id) ON DELETE CASCADE
links links_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
links links_pkey: PRIMARY KEY (environment_id, id)
links links_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'syncing'::text, 'erroring'::text, 'sync_disabled'::text, 'deleted'::text])))
logos logos_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
logos logos_pkey: PRIMARY KEY (environment_id)
mail_addresses mail_addresses_environment_id_broker_id_fkey: FOREIGN KEY (environment_id, broker_id) REFERENCES brokers(environment_id, id)
mail_addresses mail_addresses_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
mail_addresses mail_addresses_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
mail_addresses mail_addresses_pkey: PRIMARY KEY (environment_id, tag)
mail_hooks mail_hooks_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
mail_hooks mail_hooks_pkey: PRIMARY KEY (environment_id)
mailboxes mailboxes_environment_id_id_fkey: FOREIGN KEY (environment_id, id) REFERENCES integrations(environment_id, id) ON DELETE CASCADE
mailboxes mailboxes_pkey: PRIMARY KEY (environment_id, id)
memberships memberships_pkey: PRIMARY KEY (tenant_id, user_id)
memberships memberships_role_check: CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'underwriter'::text, 'analyst'::text, 'developer'::text, 'broker'::text])))
memberships memberships_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
memberships memberships_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
merchant_totals merchant_totals_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
merchant_totals merchant_totals_environment_id_merchant_id_fkey: FOREIGN KEY (environment_id, merchant_id) REFERENCES merchants(environment_id, id)
merchant_totals merchant_totals_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
merchant_totals merchant_totals_pkey: PRIMARY KEY (environment_id, submission_id, merchant_id, currency)
merchants merchants_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
merchants merchants_pkey: PRIMARY KEY (environment_id, id)
metric_snapshots metric_snapshots_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
metric_snapshots metric_snapshots_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
metric_snapshots metric_snapshots_pkey: PRIMARY KEY (environment_id, submission_id)
mfa_factors mfa_factors_check: CHECK ((((kind = 'totp'::text) = (secret_sealed IS NOT NULL)) AND ((kind = 'passkey'::text) = (passkey IS NOT NULL))))
mfa_factors mfa_factors_kind_check: CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text])))
mfa_factors mfa_factors_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 255)))
mfa_factors mfa_factors_pkey: PRIMARY KEY (user_id, id)
mfa_factors mfa_factors_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
migrations migrations_pkey: PRIMARY KEY (name)
missing_accounts missing_accounts_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
missing_accounts missing_accounts_pkey: PRIMARY KEY (environment_id, id)
missing_accounts missing_accounts_status_check: CHECK ((status = ANY (ARRAY['open'::text, 'requested'::text, 'received'::text, 'dismissed'::text])))
notes notes_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
notes notes_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
notes notes_pkey: PRIMARY KEY (environment_id, id)
oauth_grants oauth_grants_mode_check: CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
oauth_grants oauth_grants_pkey: PRIMARY KEY (id)
oauth_grants oauth_grants_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
oauth_grants oauth_grants_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
oauth_records oauth_records_pkey: PRIMARY KEY (kind, id_hash)
policies policies_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
policies policies_pkey: PRIMARY KEY (environment_id, id)
policies policies_status_check: CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
policy_evaluations policy_evaluations_decision_check: CHECK ((decision = ANY (ARRAY['approve'::text, 'decline'::text, 'review'::text])))
policy_evaluations policy_evaluations_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
policy_evaluations policy_evaluations_environment_id_policy_id_fkey: FOREIGN KEY (environment_id, policy_id) REFERENCES policies(environment_id, id) ON DELETE CASCADE
policy_evaluations policy_evaluations_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
policy_evaluations policy_evaluations_pkey: PRIMARY KEY (environment_id, id)
policy_evaluations policy_evaluations_result_check: CHECK ((result = ANY (ARRAY['passed'::text, 'failed'::text, 'review_required'::text, 'missing_data'::text, 'error'::text])))
policy_evaluations policy_evaluations_trigger_check: CHECK ((trigger = ANY (ARRAY['api'::text, 'pipeline'::text, 'workflow'::text, 'mcp'::text, 'backtest'::text, 'schedule'::text])))
policy_versions policy_versions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
policy_versions policy_versions_environment_id_policy_id_fkey: FOREIGN KEY (environment_id, policy_id) REFERENCES policies(environment_id, id) ON DELETE CASCADE
policy_versions policy_versions_pkey: PRIMARY KEY (environment_id, policy_id, version)
portfolio_facts portfolio_facts_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
portfolio_facts portfolio_facts_pkey: PRIMARY KEY (environment_id, submission_id)
portfolio_totals portfolio_totals_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
portfolio_totals portfolio_totals_grain_check: CHECK ((grain = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])))
portfolio_totals portfolio_totals_pkey: PRIMARY KEY (environment_id, grain, facet, bucket, key, slot)
portfolio_versions portfolio_versions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
portfolio_versions portfolio_versions_pkey: PRIMARY KEY (environment_id, slot)
position_decisions position_decisions_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
position_decisions position_decisions_pkey: PRIMARY KEY (environment_id, id)
positions positions_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
positions positions_pkey: PRIMARY KEY (environment_id, id)
processed_files processed_files_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
processed_files processed_files_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
processed_files processed_files_pkey: PRIMARY KEY (environment_id, id)
processed_files processed_files_status_check: CHECK ((status = ANY (ARRAY['processing'::text, 'processed'::text, 'failed'::text])))
processing_runs processing_runs_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
processing_runs processing_runs_environment_id_submission_id_number_key: UNIQUE (environment_id, submission_id, number)
processing_runs processing_runs_pkey: PRIMARY KEY (environment_id, id)
processing_runs processing_runs_status_check: CHECK ((status = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text, 'superseded'::text])))
provider_accounts provider_accounts_environment_id_account_id_fkey: FOREIGN KEY (environment_id, account_id) REFERENCES accounts(environment_id, id) ON DELETE CASCADE
provider_accounts provider_accounts_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
provider_accounts provider_accounts_pkey: PRIMARY KEY (environment_id, submission_id, provider, external_id)
provider_changes provider_changes_change_check: CHECK ((change = ANY (ARRAY['modified'::text, 'removed'::text])))
provider_changes provider_changes_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
provider_changes provider_changes_pkey: PRIMARY KEY (environment_id, submission_id, provider, external_id)
rate_limits rate_limits_pkey: PRIMARY KEY (environment_id, api_key_id, class)
reading_patches reading_patches_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
reading_patches reading_patches_pkey: PRIMARY KEY (environment_id, id)
recovery_codes recovery_codes_pkey: PRIMARY KEY (user_id, hash)
recovery_codes recovery_codes_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
registry_merchants registry_merchants_key_key: UNIQUE (key)
registry_merchants registry_merchants_pkey: PRIMARY KEY (id)
request_log request_log_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
request_log request_log_pkey: PRIMARY KEY (environment_id, id)
rule_verdicts rule_verdicts_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
rule_verdicts rule_verdicts_environment_id_rule_id_fkey: FOREIGN KEY (environment_id, rule_id) REFERENCES rules(environment_id, id) ON DELETE CASCADE
rule_verdicts rule_verdicts_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
rule_verdicts rule_verdicts_pkey: PRIMARY KEY (environment_id, submission_id, rule_id)
rule_verdicts rule_verdicts_state_check: CHECK ((state = ANY (ARRAY['pending'::text, 'in_progress'::text, 'passed'::text, 'failed'::text, 'waived'::text])))
rule_versions rule_versions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
rule_versions rule_versions_environment_id_rule_id_fkey: FOREIGN KEY (environment_id, rule_id) REFERENCES rules(environment_id, id) ON DELETE CASCADE
rule_versions rule_versions_pkey: PRIMARY KEY (environment_id, rule_id, version)
rules rules_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
rules rules_mode_check: CHECK ((mode = ANY (ARRAY['enforced'::text, 'shadow'::text])))
rules rules_pkey: PRIMARY KEY (environment_id, id)
sandbox_inboxes sandbox_inboxes_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
sandbox_inboxes sandbox_inboxes_pkey: PRIMARY KEY (environment_id)
sandbox_inboxes sandbox_inboxes_response_delay_ms_check: CHECK (((response_delay_ms >= 0) AND (response_delay_ms <= 15000)))
sandbox_inboxes sandbox_inboxes_response_status_check: CHECK (((response_status >= 200) AND (response_status <= 599)))
sandbox_messages sandbox_messages_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
sandbox_messages sandbox_messages_pkey: PRIMARY KEY (environment_id, id)
sealing_keys sealing_keys_pkey: PRIMARY KEY (kid)
search_words search_words_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
search_words search_words_pkey: PRIMARY KEY (environment_id, word)
second_opinions second_opinions_check: CHECK (((category_slug IS NULL) = (confidence IS NULL)))
second_opinions second_opinions_confidence_check: CHECK (((confidence >= (0)::double precision) AND (confidence < (0.6)::double precision)))
second_opinions second_opinions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
second_opinions second_opinions_pkey: PRIMARY KEY (environment_id, descriptor_key, is_inflow)
sessions sessions_mode_check: CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
sessions sessions_pkey: PRIMARY KEY (id)
sessions sessions_secret_hash_key: UNIQUE (secret_hash)
sessions sessions_tenant_id_fkey: FOREIGN KEY (tenant_id) REFERENCES tenants(id)
sessions sessions_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
settings_versions settings_versions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
settings_versions settings_versions_environment_id_id_key: UNIQUE (environment_id, id)
settings_versions settings_versions_pkey: PRIMARY KEY (environment_id, version)
settings_versions settings_versions_version_check: CHECK ((version > 0))
statement_overrides statement_overrides_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
statement_overrides statement_overrides_pkey: PRIMARY KEY (environment_id, document_id, statement_id, field)
statements statements_currency_source_check: CHECK ((currency_source = ANY (ARRAY['printed'::text, 'derived'::text, 'setting'::text, 'assumed'::text, 'stated'::text])))
statements statements_environment_id_account_id_fkey: FOREIGN KEY (environment_id, account_id) REFERENCES accounts(environment_id, id) ON DELETE CASCADE
statements statements_environment_id_data_source_id_fkey: FOREIGN KEY (environment_id, data_source_id) REFERENCES data_sources(environment_id, id) ON DELETE CASCADE
statements statements_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
statements statements_environment_id_document_id_index_key: UNIQUE (environment_id, document_id, index)
statements statements_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
statements statements_pkey: PRIMARY KEY (environment_id, id)
stip_requests stip_requests_environment_id_email_id_fkey: FOREIGN KEY (environment_id, email_id) REFERENCES emails(environment_id, id) ON DELETE SET NULL (email_id)
stip_requests stip_requests_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
stip_requests stip_requests_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
stip_requests stip_requests_pkey: PRIMARY KEY (environment_id, id)
streams streams_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
streams streams_pkey: PRIMARY KEY (environment_id, id)
submissions submissions_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
submissions submissions_pkey: PRIMARY KEY (environment_id, id)
submissions submissions_status_check: CHECK ((status = ANY (ARRAY['new'::text, 'processing'::text, 'processed'::text, 'review_required'::text, 'reviewed'::text, 'failed'::text, 'archived'::text])))
taught_layouts taught_layouts_environment_id_fingerprint_key: UNIQUE (environment_id, fingerprint)
taught_layouts taught_layouts_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
taught_layouts taught_layouts_pkey: PRIMARY KEY (environment_id, id)
tenant_rules tenant_rules_environment_id_descriptor_is_inflow_key: UNIQUE (environment_id, descriptor, is_inflow)
tenant_rules tenant_rules_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
tenant_rules tenant_rules_pkey: PRIMARY KEY (environment_id, id)
tenants tenants_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 255)))
tenants tenants_pkey: PRIMARY KEY (id)
transactions transactions_account_of_submission: FOREIGN KEY (environment_id, submission_id, account_id) REFERENCES accounts(environment_id, submission_id, id) ON DELETE CASCADE
transactions transactions_environment_id_data_source_id_fkey: FOREIGN KEY (environment_id, data_source_id) REFERENCES data_sources(environment_id, id) ON DELETE CASCADE
transactions transactions_environment_id_document_id_fkey: FOREIGN KEY (environment_id, document_id) REFERENCES documents(environment_id, id) ON DELETE CASCADE
transactions transactions_environment_id_statement_id_fkey: FOREIGN KEY (environment_id, statement_id) REFERENCES statements(environment_id, id) ON DELETE CASCADE
transactions transactions_pkey: PRIMARY KEY (environment_id, id)
upload_links upload_links_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
upload_links upload_links_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
upload_links upload_links_pkey: PRIMARY KEY (environment_id, id)
usage_calls usage_calls_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
usage_calls usage_calls_pkey: PRIMARY KEY (environment_id, date, api_key_id, method, path)
usage_counters usage_counters_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
usage_counters usage_counters_pkey: PRIMARY KEY (environment_id, date, name)
user_layouts user_layouts_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
user_layouts user_layouts_pkey: PRIMARY KEY (environment_id, user_id)
user_layouts user_layouts_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
users users_email_check: CHECK (((length(email) >= 3) AND (length(email) <= 254)))
users users_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 255)))
users users_pkey: PRIMARY KEY (id)
users users_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
webhooks webhooks_disabled_reason_check: CHECK ((disabled_reason = ANY (ARRAY['failures'::text, 'user'::text])))
webhooks webhooks_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
webhooks webhooks_pkey: PRIMARY KEY (environment_id, id)
webhooks webhooks_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))
workflow_runs workflow_runs_environment_id_submission_id_fkey: FOREIGN KEY (environment_id, submission_id) REFERENCES submissions(environment_id, id) ON DELETE CASCADE
workflow_runs workflow_runs_environment_id_workflow_id_version_fkey: FOREIGN KEY (environment_id, workflow_id, version) REFERENCES workflow_versions(environment_id, workflow_id, version) ON DELETE CASCADE
workflow_runs workflow_runs_pkey: PRIMARY KEY (environment_id, id)
workflow_runs workflow_runs_status_check: CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text])))
workflow_steps workflow_steps_environment_id_run_id_fkey: FOREIGN KEY (environment_id, run_id) REFERENCES workflow_runs(environment_id, id) ON DELETE CASCADE
workflow_steps workflow_steps_pkey: PRIMARY KEY (environment_id, id)
workflow_steps workflow_steps_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text, 'cancelled'::text])))
workflow_versions workflow_versions_environment_id_workflow_id_fkey: FOREIGN KEY (environment_id, workflow_id) REFERENCES workflows(environment_id, id) ON DELETE CASCADE
workflow_versions workflow_versions_pkey: PRIMARY KEY (environment_id, workflow_id, version)
workflow_waits workflow_waits_environment_id_run_id_fkey: FOREIGN KEY (environment_id, run_id) REFERENCES workflow_runs(environment_id, id) ON DELETE CASCADE
workflow_waits workflow_waits_pkey: PRIMARY KEY (environment_id, step_id, event_type)
workflows workflows_environment_id_fkey: FOREIGN KEY (environment_id) REFERENCES environments(id)
workflows workflows_pkey: PRIMARY KEY (environment_id, id)
workflows workflows_status_check: CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'inactive'::text])))

-- Indexes

CREATE INDEX access_tokens_by_age ON public.access_tokens USING btree (expires_at)
CREATE INDEX access_tokens_by_credential ON public.access_tokens USING btree (credential_id)
CREATE INDEX access_tokens_by_user ON public.access_tokens USING btree (user_id, tenant_id)
CREATE INDEX accounts_by_duplicate ON public.accounts USING btree (environment_id, duplicate_of) WHERE (duplicate_of IS NOT NULL)
CREATE INDEX accounts_by_fingerprint ON public.accounts USING btree (environment_id, fingerprint)
CREATE INDEX accounts_by_holder_likeness ON public.accounts USING gin (environment_id, holder_search gin_trgm_ops)
CREATE INDEX accounts_by_holder_word ON public.accounts USING gin (environment_id, to_tsvector('simple'::regconfig, holder_search))
CREATE INDEX accounts_by_last4 ON public.accounts USING btree (environment_id, last4) WHERE (last4 IS NOT NULL)
CREATE INDEX accounts_by_merge ON public.accounts USING btree (environment_id, merged_into) WHERE (merged_into IS NOT NULL)
CREATE INDEX accounts_plain ON public.accounts USING btree (environment_id) WHERE (routing_number IS NOT NULL)
CREATE INDEX api_keys_by_broker ON public.api_keys USING btree (environment_id, broker_id) WHERE (broker_id IS NOT NULL)
CREATE INDEX api_keys_by_tenant ON public.api_keys USING btree (tenant_id, created_at DESC, id DESC)
CREATE INDEX approvals_by_run ON public.approvals USING btree (environment_id, run_id)
CREATE INDEX approvals_by_time ON public.approvals USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX approvals_pending ON public.approvals USING btree (environment_id, created_at, id) WHERE (status = 'pending'::text)
CREATE INDEX attempts_by_age ON public.attempts USING btree (expires_at)
CREATE INDEX attribute_sources_by_attribute ON public.attribute_sources USING btree (environment_id, attribute_id)
CREATE INDEX audit_log_by_resource ON ONLY public.audit_log USING btree (environment_id, resource_type, resource_id, at DESC)
CREATE INDEX audit_log_by_submission ON ONLY public.audit_log USING btree (environment_id, submission_id, at DESC, id DESC)
CREATE INDEX audit_log_unsealed ON ONLY public.audit_log USING btree (environment_id, at, id) WHERE (sequence IS NULL)
CREATE INDEX benchmark_values_by_business ON public.benchmark_values USING btree (environment_id, currency, business_key, computed_at DESC, submission_id)
CREATE INDEX broker_files_by_broker ON public.broker_files USING btree (environment_id, broker_id)
CREATE INDEX broker_files_by_file ON public.broker_files USING btree (environment_id, storage_key)
CREATE INDEX broker_submissions_by_broker ON public.broker_submissions USING btree (environment_id, broker_id, created_at, id)
CREATE INDEX broker_submissions_by_creation ON public.broker_submissions USING btree (environment_id, created_at, id)
CREATE INDEX broker_submissions_by_submission ON public.broker_submissions USING btree (environment_id, submission_id)
CREATE INDEX brokers_by_creation ON public.brokers USING btree (environment_id, created_at, id)
CREATE INDEX connector_calls_by_time ON public.connector_calls USING btree (environment_id, integration_id, at DESC, id DESC)
CREATE INDEX crm_integrations_by_next_fire ON public.crm_integrations USING btree (next_fire_at) WHERE (next_fire_at IS NOT NULL)
CREATE INDEX crm_records_by_remote_id ON public.crm_records USING btree (environment_id, integration_id, object, remote_id) WHERE (remote_id IS NOT NULL)
CREATE INDEX crm_records_by_submission ON public.crm_records USING btree (environment_id, submission_id, integration_id)
CREATE INDEX crm_syncs_by_integration ON public.crm_syncs USING btree (environment_id, integration_id, created_at DESC, id DESC)
CREATE INDEX crm_syncs_by_status ON public.crm_syncs USING btree (environment_id, integration_id, status, created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]))
CREATE INDEX data_sources_by_document ON public.data_sources USING btree (environment_id, document_id) WHERE (document_id IS NOT NULL)
CREATE INDEX data_sources_by_submission ON public.data_sources USING btree (environment_id, submission_id, created_at DESC, id DESC)
CREATE INDEX deliveries_by_end ON public.deliveries USING btree (completed_at) WHERE (completed_at IS NOT NULL)
CREATE INDEX deliveries_by_event ON public.deliveries USING btree (environment_id, event_id, webhook_id)
CREATE INDEX deliveries_by_webhook ON public.deliveries USING btree (environment_id, webhook_id, created_at DESC, id DESC)
CREATE INDEX deliveries_due ON public.deliveries USING btree (environment_id, webhook_id, next_attempt_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'retrying'::text]))
CREATE INDEX deliveries_failed ON public.deliveries USING btree (environment_id, webhook_id, created_at, id) WHERE (status = 'failed'::text)
CREATE INDEX deliveries_held ON public.deliveries USING btree (environment_id, webhook_id, created_at, id) WHERE (status = 'held'::text)
CREATE INDEX descriptors_by_date ON public.descriptors USING btree (environment_id, last_date DESC)
CREATE INDEX descriptors_by_word ON public.descriptors USING gin (environment_id, words) WITH (fastupdate=off)
CREATE INDEX document_readings_by_submission ON public.document_readings USING btree (environment_id, submission_id)
CREATE INDEX document_signals_by_submission ON public.document_signals USING btree (environment_id, submission_id)
CREATE INDEX document_signals_in_order ON public.document_signals USING btree (environment_id, document_id, "position", id)
CREATE INDEX documents_by_authenticity ON public.documents USING btree (environment_id, ((authenticity ->> 'level'::text)))
CREATE INDEX documents_by_class ON public.documents USING btree (environment_id, document_class)
CREATE INDEX documents_by_creation ON public.documents USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX documents_by_file ON public.documents USING btree (environment_id, storage_key)
CREATE INDEX documents_by_filename ON public.documents USING btree (environment_id, filename, id)
CREATE INDEX documents_by_hash ON public.documents USING btree (environment_id, sha256)
CREATE INDEX documents_by_institution ON public.documents USING btree (environment_id, institution_name, created_at DESC) WHERE (institution_name IS NOT NULL)
CREATE INDEX documents_by_parent ON public.documents USING btree (environment_id, parent_document_id) WHERE (parent_document_id IS NOT NULL)
CREATE INDEX documents_by_period ON public.documents USING btree (environment_id, COALESCE(period_start, '0001-01-01'::date), id)
CREATE INDEX documents_by_submission ON public.documents USING btree (environment_id, submission_id, created_at DESC, id DESC)
CREATE INDEX documents_waiting ON public.documents USING btree (environment_id, submission_id) WHERE ((status = ANY (ARRAY['failed'::text, 'review_required'::text])) OR (document_class = 'other'::text))
CREATE INDEX email_attachments_by_document ON public.email_attachments USING btree (environment_id, document_id) WHERE (document_id IS NOT NULL)
CREATE INDEX emails_by_file ON public.emails USING btree (environment_id, storage_key)
CREATE INDEX emails_by_sender ON public.emails USING btree (environment_id, from_address, created_at DESC)
CREATE INDEX emails_by_submission ON public.emails USING btree (environment_id, submission_id, created_at DESC) WHERE (submission_id IS NOT NULL)
CREATE INDEX emails_by_time ON public.emails USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX enricher_results_by_submission ON public.enricher_results USING btree (environment_id, submission_id, enricher, created_at DESC, id DESC)
CREATE INDEX events_by_creation ON public.events USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX events_by_submission ON public.events USING btree (environment_id, submission_id, created_at)
CREATE INDEX feedback_by_submission ON public.feedback USING btree (environment_id, submission_id)
CREATE INDEX feedback_by_time ON public.feedback USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX file_rename_rules_by_position ON public.file_rename_rules USING btree (environment_id, "position", id)
CREATE INDEX funder_matches_by_policy ON public.funder_matches USING btree (environment_id, policy_id)
CREATE INDEX funder_submissions_by_submission ON public.funder_submissions USING btree (environment_id, submission_id)
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at)
CREATE INDEX imports_by_document ON public.imports USING btree (environment_id, document_id) WHERE (document_id IS NOT NULL)
CREATE INDEX imports_by_submission ON public.imports USING btree (environment_id, submission_id)
CREATE INDEX imports_by_time ON public.imports USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX integrations_by_time ON public.integrations USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX invitations_by_tenant ON public.invitations USING btree (tenant_id, created_at DESC, id DESC)
CREATE INDEX iso_applications_by_submission ON public.iso_applications USING btree (environment_id, submission_id)
CREATE INDEX iso_applications_by_time ON public.iso_applications USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX jobs_leased ON public.jobs USING btree (lease_until) WHERE (state = 'running'::text)
CREATE INDEX jobs_running ON public.jobs USING btree (environment_id, lane) WHERE (state = 'running'::text)
CREATE INDEX jobs_waiting ON public.jobs USING btree (environment_id, COALESCE(lane, ''::text), run_at, id) WHERE (state = 'queued'::text)
CREATE INDEX links_by_integration ON public.links USING btree (environment_id, integration_id, created_at DESC, id DESC)
CREATE INDEX links_by_submission ON public.links USING btree (environment_id, submission_id)
CREATE INDEX links_due ON public.links USING btree (next_sync_at) WHERE (next_sync_at IS NOT NULL)
CREATE INDEX links_of_item ON public.links USING btree (provider, external_item_id) WHERE (external_item_id IS NOT NULL)
CREATE INDEX links_of_session ON public.links USING btree (session_hash) WHERE (session_hash IS NOT NULL)
CREATE INDEX mail_addresses_by_broker ON public.mail_addresses USING btree (environment_id, broker_id) WHERE (broker_id IS NOT NULL)
CREATE INDEX mail_addresses_by_submission ON public.mail_addresses USING btree (environment_id, submission_id) WHERE (submission_id IS NOT NULL)
CREATE INDEX mail_hooks_by_token ON public.mail_hooks USING btree (token_hash)
CREATE INDEX mailboxes_due ON public.mailboxes USING btree (next_read_at) WHERE (next_read_at IS NOT NULL)
CREATE INDEX memberships_by_user ON public.memberships USING btree (user_id)
CREATE INDEX merchant_totals_by_merchant ON public.merchant_totals USING btree (environment_id, merchant_id)
CREATE INDEX merchants_by_name ON public.merchants USING gin (environment_id, normalized_name gin_trgm_ops)
CREATE INDEX merchants_by_word ON public.merchants USING gin (environment_id, to_tsvector('simple'::regconfig, normalized_name))
CREATE INDEX missing_accounts_by_id ON public.missing_accounts USING btree (environment_id, submission_id, id)
CREATE INDEX missing_accounts_by_submission ON public.missing_accounts USING btree (environment_id, submission_id)
CREATE INDEX notes_by_submission ON public.notes USING btree (environment_id, submission_id, created_at DESC, id DESC)
CREATE INDEX oauth_grants_by_tenant ON public.oauth_grants USING btree (tenant_id, created_at DESC, id DESC)
CREATE INDEX oauth_grants_by_user ON public.oauth_grants USING btree (user_id, tenant_id)
CREATE INDEX oauth_records_by_age ON public.oauth_records USING btree (expires_at) WHERE (expires_at IS NOT NULL)
CREATE INDEX oauth_records_by_grant ON public.oauth_records USING btree (grant_id) WHERE (grant_id IS NOT NULL)
CREATE INDEX oauth_records_by_uid ON public.oauth_records USING btree (kind, uid_hash) WHERE (uid_hash IS NOT NULL)
CREATE INDEX policies_by_time ON public.policies USING btree (environment_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL)
CREATE INDEX policy_evaluations_by_policy ON public.policy_evaluations USING btree (environment_id, policy_id, submission_id, created_at DESC)
CREATE INDEX policy_evaluations_by_submission ON public.policy_evaluations USING btree (environment_id, submission_id, created_at DESC, id DESC)
CREATE INDEX policy_evaluations_to_review ON public.policy_evaluations USING btree (environment_id, submission_id) WHERE (decision = 'review'::text)
CREATE INDEX policy_versions_by_rule ON public.policy_versions USING gin (rule_ids)
CREATE INDEX position_decisions_by_submission ON public.position_decisions USING btree (environment_id, submission_id)
CREATE INDEX positions_by_submission ON public.positions USING btree (environment_id, submission_id)
CREATE INDEX processed_files_by_creation ON public.processed_files USING btree (environment_id, created_at)
CREATE INDEX processed_files_by_submission ON public.processed_files USING btree (environment_id, submission_id) WHERE (submission_id IS NOT NULL)
CREATE INDEX provider_accounts_by_account ON public.provider_accounts USING btree (environment_id, account_id)
CREATE INDEX reading_patches_by_document ON public.reading_patches USING btree (environment_id, document_id, id)
CREATE INDEX registry_merchants_by_name ON public.registry_merchants USING gin (normalized_name gin_trgm_ops)
CREATE INDEX registry_merchants_by_words ON public.registry_merchants USING gin (to_tsvector('simple'::regconfig, normalized_name))
CREATE INDEX request_log_by_age ON public.request_log USING btree (at)
CREATE INDEX request_log_by_time ON public.request_log USING btree (environment_id, at DESC, id DESC)
CREATE INDEX rules_by_time ON public.rules USING btree (environment_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL)
CREATE INDEX sandbox_messages_by_arrival ON public.sandbox_messages USING btree (environment_id, received_at DESC, id DESC)
CREATE INDEX search_words_by_age ON public.search_words USING btree (environment_id, added_at)
CREATE INDEX sessions_by_age ON public.sessions USING btree (last_seen_at)
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id, created_at DESC, id DESC)
CREATE INDEX statements_by_account ON public.statements USING btree (environment_id, account_id)
CREATE INDEX statements_by_balances ON public.statements USING btree (environment_id, closing_balance, opening_balance)
CREATE INDEX statements_by_submission ON public.statements USING btree (environment_id, submission_id)
CREATE INDEX stip_requests_by_email ON public.stip_requests USING btree (environment_id, email_id) WHERE (email_id IS NOT NULL)
CREATE INDEX stip_requests_by_submission ON public.stip_requests USING btree (environment_id, submission_id, created_at DESC)
CREATE INDEX streams_by_submission ON public.streams USING btree (environment_id, submission_id)
CREATE INDEX submissions_by_creation ON public.submissions USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX submissions_by_ein ON public.submissions USING btree (environment_id, ein_blind) WHERE (ein_blind IS NOT NULL)
CREATE INDEX submissions_by_likeness ON public.submissions USING gin (environment_id, search_text gin_trgm_ops)
CREATE INDEX submissions_by_match_key ON public.submissions USING gin (match_keys)
CREATE INDEX submissions_by_name ON public.submissions USING btree (environment_id, name, id)
CREATE INDEX submissions_by_processed ON public.submissions USING btree (environment_id, processed_at DESC, id DESC) WHERE (processed_at IS NOT NULL)
CREATE INDEX submissions_by_update ON public.submissions USING btree (environment_id, updated_at DESC, id DESC)
CREATE INDEX submissions_by_word ON public.submissions USING gin (environment_id, to_tsvector('simple'::regconfig, search_text))
CREATE INDEX transactions_by_account ON public.transactions USING btree (environment_id, account_id)
CREATE INDEX transactions_by_amount_and_day ON public.transactions USING btree (environment_id, amount, date)
CREATE INDEX transactions_by_data_source ON public.transactions USING btree (environment_id, data_source_id, account_id) WHERE (data_source_id IS NOT NULL)
CREATE INDEX transactions_by_day ON public.transactions USING btree (environment_id, date)
CREATE INDEX transactions_by_descriptor_and_day ON public.transactions USING btree (environment_id, descriptor_key, date) WHERE (descriptor_key IS NOT NULL)
CREATE INDEX transactions_by_document ON public.transactions USING btree (environment_id, document_id) WHERE (document_id IS NOT NULL)
CREATE INDEX transactions_by_duplicate ON public.transactions USING btree (environment_id, duplicate_of) WHERE (duplicate_of IS NOT NULL)
CREATE INDEX transactions_by_merchant ON public.transactions USING btree (environment_id, merchant_id) WHERE (merchant_id IS NOT NULL)
CREATE INDEX transactions_by_statement ON public.transactions USING btree (environment_id, statement_id) WHERE (statement_id IS NOT NULL)
CREATE INDEX transactions_by_submission_and_day ON public.transactions USING btree (environment_id, submission_id, date)
CREATE INDEX transactions_to_review ON public.transactions USING btree (environment_id, submission_id) WHERE needs_review
CREATE INDEX upload_links_by_submission ON public.upload_links USING btree (environment_id, submission_id, created_at DESC)
CREATE INDEX upload_links_by_token ON public.upload_links USING btree (token_hash)
CREATE INDEX webhooks_by_creation ON public.webhooks USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX workflow_runs_by_age ON public.workflow_runs USING btree (created_at) WHERE (finished_at IS NULL)
CREATE INDEX workflow_runs_by_end ON public.workflow_runs USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (steps_removed_at IS NULL))
CREATE INDEX workflow_runs_by_parent ON public.workflow_runs USING btree (environment_id, parent_run_id) WHERE (parent_run_id IS NOT NULL)
CREATE INDEX workflow_runs_by_submission ON public.workflow_runs USING btree (environment_id, submission_id) WHERE (submission_id IS NOT NULL)
CREATE INDEX workflow_runs_by_time ON public.workflow_runs USING btree (environment_id, workflow_id, created_at DESC, id DESC)
CREATE INDEX workflow_runs_by_trace ON public.workflow_runs USING btree (environment_id, trace_id) WHERE (trace_id IS NOT NULL)
CREATE INDEX workflow_waits_by_event ON public.workflow_waits USING btree (environment_id, event_type, submission_id)
CREATE INDEX workflow_waits_by_run ON public.workflow_waits USING btree (environment_id, run_id)
CREATE INDEX workflows_by_event ON public.workflows USING btree (environment_id, event_type) WHERE ((event_type IS NOT NULL) AND (status = 'active'::text))
CREATE INDEX workflows_by_hook ON public.workflows USING btree (hook_token_hash) WHERE (hook_token_hash IS NOT NULL)
CREATE INDEX workflows_by_time ON public.workflows USING btree (environment_id, created_at DESC, id DESC)
CREATE INDEX workflows_due ON public.workflows USING btree (next_fire_at) WHERE ((next_fire_at IS NOT NULL) AND (status = 'active'::text))
CREATE UNIQUE INDEX access_tokens_pkey ON public.access_tokens USING btree (hash)
CREATE UNIQUE INDEX accounts_environment_id_submission_id_fingerprint_key ON public.accounts USING btree (environment_id, submission_id, fingerprint)
CREATE UNIQUE INDEX accounts_of_submission ON public.accounts USING btree (environment_id, submission_id, id)
CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (environment_id, id)
CREATE UNIQUE INDEX analytics_versions_pkey ON public.analytics_versions USING btree (environment_id, submission_id, version)
CREATE UNIQUE INDEX anomaly_notes_pkey ON public.anomaly_notes USING btree (environment_id, submission_id, id)
CREATE UNIQUE INDEX api_keys_key_hash_key ON public.api_keys USING btree (key_hash)
CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (environment_id, id)
CREATE UNIQUE INDEX app_installations_environment_id_slug_key ON public.app_installations USING btree (environment_id, slug)
CREATE UNIQUE INDEX app_installations_pkey ON public.app_installations USING btree (environment_id, id)
CREATE UNIQUE INDEX approvals_by_step ON public.approvals USING btree (environment_id, step_id)
CREATE UNIQUE INDEX approvals_pkey ON public.approvals USING btree (environment_id, id)
CREATE UNIQUE INDEX attempts_pkey ON public.attempts USING btree (subject)
CREATE UNIQUE INDEX attribute_overrides_environment_id_submission_id_entity_ent_key ON public.attribute_overrides USING btree (environment_id, submission_id, entity, entity_index, attribute)
CREATE UNIQUE INDEX attribute_overrides_pkey ON public.attribute_overrides USING btree (environment_id, id)
CREATE UNIQUE INDEX attribute_sources_pkey ON public.attribute_sources USING btree (environment_id, id)
CREATE UNIQUE INDEX audit_heads_pkey ON public.audit_heads USING btree (environment_id)
CREATE UNIQUE INDEX audit_log_chain ON ONLY public.audit_log USING btree (environment_id, sequence, at) WHERE (sequence IS NOT NULL)
CREATE UNIQUE INDEX audit_log_pkey ON ONLY public.audit_log USING btree (environment_id, at, id)
CREATE UNIQUE INDEX benchmark_values_pkey ON public.benchmark_values USING btree (environment_id, submission_id)
CREATE UNIQUE INDEX broker_files_environment_id_broker_submission_id_sha256_key ON public.broker_files USING btree (environment_id, broker_submission_id, sha256)
CREATE UNIQUE INDEX broker_files_pkey ON public.broker_files USING btree (environment_id, id)
CREATE UNIQUE INDEX broker_submissions_pkey ON public.broker_submissions USING btree (environment_id, id)
CREATE UNIQUE INDEX brokers_environment_id_email_key ON public.brokers USING btree (environment_id, email)
CREATE UNIQUE INDEX brokers_pkey ON public.brokers USING btree (environment_id, id)
CREATE UNIQUE INDEX connector_calls_pkey ON public.connector_calls USING btree (environment_id, id)
CREATE UNIQUE INDEX corrections_environment_id_submission_id_row_key_key ON public.corrections USING btree (environment_id, submission_id, row_key)
CREATE UNIQUE INDEX corrections_pkey ON public.corrections USING btree (environment_id, id)
CREATE UNIQUE INDEX crm_integrations_environment_id_name_key ON public.crm_integrations USING btree (environment_id, name)
CREATE UNIQUE INDEX crm_integrations_pkey ON public.crm_integrations USING btree (environment_id, id)
CREATE UNIQUE INDEX crm_records_pkey ON public.crm_records USING btree (environment_id, integration_id, object, our_key)
CREATE UNIQUE INDEX crm_syncs_pkey ON public.crm_syncs USING btree (environment_id, id)
CREATE UNIQUE INDEX data_sources_manual ON public.data_sources USING btree (environment_id, submission_id) WHERE (provider = 'manual'::text)
CREATE UNIQUE INDEX data_sources_of_provider ON public.data_sources USING btree (environment_id, submission_id, provider) WHERE ((type = 'api'::text) AND (provider <> 'manual'::text))
CREATE UNIQUE INDEX data_sources_pkey ON public.data_sources USING btree (environment_id, id)
CREATE UNIQUE INDEX deliveries_once ON public.deliveries USING btree (environment_id, webhook_id, event_id) WHERE ((NOT is_test) AND (NOT is_replay))
CREATE UNIQUE INDEX deliveries_pkey ON public.deliveries USING btree (environment_id, id)
CREATE UNIQUE INDEX descriptors_pkey ON public.descriptors USING btree (environment_id, key)
CREATE UNIQUE INDEX document_classes_environment_id_name_key ON public.document_classes USING btree (environment_id, name)
CREATE UNIQUE INDEX document_classes_pkey ON public.document_classes USING btree (environment_id, id)
CREATE UNIQUE INDEX document_readings_pkey ON public.document_readings USING btree (environment_id, document_id)
CREATE UNIQUE INDEX document_signals_environment_id_document_id_signal_key_key ON public.document_signals USING btree (environment_id, document_id, signal_key)
CREATE UNIQUE INDEX document_signals_pkey ON public.document_signals USING btree (environment_id, id)
CREATE UNIQUE INDEX documents_pkey ON public.documents USING btree (environment_id, id)
CREATE UNIQUE INDEX email_attachments_environment_id_email_id_position_key ON public.email_attachments USING btree (environment_id, email_id, "position")
CREATE UNIQUE INDEX email_attachments_pkey ON public.email_attachments USING btree (environment_id, id)
CREATE UNIQUE INDEX email_templates_environment_id_name_key ON public.email_templates USING btree (environment_id, name)
CREATE UNIQUE INDEX email_templates_pkey ON public.email_templates USING btree (environment_id, id)
CREATE UNIQUE INDEX emails_by_content ON public.emails USING btree (environment_id, sha256) WHERE (direction = 'inbound'::text)
CREATE UNIQUE INDEX emails_by_message_id ON public.emails USING btree (environment_id, message_id) WHERE (message_id IS NOT NULL)
CREATE UNIQUE INDEX emails_pkey ON public.emails USING btree (environment_id, id)
CREATE UNIQUE INDEX enricher_results_pkey ON public.enricher_results USING btree (environment_id, id)
CREATE UNIQUE INDEX entities_environment_id_name_key ON public.entities USING btree (environment_id, name)
CREATE UNIQUE INDEX entities_pkey ON public.entities USING btree (environment_id, id)
CREATE UNIQUE INDEX entity_attributes_environment_id_entity_id_name_key ON public.entity_attributes USING btree (environment_id, entity_id, name)
CREATE UNIQUE INDEX entity_attributes_pkey ON public.entity_attributes USING btree (environment_id, id)
CREATE UNIQUE INDEX environments_pkey ON public.environments USING btree (id)
CREATE UNIQUE INDEX environments_tenant_id_mode_key ON public.environments USING btree (tenant_id, mode)
CREATE UNIQUE INDEX events_pkey ON public.events USING btree (environment_id, id)
CREATE UNIQUE INDEX feedback_pkey ON public.feedback USING btree (environment_id, id)
CREATE UNIQUE INDEX file_rename_rules_environment_id_name_key ON public.file_rename_rules USING btree (environment_id, name)
CREATE UNIQUE INDEX file_rename_rules_pkey ON public.file_rename_rules USING btree (environment_id, id)
CREATE UNIQUE INDEX funder_matches_pkey ON public.funder_matches USING btree (environment_id, submission_id, policy_id)
CREATE UNIQUE INDEX funder_policies_environment_id_funder_id_name_key ON public.funder_policies USING btree (environment_id, funder_id, name)
CREATE UNIQUE INDEX funder_policies_pkey ON public.funder_policies USING btree (environment_id, id)
CREATE UNIQUE INDEX funder_submissions_environment_id_funder_id_submission_id_key ON public.funder_submissions USING btree (environment_id, funder_id, submission_id)
CREATE UNIQUE INDEX funder_submissions_pkey ON public.funder_submissions USING btree (environment_id, id)
CREATE UNIQUE INDEX funders_environment_id_name_key ON public.funders USING btree (environment_id, name)
CREATE UNIQUE INDEX funders_pkey ON public.funders USING btree (environment_id, id)
CREATE UNIQUE INDEX house_secrets_pkey ON public.house_secrets USING btree (name)
CREATE UNIQUE INDEX idempotency_keys_pkey ON public.idempotency_keys USING btree (environment_id, key)
CREATE UNIQUE INDEX imports_pkey ON public.imports USING btree (environment_id, id)
CREATE UNIQUE INDEX integrations_environment_id_name_key ON public.integrations USING btree (environment_id, name)
CREATE UNIQUE INDEX integrations_pkey ON public.integrations USING btree (environment_id, id)
CREATE UNIQUE INDEX invitations_pkey ON public.invitations USING btree (id)
CREATE UNIQUE INDEX invitations_token_hash_key ON public.invitations USING btree (token_hash)
CREATE UNIQUE INDEX iso_applications_environment_id_document_id_key ON public.iso_applications USING btree (environment_id, document_id)
CREATE UNIQUE INDEX iso_applications_pkey ON public.iso_applications USING btree (environment_id, id)
CREATE UNIQUE INDEX item_removals_pkey ON public.item_removals USING btree (environment_id, id)
CREATE UNIQUE INDEX jobs_pkey ON public.jobs USING btree (environment_id, id)
CREATE UNIQUE INDEX jobs_unique ON public.jobs USING btree (environment_id, kind, unique_key) WHERE ((unique_key IS NOT NULL) AND (state = 'queued'::text))
CREATE UNIQUE INDEX kept_reports_pkey ON public.kept_reports USING btree (environment_id, submission_id, report)
CREATE UNIQUE INDEX kept_rows_pkey ON public.kept_rows USING btree (environment_id, submission_id)
CREATE UNIQUE INDEX layouts_pkey ON public.layouts USING btree (environment_id)
CREATE UNIQUE INDEX links_by_item ON public.links USING btree (environment_id, integration_id, external_item_id) WHERE ((external_item_id IS NOT NULL) AND (status <> 'deleted'::text))
CREATE UNIQUE INDEX links_pkey ON public.links USING btree (environment_id, id)
CREATE UNIQUE INDEX logos_pkey ON public.logos USING btree (environment_id)
CREATE UNIQUE INDEX mail_addresses_pkey ON public.mail_addresses USING btree (environment_id, tag)
CREATE UNIQUE INDEX mail_hooks_pkey ON public.mail_hooks USING btree (environment_id)
CREATE UNIQUE INDEX mailboxes_pkey ON public.mailboxes USING btree (environment_id, id)
CREATE UNIQUE INDEX memberships_pkey ON public.memberships USING btree (tenant_id, user_id)
CREATE UNIQUE INDEX merchant_totals_pkey ON public.merchant_totals USING btree (environment_id, submission_id, merchant_id, currency)
CREATE UNIQUE INDEX merchants_pkey ON public.merchants USING btree (environment_id, id)
CREATE UNIQUE INDEX metric_snapshots_pkey ON public.metric_snapshots USING btree (environment_id, submission_id)
CREATE UNIQUE INDEX mfa_factors_by_passkey ON public.mfa_factors USING btree (((passkey ->> 'id'::text))) WHERE (passkey IS NOT NULL)
CREATE UNIQUE INDEX mfa_factors_pkey ON public.mfa_factors USING btree (user_id, id)
CREATE UNIQUE INDEX migrations_pkey ON public.migrations USING btree (name)
CREATE UNIQUE INDEX missing_accounts_pkey ON public.missing_accounts USING btree (environment_id, id)
CREATE UNIQUE INDEX notes_pkey ON public.notes USING btree (environment_id, id)
CREATE UNIQUE INDEX oauth_grants_pkey ON public.oauth_grants USING btree (id)
CREATE UNIQUE INDEX oauth_records_pkey ON public.oauth_records USING btree (kind, id_hash)
CREATE UNIQUE INDEX policies_by_name ON public.policies USING btree (environment_id, name) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX policies_pkey ON public.policies USING btree (environment_id, id)
CREATE UNIQUE INDEX policy_evaluations_pkey ON public.policy_evaluations USING btree (environment_id, id)
CREATE UNIQUE INDEX policy_versions_pkey ON public.policy_versions USING btree (environment_id, policy_id, version)
CREATE UNIQUE INDEX portfolio_facts_pkey ON public.portfolio_facts USING btree (environment_id, submission_id)
CREATE UNIQUE INDEX portfolio_totals_pkey ON public.portfolio_totals USING btree (environment_id, grain, facet, bucket, key, slot)
CREATE UNIQUE INDEX portfolio_versions_pkey ON public.portfolio_versions USING btree (environment_id, slot)
CREATE UNIQUE INDEX position_decisions_pkey ON public.position_decisions USING btree (environment_id, id)
CREATE UNIQUE INDEX positions_pkey ON public.positions USING btree (environment_id, id)
CREATE UNIQUE INDEX processed_files_pkey ON public.processed_files USING btree (environment_id, id)
CREATE UNIQUE INDEX processing_runs_environment_id_submission_id_number_key ON public.processing_runs USING btree (environment_id, submission_id, number)
CREATE UNIQUE INDEX processing_runs_pkey ON public.processing_runs USING btree (environment_id, id)
CREATE UNIQUE INDEX provider_accounts_pkey ON public.provider_accounts USING btree (environment_id, submission_id, provider, external_id)
CREATE UNIQUE INDEX provider_changes_pkey ON public.provider_changes USING btree (environment_id, submission_id, provider, external_id)
CREATE UNIQUE INDEX rate_limits_pkey ON public.rate_limits USING btree (environment_id, api_key_id, class)
CREATE UNIQUE INDEX reading_patches_pkey ON public.reading_patches USING btree (environment_id, id)
CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (user_id, hash)
CREATE UNIQUE INDEX registry_merchants_key_key ON public.registry_merchants USING btree (key)
CREATE UNIQUE INDEX registry_merchants_pkey ON public.registry_merchants USING btree (id)
CREATE UNIQUE INDEX request_log_pkey ON public.request_log USING btree (environment_id, id)
CREATE UNIQUE INDEX rule_verdicts_pkey ON public.rule_verdicts USING btree (environment_id, submission_id, rule_id)
CREATE UNIQUE INDEX rule_versions_pkey ON public.rule_versions USING btree (environment_id, rule_id, version)
CREATE UNIQUE INDEX rules_by_name ON public.rules USING btree (environment_id, name) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX rules_pkey ON public.rules USING btree (environment_id, id)
CREATE UNIQUE INDEX sandbox_inboxes_pkey ON public.sandbox_inboxes USING btree (environment_id)
CREATE UNIQUE INDEX sandbox_messages_pkey ON public.sandbox_messages USING btree (environment_id, id)
CREATE UNIQUE INDEX sealing_keys_pkey ON public.sealing_keys USING btree (kid)
CREATE UNIQUE INDEX search_words_pkey ON public.search_words USING btree (environment_id, word)
CREATE UNIQUE INDEX second_opinions_pkey ON public.second_opinions USING btree (environment_id, descriptor_key, is_inflow)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)
CREATE UNIQUE INDEX sessions_secret_hash_key ON public.sessions USING btree (secret_hash)
CREATE UNIQUE INDEX settings_versions_environment_id_id_key ON public.settings_versions USING btree (environment_id, id)
CREATE UNIQUE INDEX settings_versions_pkey ON public.settings_versions USING btree (environment_id, version)
CREATE UNIQUE INDEX statement_overrides_pkey ON public.statement_overrides USING btree (environment_id, document_id, statement_id, field)
CREATE UNIQUE INDEX statements_environment_id_document_id_index_key ON public.statements USING btree (environment_id, document_id, index)
CREATE UNIQUE INDEX statements_pkey ON public.statements USING btree (environment_id, id)
CREATE UNIQUE INDEX stip_requests_pkey ON public.stip_requests USING btree (environment_id, id)
CREATE UNIQUE INDEX streams_pkey ON public.streams USING btree (environment_id, id)
CREATE UNIQUE INDEX submissions_external_id ON public.submissions USING btree (environment_id, external_id) WHERE (external_id IS NOT NULL)
CREATE UNIQUE INDEX submissions_pkey ON public.submissions USING btree (environment_id, id)
CREATE UNIQUE INDEX taught_layouts_environment_id_fingerprint_key ON public.taught_layouts USING btree (environment_id, fingerprint)
CREATE UNIQUE INDEX taught_layouts_pkey ON public.taught_layouts USING btree (environment_id, id)
CREATE UNIQUE INDEX tenant_rules_environment_id_descriptor_is_inflow_key ON public.tenant_rules USING btree (environment_id, descriptor, is_inflow)
CREATE UNIQUE INDEX tenant_rules_pkey ON public.tenant_rules USING btree (environment_id, id)
CREATE UNIQUE INDEX tenants_pkey ON public.tenants USING btree (id)
CREATE UNIQUE INDEX transactions_by_external_id_and_source ON public.transactions USING btree (environment_id, external_id, submission_id, source) WHERE (external_id IS NOT NULL)
CREATE UNIQUE INDEX transactions_pkey ON public.transactions USING btree (environment_id, id)
CREATE UNIQUE INDEX upload_links_pkey ON public.upload_links USING btree (environment_id, id)
CREATE UNIQUE INDEX usage_calls_pkey ON public.usage_calls USING btree (environment_id, date, api_key_id, method, path)
CREATE UNIQUE INDEX usage_counters_pkey ON public.usage_counters USING btree (environment_id, date, name)
CREATE UNIQUE INDEX user_layouts_pkey ON public.user_layouts USING btree (environment_id, user_id)
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email))
CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
CREATE UNIQUE INDEX webhooks_pkey ON public.webhooks USING btree (environment_id, id)
CREATE UNIQUE INDEX workflow_runs_by_trigger ON public.workflow_runs USING btree (environment_id, workflow_id, trigger_key) WHERE (trigger_key IS NOT NULL)
CREATE UNIQUE INDEX workflow_runs_pkey ON public.workflow_runs USING btree (environment_id, id)
CREATE UNIQUE INDEX workflow_steps_by_node ON public.workflow_steps USING btree (environment_id, run_id, node_id, iteration)
CREATE UNIQUE INDEX workflow_steps_pkey ON public.workflow_steps USING btree (environment_id, id)
CREATE UNIQUE INDEX workflow_versions_pkey ON public.workflow_versions USING btree (environment_id, workflow_id, version)
CREATE UNIQUE INDEX workflow_waits_pkey ON public.workflow_waits USING btree (environment_id, step_id, event_type)
CREATE UNIQUE INDEX workflows_by_name ON public.workflows USING btree (environment_id, name)
CREATE UNIQUE INDEX workflows_pkey ON public.workflows USING btree (environment_id, id)

-- Row security

accounts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
accounts to assay_system using true check true
analytics_versions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
analytics_versions to assay_system using true check true
anomaly_notes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
anomaly_notes to assay_system using true check true
api_keys to assay_app using (environment_id = ANY (system_managed_environments())) check (environment_id = ANY (system_managed_environments()))
api_keys to assay_system using true check true
app_installations to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
app_installations to assay_system using true check true
approvals to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
approvals to assay_system using true check true
attribute_overrides to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
attribute_overrides to assay_system using true check true
attribute_sources to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
attribute_sources to assay_system using true check true
audit_heads to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
audit_heads to assay_system using true check true
audit_log to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
audit_log to assay_system using true check true
benchmark_values to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
benchmark_values to assay_system using true check true
broker_files to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
broker_files to assay_system using true check true
broker_submissions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
broker_submissions to assay_system using true check true
brokers to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
brokers to assay_system using true check true
connector_calls to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
connector_calls to assay_system using true check true
corrections to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
corrections to assay_system using true check true
crm_integrations to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
crm_integrations to assay_system using true check true
crm_records to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
crm_records to assay_system using true check true
crm_syncs to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
crm_syncs to assay_system using true check true
data_sources to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
data_sources to assay_system using true check true
deliveries to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
deliveries to assay_system using true check true
descriptors to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
descriptors to assay_system using true check true
document_classes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
document_classes to assay_system using true check true
document_readings to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
document_readings to assay_system using true check true
document_signals to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
document_signals to assay_system using true check true
documents to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
documents to assay_system using true check true
email_attachments to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
email_attachments to assay_system using true check true
email_templates to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
email_templates to assay_system using true check true
emails to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
emails to assay_system using true check true
enricher_results to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
enricher_results to assay_system using true check true
entities to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
entities to assay_system using true check true
entity_attributes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
entity_attributes to assay_system using true check true
events to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
events to assay_system using true check true
feedback to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
feedback to assay_system using true check true
file_rename_rules to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
file_rename_rules to assay_system using true check true
funder_matches to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
funder_matches to assay_system using true check true
funder_policies to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
funder_policies to assay_system using true check true
funder_submissions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
funder_submissions to assay_system using true check true
funders to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
funders to assay_system using true check true
idempotency_keys to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
idempotency_keys to assay_system using true check true
imports to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
imports to assay_system using true check true
integrations to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
integrations to assay_system using true check true
iso_applications to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
iso_applications to assay_system using true check true
item_removals to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
item_removals to assay_system using true check true
jobs to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
jobs to assay_system using true check true
kept_reports to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
kept_reports to assay_system using true check true
kept_rows to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
kept_rows to assay_system using true check true
layouts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
layouts to assay_system using true check true
links to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
links to assay_system using true check true
logos to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
logos to assay_system using true check true
mail_addresses to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
mail_addresses to assay_system using true check true
mail_hooks to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
mail_hooks to assay_system using true check true
mailboxes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
mailboxes to assay_system using true check true
merchant_totals to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
merchant_totals to assay_system using true check true
merchants to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
merchants to assay_system using true check true
metric_snapshots to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
metric_snapshots to assay_system using true check true
missing_accounts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
missing_accounts to assay_system using true check true
notes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
notes to assay_system using true check true
policies to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
policies to assay_system using true check true
policy_evaluations to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
policy_evaluations to assay_system using true check true
policy_versions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
policy_versions to assay_system using true check true
portfolio_facts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
portfolio_facts to assay_system using true check true
portfolio_totals to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
portfolio_totals to assay_system using true check true
portfolio_versions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
portfolio_versions to assay_system using true check true
position_decisions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
position_decisions to assay_system using true check true
positions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
positions to assay_system using true check true
processed_files to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
processed_files to assay_system using true check true
processing_runs to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
processing_runs to assay_system using true check true
provider_accounts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
provider_accounts to assay_system using true check true
provider_changes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
provider_changes to assay_system using true check true
rate_limits to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
rate_limits to assay_system using true check true
reading_patches to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
reading_patches to assay_system using true check true
request_log to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
request_log to assay_system using true check true
rule_verdicts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
rule_verdicts to assay_system using true check true
rule_versions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
rule_versions to assay_system using true check true
rules to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
rules to assay_system using true check true
sandbox_inboxes to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
sandbox_inboxes to assay_system using true check true
sandbox_messages to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
sandbox_messages to assay_system using true check true
search_words to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
search_words to assay_system using true check true
second_opinions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
second_opinions to assay_system using true check true
settings_versions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
settings_versions to assay_system using true check true
statement_overrides to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
statement_overrides to assay_system using true check true
statements to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
statements to assay_system using true check true
stip_requests to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
stip_requests to assay_system using true check true
streams to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
streams to assay_system using true check true
submissions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
submissions to assay_system using true check true
taught_layouts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
taught_layouts to assay_system using true check true
tenant_rules to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
tenant_rules to assay_system using true check true
transactions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
transactions to assay_system using true check true
upload_links to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
upload_links to assay_system using true check true
usage_calls to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
usage_calls to assay_system using true check true
usage_counters to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
usage_counters to assay_system using true check true
user_layouts to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
user_layouts to assay_system using true check true
webhooks to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
webhooks to assay_system using true check true
workflow_runs to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
workflow_runs to assay_system using true check true
workflow_steps to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
workflow_steps to assay_system using true check true
workflow_versions to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
workflow_versions to assay_system using true check true
workflow_waits to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
workflow_waits to assay_system using true check true
workflows to assay_app using (environment_id = current_environment()) check (environment_id = current_environment())
workflows to assay_system using true check true

-- Rights

access_tokens to assay_system: delete, insert, select, update
accounts to assay_app: delete, insert, select, update
accounts to assay_system: delete, insert, select, update
analytics_versions to assay_app: delete, insert, select, update
analytics_versions to assay_system: delete, insert, select, update
anomaly_notes to assay_app: delete, insert, select, update
anomaly_notes to assay_system: delete, insert, select, update
api_keys to assay_app: delete, insert, select, update
api_keys to assay_system: delete, insert, select, update
app_installations to assay_app: delete, insert, select, update
app_installations to assay_system: delete, insert, select, update
approvals to assay_app: delete, insert, select, update
approvals to assay_system: delete, insert, select, update
attempts to assay_system: delete, insert, select, update
attribute_overrides to assay_app: delete, insert, select, update
attribute_overrides to assay_system: delete, insert, select, update
attribute_sources to assay_app: delete, insert, select, update
attribute_sources to assay_system: delete, insert, select, update
audit_heads to assay_app: select
audit_heads to assay_system: delete, insert, select, update
audit_log to assay_app: select
audit_log to assay_system: delete, insert, select, update
benchmark_values to assay_app: delete, insert, select, update
benchmark_values to assay_system: delete, insert, select, update
broker_files to assay_app: delete, insert, select, update
broker_files to assay_system: delete, insert, select, update
broker_submissions to assay_app: delete, insert, select, update
broker_submissions to assay_system: delete, insert, select, update
brokers to assay_app: delete, insert, select, update
brokers to assay_system: delete, insert, select, update
connector_calls to assay_app: delete, insert, select, update
connector_calls to assay_system: delete, insert, select, update
corrections to assay_app: delete, insert, select, update
corrections to assay_system: delete, insert, select, update
crm_integrations to assay_app: delete, insert, select, update
crm_integrations to assay_system: delete, insert, select, update
crm_records to assay_app: delete, insert, select, update
crm_records to assay_system: delete, insert, select, update
crm_syncs to assay_app: delete, insert, select, update
crm_syncs to assay_system: delete, insert, select, update
data_sources to assay_app: delete, insert, select, update
data_sources to assay_system: delete, insert, select, update
deliveries to assay_app: delete, insert, select, update
deliveries to assay_system: delete, insert, select, update
descriptors to assay_app: delete, insert, select, update
descriptors to assay_system: delete, insert, select, update
document_classes to assay_app: delete, insert, select, update
document_classes to assay_system: delete, insert, select, update
document_readings to assay_app: delete, insert, select, update
document_readings to assay_system: delete, insert, select, update
document_signals to assay_app: delete, insert, select, update
document_signals to assay_system: delete, insert, select, update
documents to assay_app: delete, insert, select, update
documents to assay_system: delete, insert, select, update
email_attachments to assay_app: delete, insert, select, update
email_attachments to assay_system: delete, insert, select, update
email_templates to assay_app: delete, insert, select, update
email_templates to assay_system: delete, insert, select, update
emails to assay_app: delete, insert, select, update
emails to assay_system: delete, insert, select, update
enricher_results to assay_app: delete, insert, select, update
enricher_results to assay_system: delete, insert, select, update
entities to assay_app: delete, insert, select, update
entities to assay_system: delete, insert, select, update
entity_attributes to assay_app: delete, insert, select, update
entity_attributes to assay_system: delete, insert, select, update
environments to assay_system: insert, select
events to assay_app: delete, insert, select, update
events to assay_system: delete, insert, select, update
feedback to assay_app: delete, insert, select, update
feedback to assay_system: delete, insert, select, update
file_rename_rules to assay_app: delete, insert, select, update
file_rename_rules to assay_system: delete, insert, select, update
funder_matches to assay_app: delete, insert, select, update
funder_matches to assay_system: delete, insert, select, update
funder_policies to assay_app: delete, insert, select, update
funder_policies to assay_system: delete, insert, select, update
funder_submissions to assay_app: delete, insert, select, update
funder_submissions to assay_system: delete, insert, select, update
funders to assay_app: delete, insert, select, update
funders to assay_system: delete, insert, select, update
house_secrets to assay_system: insert, select, update
idempotency_keys to assay_app: delete, insert, select, update
idempotency_keys to assay_system: delete, insert, select, update
imports to assay_app: delete, insert, select, update
imports to assay_system: delete, insert, select, update
integrations to assay_app: delete, insert, select, update
integrations to assay_system: delete, insert, select, update
invitations to assay_system: delete, insert, select, update
iso_applications to assay_app: delete, insert, select, update
iso_applications to assay_system: delete, insert, select, update
item_removals to assay_app: delete, insert, select, update
item_removals to assay_system: delete, insert, select, update
jobs to assay_app: delete, insert, select, update
jobs to assay_system: delete, insert, select, update
kept_reports to assay_app: delete, insert, select, update
kept_reports to assay_system: delete, insert, select, update
kept_rows to assay_app: delete, insert, select, update
kept_rows to assay_system: delete, insert, select, update
layouts to assay_app: delete, insert, select, update
layouts to assay_system: delete, insert, select, update
links to assay_app: delete, insert, select, update
links to assay_system: delete, insert, select, update
logos to assay_app: delete, insert, select, update
logos to assay_system: delete, insert, select, update
mail_addresses to assay_app: delete, insert, select, update
mail_addresses to assay_system: delete, insert, select, update
mail_hooks to assay_app: delete, insert, select, update
mail_hooks to assay_system: delete, insert, select, update
mailboxes to assay_app: delete, insert, select, update
mailboxes to assay_system: delete, insert, select, update
memberships to assay_system: delete, insert, select, update
merchant_totals to assay_app: delete, insert, select, update
merchant_totals to assay_system: delete, insert, select, update
merchants to assay_app: delete, insert, select, update
merchants to assay_system: delete, insert, select, update
metric_snapshots to assay_app: delete, insert, select, update
metric_snapshots to assay_system: delete, insert, select, update
mfa_factors to assay_system: delete, insert, select, update
migrations to assay_app: select
migrations to assay_system: select
missing_accounts to assay_app: delete, insert, select, update
missing_accounts to assay_system: delete, insert, select, update
notes to assay_app: delete, insert, select, update
notes to assay_system: delete, insert, select, update
oauth_grants to assay_system: delete, insert, select, update
oauth_records to assay_system: delete, insert, select, update
policies to assay_app: delete, insert, select, update
policies to assay_system: delete, insert, select, update
policy_evaluations to assay_app: delete, insert, select, update
policy_evaluations to assay_system: delete, insert, select, update
policy_versions to assay_app: delete, insert, select, update
policy_versions to assay_system: delete, insert, select, update
portfolio_facts to assay_app: delete, insert, select, update
portfolio_facts to assay_system: delete, insert, select, update
portfolio_totals to assay_app: delete, insert, select, update
portfolio_totals to assay_system: delete, insert, select, update
portfolio_versions to assay_app: delete, insert, select, update
portfolio_versions to assay_system: delete, insert, select, update
position_decisions to assay_app: delete, insert, select, update
position_decisions to assay_system: delete, insert, select, update
positions to assay_app: delete, insert, select, update
positions to assay_system: delete, insert, select, update
processed_files to assay_app: delete, insert, select, update
processed_files to assay_system: delete, insert, select, update
processing_runs to assay_app: delete, insert, select, update
processing_runs to assay_system: delete, insert, select, update
provider_accounts to assay_app: delete, insert, select, update
provider_accounts to assay_system: delete, insert, select, update
provider_changes to assay_app: delete, insert, select, update
provider_changes to assay_system: delete, insert, select, update
rate_limits to assay_app: delete, insert, select, update
rate_limits to assay_system: delete, insert, select, update
reading_patches to assay_app: delete, insert, select, update
reading_patches to assay_system: delete, insert, select, update
recovery_codes to assay_system: delete, insert, select, update
registry_merchants to assay_app: select
registry_merchants to assay_system: select
request_log to assay_app: delete, insert, select, update
request_log to assay_system: delete, insert, select, update
rule_verdicts to assay_app: delete, insert, select, update
rule_verdicts to assay_system: delete, insert, select, update
rule_versions to assay_app: delete, insert, select, update
rule_versions to assay_system: delete, insert, select, update
rules to assay_app: delete, insert, select, update
rules to assay_system: delete, insert, select, update
sandbox_inboxes to assay_app: delete, insert, select, update
sandbox_inboxes to assay_system: delete, insert, select, update
sandbox_messages to assay_app: delete, insert, select, update
sandbox_messages to assay_system: delete, insert, select, update
sealing_keys to assay_system: delete, insert, select, update
search_words to assay_app: delete, insert, select, update
search_words to assay_system: delete, insert, select, update
second_opinions to assay_app: delete, insert, select, update
second_opinions to assay_system: delete, insert, select, update
sessions to assay_system: delete, insert, select, update
settings_versions to assay_app: delete, insert, select, update
settings_versions to assay_system: delete, insert, select, update
statement_overrides to assay_app: delete, insert, select, update
statement_overrides to assay_system: delete, insert, select, update
statements to assay_app: delete, insert, select, update
statements to assay_system: delete, insert, select, update
stip_requests to assay_app: delete, insert, select, update
stip_requests to assay_system: delete, insert, select, update
streams to assay_app: delete, insert, select, update
streams to assay_system: delete, insert, select, update
submissions to assay_app: delete, insert, select, update
submissions to assay_system: delete, insert, select, update
taught_layouts to assay_app: delete, insert, select, update
taught_layouts to assay_system: delete, insert, select, update
tenant_rules to assay_app: delete, insert, select, update
tenant_rules to assay_system: delete, insert, select, update
tenants to assay_system: insert, select, update
transactions to assay_app: delete, insert, select, update
transactions to assay_system: delete, insert, select, update
upload_links to assay_app: delete, insert, select, update
upload_links to assay_system: delete, insert, select, update
usage_calls to assay_app: delete, insert, select, update
usage_calls to assay_system: delete, insert, select, update
usage_counters to assay_app: delete, insert, select, update
usage_counters to assay_system: delete, insert, select, update
user_layouts to assay_app: delete, insert, select, update
user_layouts to assay_system: delete, insert, select, update
users to assay_system: delete, insert, select, update
webhooks to assay_app: delete, insert, select, update
webhooks to assay_system: delete, insert, select, update
workflow_runs to assay_app: delete, insert, select, update
workflow_runs to assay_system: delete, insert, select, update
workflow_steps to assay_app: delete, insert, select, update
workflow_steps to assay_system: delete, insert, select, update
workflow_versions to assay_app: delete, insert, select, update
workflow_versions to assay_system: delete, insert, select, update
workflow_waits to assay_app: delete, insert, select, update
workflow_waits to assay_system: delete, insert, select, update
workflows to assay_app: delete, insert, select, update
workflows to assay_system: delete, insert, select, update

-- Functions

audit_text(audit_log), invoker, public
claim_idempotency_key(text,text,uuid,interval), invoker, public
claim_idempotency_key(uuid,text,text,uuid,interval), invoker, public
current_environment(), invoker, public
fence(regclass), invoker, public
gin_btree_consistent(internal,smallint,anyelement,integer,internal,internal), invoker, public
gin_compare_prefix_anyenum(anyenum,anyenum,smallint,internal), invoker, public
gin_compare_prefix_bit(bit,bit,smallint,internal), invoker, public
gin_compare_prefix_bool(boolean,boolean,smallint,internal), invoker, public
gin_compare_prefix_bpchar(character,character,smallint,internal), invoker, public
gin_compare_prefix_bytea(bytea,bytea,smallint,internal), invoker, public
gin_compare_prefix_char("char","char",smallint,internal), invoker, public
gin_compare_prefix_cidr(cidr,cidr,smallint,internal), invoker, public
gin_compare_prefix_date(date,date,smallint,internal), invoker, public
gin_compare_prefix_float4(real,real,smallint,internal), invoker, public
gin_compare_prefix_float8(double precision,double precision,smallint,internal), invoker, public
gin_compare_prefix_inet(inet,inet,smallint,internal), invoker, public
gin_compare_prefix_int2(smallint,smallint,smallint,internal), invoker, public
gin_compare_prefix_int4(integer,integer,smallint,internal), invoker, public
gin_compare_prefix_int8(bigint,bigint,smallint,internal), invoker, public
gin_compare_prefix_interval(interval,interval,smallint,internal), invoker, public
gin_compare_prefix_macaddr(macaddr,macaddr,smallint,internal), invoker, public
gin_compare_prefix_macaddr8(macaddr8,macaddr8,smallint,internal), invoker, public
gin_compare_prefix_money(money,money,smallint,internal), invoker, public
gin_compare_prefix_name(name,name,smallint,internal), invoker, public
gin_compare_prefix_numeric(numeric,numeric,smallint,internal), invoker, public
gin_compare_prefix_oid(oid,oid,smallint,internal), invoker, public
gin_compare_prefix_text(text,text,smallint,internal), invoker, public
gin_compare_prefix_time(time without time zone,time without time zone,smallint,internal), invoker, public
gin_compare_prefix_timestamp(timestamp without time zone,timestamp without time zone,smallint,internal), invoker, public
gin_compare_prefix_timestamptz(timestamp with time zone,timestamp with time zone,smallint,internal), invoker, public
gin_compare_prefix_timetz(time with time zone,time with time zone,smallint,internal), invoker, public
gin_compare_prefix_uuid(uuid,uuid,smallint,internal), invoker, public
gin_compare_prefix_varbit(bit varying,bit varying,smallint,internal), invoker, public
gin_enum_cmp(anyenum,anyenum), invoker, public
gin_extract_query_anyenum(anyenum,internal,smallint,internal,internal), invoker, public
gin_extract_query_bit(bit,internal,smallint,internal,internal), invoker, public
gin_extract_query_bool(boolean,internal,smallint,internal,internal), invoker, public
gin_extract_query_bpchar(character,internal,smallint,internal,internal), invoker, public
gin_extract_query_bytea(bytea,internal,smallint,internal,internal), invoker, public
gin_extract_query_char("char",internal,smallint,internal,internal), invoker, public
gin_extract_query_cidr(cidr,internal,smallint,internal,internal), invoker, public
gin_extract_query_date(date,internal,smallint,internal,internal), invoker, public
gin_extract_query_float4(real,internal,smallint,internal,internal), invoker, public
gin_extract_query_float8(double precision,internal,smallint,internal,internal), invoker, public
gin_extract_query_inet(inet,internal,smallint,internal,internal), invoker, public
gin_extract_query_int2(smallint,internal,smallint,internal,internal), invoker, public
gin_extract_query_int4(integer,internal,smallint,internal,internal), invoker, public
gin_extract_query_int8(bigint,internal,smallint,internal,internal), invoker, public
gin_extract_query_interval(interval,internal,smallint,internal,internal), invoker, public
gin_extract_query_macaddr(macaddr,internal,smallint,internal,internal), invoker, public
gin_extract_query_macaddr8(macaddr8,internal,smallint,internal,internal), invoker, public
gin_extract_query_money(money,internal,smallint,internal,internal), invoker, public
gin_extract_query_name(name,internal,smallint,internal,internal), invoker, public
gin_extract_query_numeric(numeric,internal,smallint,internal,internal), invoker, public
gin_extract_query_oid(oid,internal,smallint,internal,internal), invoker, public
gin_extract_query_text(text,internal,smallint,internal,internal), invoker, public
gin_extract_query_time(time without time zone,internal,smallint,internal,internal), invoker, public
gin_extract_query_timestamp(timestamp without time zone,internal,smallint,internal,internal), invoker, public
gin_extract_query_timestamptz(timestamp with time zone,internal,smallint,internal,internal), invoker, public
gin_extract_query_timetz(time with time zone,internal,smallint,internal,internal), invoker, public
gin_extract_query_trgm(text,internal,smallint,internal,internal,internal,internal), invoker, public
gin_extract_query_uuid(uuid,internal,smallint,internal,internal), invoker, public
gin_extract_query_varbit(bit varying,internal,smallint,internal,internal), invoker, public
gin_extract_value_anyenum(anyenum,internal), invoker, public
gin_extract_value_bit(bit,internal), invoker, public
gin_extract_value_bool(boolean,internal), invoker, public
gin_extract_value_bpchar(character,internal), invoker, public
gin_extract_value_bytea(bytea,internal), invoker, public
gin_extract_value_char("char",internal), invoker, public
gin_extract_value_cidr(cidr,internal), invoker, public
gin_extract_value_date(date,internal), invoker, public
gin_extract_value_float4(real,internal), invoker, public
gin_extract_value_float8(double precision,internal), invoker, public
gin_extract_value_inet(inet,internal), invoker, public
gin_extract_value_int2(smallint,internal), invoker, public
gin_extract_value_int4(integer,internal), invoker, public
gin_extract_value_int8(bigint,internal), invoker, public
gin_extract_value_interval(interval,internal), invoker, public
gin_extract_value_macaddr(macaddr,internal), invoker, public
gin_extract_value_macaddr8(macaddr8,internal), invoker, public
gin_extract_value_money(money,internal), invoker, public
gin_extract_value_name(name,internal), invoker, public
gin_extract_value_numeric(numeric,internal), invoker, public
gin_extract_value_oid(oid,internal), invoker, public
gin_extract_value_text(text,internal), invoker, public
gin_extract_value_time(time without time zone,internal), invoker, public
gin_extract_value_timestamp(timestamp without time zone,internal), invoker, public
gin_extract_value_timestamptz(timestamp with time zone,internal), invoker, public
gin_extract_value_timetz(time with time zone,internal), invoker, public
gin_extract_value_trgm(text,internal), invoker, public
gin_extract_value_uuid(uuid,internal), invoker, public
gin_extract_value_varbit(bit varying,internal), invoker, public
gin_numeric_cmp(numeric,numeric), invoker, public
gin_trgm_consistent(internal,smallint,text,integer,internal,internal,internal,internal), invoker, public
gin_trgm_triconsistent(internal,smallint,text,integer,internal,internal,internal), invoker, public
gtrgm_compress(internal), invoker, public
gtrgm_consistent(internal,text,smallint,oid,internal), invoker, public
gtrgm_decompress(internal), invoker, public
gtrgm_distance(internal,text,smallint,oid,internal), invoker, public
gtrgm_in(cstring), invoker, public
gtrgm_options(internal), invoker, public
gtrgm_out(gtrgm), invoker, public
gtrgm_penalty(internal,internal,internal), invoker, public
gtrgm_picksplit(internal,internal), invoker, public
gtrgm_same(gtrgm,gtrgm,internal), invoker, public
gtrgm_union(internal,internal), invoker, public
make_partitions(), invoker, public
managed_environments(), definer assay_system
set_limit(real), invoker, public
settle_system_functions(), invoker, public
show_limit(), invoker, public
show_trgm(text), invoker, public
similarity(text,text), invoker, public
similarity_dist(text,text), invoker, public
similarity_op(text,text), invoker, public
spread(regclass), invoker, public
strict_word_similarity(text,text), invoker, public
strict_word_similarity_commutator_op(text,text), invoker, public
strict_word_similarity_dist_commutator_op(text,text), invoker, public
strict_word_similarity_dist_op(text,text), invoker, public
strict_word_similarity_op(text,text), invoker, public
system_accept_invitation(uuid), definer assay_system
system_audit_heads(), definer assay_system
system_chain_audit(uuid,jsonb,text), definer assay_system
system_change_membership(uuid,uuid,text,uuid), definer assay_system
system_choose_tenant(uuid,uuid,text), definer assay_system
system_claim_jobs(text[],integer,interval,integer,integer), definer assay_system
system_claim_jobs(text[],integer,interval,integer,uuid[],integer[]), definer assay_system
system_claim_jobs(text[],integer,interval,integer,uuid[],integer[],integer,text[],integer[]), definer assay_system
system_claim_traced_jobs(text[],integer,interval,integer,integer), definer assay_system
system_consume_oauth_record(text,text), definer assay_system
system_count_attempt(text,integer), definer assay_system
system_count_house_values(), definer assay_system
system_count_oauth_clients(), definer assay_system
system_count_recovery_codes(uuid), definer assay_system
system_create_tenant(uuid,text,uuid,uuid,boolean), definer assay_system
system_credential_names(uuid,uuid[]), definer assay_system
system_cut_audit(uuid,bigint,text,text), definer assay_system
system_delete_factor(uuid,uuid), definer assay_system
system_delete_oauth_record(text,text), definer assay_system
system_due_crm_integrations(integer), definer assay_system
system_due_workflows(integer), definer assay_system
system_end_oauth_grant(uuid,uuid,uuid), definer assay_system
system_environments(), definer assay_system
system_find_access_token(text), definer assay_system
system_find_api_key(text), definer assay_system
system_find_environment(uuid), definer assay_system
system_find_invitation(text), definer assay_system
system_find_key(text), definer assay_system
system_find_links_of_item(text,text), definer assay_system
system_find_links_of_session(text,text), definer assay_system
system_find_mail_address(text), definer assay_system
system_find_mail_hook(text), definer assay_system
system_find_oauth_grant(uuid,boolean), definer assay_system
system_find_oauth_record(text,text,text), definer assay_system
system_find_passkey(text), definer assay_system
system_find_session(text), definer assay_system
system_find_sibling(uuid,text), definer assay_system
system_find_tenant(uuid), definer assay_system
system_find_upload_link(text), definer assay_system
system_find_user(text), definer assay_system
system_find_wait(text), definer assay_system
system_find_workflow_hook(text), definer assay_system
system_forget_attempts(text), definer assay_system
system_forget_sealing_key(text), definer assay_system
system_get_user(uuid), definer assay_system
system_has_owner(), definer assay_system
system_house_secret(text,text), definer assay_system
system_house_secrets(), definer assay_system
system_house_values(text,text,text[],integer), definer assay_system
system_insert_access_token(text,text,uuid,uuid,uuid,text,text,text[],text,text,integer), definer assay_system
system_insert_factor(uuid,uuid,text,text,text,jsonb), definer assay_system
system_insert_invitation(uuid,uuid,text,text,text,text,integer,uuid), definer assay_system
system_insert_oauth_grant(uuid,uuid,uuid,text,text,text,text,text[],uuid,integer), definer assay_system
system_insert_session(uuid,uuid,text,uuid,text,text,text,boolean), definer assay_system
system_insert_user(uuid,text,text,text), definer assay_system
system_is_recent(uuid,uuid), definer assay_system
system_keep_oauth_client(text,integer), definer assay_system
system_keep_sealing_key(text,text,boolean), definer assay_system
system_lease_requests(uuid,uuid,text,double precision,integer,uuid), definer assay_system
system_list_due_links(integer), definer assay_system
system_list_due_mailboxes(integer), definer assay_system
system_list_factors(uuid), definer assay_system
system_list_invitations(uuid,uuid), definer assay_system
system_list_members(uuid,uuid), definer assay_system
system_list_memberships(uuid), definer assay_system
system_list_oauth_grants(uuid,uuid), definer assay_system
system_list_sessions(uuid,uuid), definer assay_system
system_list_users(), definer assay_system
system_managed_environments(), definer assay_system
system_mark_mfa(uuid), definer assay_system
system_match_descriptors(text,date,integer), definer assay_system
system_match_descriptors(uuid,text,date,integer), definer assay_system
system_network_peers(uuid,integer), definer assay_system
system_next_due(), definer assay_system
system_next_due_ms(), definer assay_system
system_next_job_ms(), definer assay_system
system_note_failure(text), definer assay_system
system_overdue_workflow_runs(integer,integer), definer assay_system
system_plain_environments(), definer assay_system
system_purge_access_tokens(integer), definer assay_system
system_purge_attempts(integer), definer assay_system
system_purge_deliveries(integer,integer), definer assay_system
system_purge_idempotency_keys(integer), definer assay_system
system_purge_oauth(integer), definer assay_system
system_purge_request_log(integer,integer), definer assay_system
system_purge_sessions(integer), definer assay_system
system_purge_workflow_steps(integer,integer), definer assay_system
system_put_membership(uuid,uuid,text,text,uuid), definer assay_system
system_put_oauth_record(text,text,uuid,text,text,integer), definer assay_system
system_queue_by_kind(), definer assay_system
system_queue_state(), definer assay_system
system_raise_session(uuid,text,boolean), definer assay_system
system_reclaim_jobs(), definer assay_system
system_rehash_password(uuid,text,text), definer assay_system
system_renew_leases(uuid[],bigint[],interval), definer assay_system
system_replace_recovery_codes(uuid,text[]), definer assay_system
system_reseal_house_secret(text,text,text), definer assay_system
system_reseal_house_value(text,text[],text,text), definer assay_system
system_reset_factors(uuid), definer assay_system
system_revoke_access_tokens(uuid,text), definer assay_system
system_revoke_invitation(uuid,uuid), definer assay_system
system_revoke_sessions(uuid,uuid,uuid), definer assay_system
system_seal_audit(uuid), definer assay_system
system_sealing_keys(), definer assay_system
system_search_descriptors(text,text,date,integer), definer assay_system
system_search_merchants(text,text,boolean,integer), definer assay_system
system_search_merchants(uuid,text,text,boolean,integer), definer assay_system
system_search_submissions(text,text,boolean,integer), definer assay_system
system_search_submissions(uuid,text,text,boolean,integer), definer assay_system
system_set_password(uuid,text,uuid), definer assay_system
system_set_up(uuid,text,uuid), definer assay_system
system_set_user_status(uuid,text), definer assay_system
system_take_audit_head(uuid), definer assay_system
system_take_room(uuid), definer assay_system
system_take_step(uuid,uuid,bigint), definer assay_system
system_touch_api_key(uuid,uuid,text), definer assay_system
system_touch_oauth_grant(uuid), definer assay_system
system_trace_of_job(uuid,uuid), definer assay_system
system_unowned_files(uuid,text[]), definer assay_system
system_unsealed_environments(), definer assay_system
system_update_profile(uuid,text,text), definer assay_system
system_use_passkey(uuid,uuid,bigint), definer assay_system
system_use_recovery_code(uuid,text), definer assay_system
word_similarity(text,text), invoker, public
word_similarity_commutator_op(text,text), invoker, public
word_similarity_dist_commutator_op(text,text), invoker, public
word_similarity_dist_op(text,text), invoker, public
word_similarity_op(text,text), invoker, public
