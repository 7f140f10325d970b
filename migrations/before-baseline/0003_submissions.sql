-- Submissions, their documents, the statements and transactions read from them.

create table submissions (
  environment_id uuid not null references environments (id),
  id uuid not null,
  external_id text,
  name text not null,
  status text not null default 'new'
    check (status in ('new', 'processing', 'processed', 'review_required', 'reviewed', 'failed', 'archived')),
  -- The status an archived submission returns to.
  status_before_archive text,
  -- Without the EIN, which is sealed beside a blind index for equality.
  company_info jsonb not null default '{}',
  ein_sealed text,
  ein_blind text,
  -- Owners carry dates of birth: the whole list is sealed.
  owners_sealed text,
  request jsonb,
  deal_stage text,
  decline_reasons text[] not null default '{}',
  source text not null default 'api',
  assigned_to text,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  auto_process boolean,
  data_quality jsonb,
  latest jsonb,
  failure jsonb,
  -- Grows in the transaction that changes the submission's data; analytics are cached by it.
  data_version bigint not null default 0,
  processed_at timestamptz(3),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create unique index submissions_external_id on submissions (environment_id, external_id) where external_id is not null;
create index submissions_by_creation on submissions (environment_id, created_at desc, id desc);
create index submissions_by_ein on submissions (environment_id, ein_blind) where ein_blind is not null;
call fence('submissions');

-- One run of the pipeline over a submission.
create table processing_runs (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  number integer not null,
  status text not null default 'running' check (status in ('running', 'succeeded', 'failed', 'superseded')),
  -- The later stages (match … notify) with their times and counts; the earlier ones follow from the documents.
  stages jsonb not null default '[]',
  error jsonb,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (environment_id, id),
  unique (environment_id, submission_id, number),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('processing_runs');

create table document_classes (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null check (name ~ '^[a-z][a-z0-9_]{1,63}$'),
  -- True for a tenant's layer over a built-in class: only the fields it sets count.
  is_builtin boolean not null default false,
  is_active boolean not null default true,
  body jsonb not null,
  retention_days integer check (retention_days between 1 and 36500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('document_classes');

create table documents (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  external_id text,
  filename text not null,
  original_filename text not null,
  display_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  wrapped_key text,
  password_sealed text,
  page_count integer,
  document_class text,
  document_subtype text,
  classification jsonb,
  status text not null default 'uploaded' check (status in ('uploaded', 'classifying', 'classified', 'queued', 'parsing',
    'parsed', 'processed', 'review_required', 'failed', 'unsupported', 'split', 'excluded')),
  -- The status an excluded document returns to.
  status_before_exclusion text,
  progress real not null default 0,
  error_code text,
  error_message text,
  source text not null default 'upload',
  parent_document_id uuid,
  page_start integer,
  page_end integer,
  duplicate_of uuid,
  is_included boolean not null default true,
  -- Times the reader died on it; beyond the limit the document fails for good.
  crashes integer not null default 0,
  facts jsonb,
  period_start date,
  period_end date,
  institution_name text,
  account_masks text[] not null default '{}',
  statements_count integer not null default 0,
  transactions_count integer not null default 0,
  reconciliation jsonb,
  problems jsonb not null default '[]',
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  parsed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, parent_document_id) references documents (environment_id, id) on delete cascade
);
create index documents_by_submission on documents (environment_id, submission_id, created_at desc, id desc);
create index documents_by_creation on documents (environment_id, created_at desc, id desc);
create index documents_by_hash on documents (environment_id, sha256);
call fence('documents');

create table accounts (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- What makes two statements the same account: a keyed hash of institution and number.
  fingerprint text not null,
  institution_name text,
  name text not null,
  holder_names text[] not null default '{}',
  number_sealed text,
  last4 text,
  routing_number text,
  type text not null,
  currency text not null,
  is_included boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, submission_id, fingerprint),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('accounts');

create table statements (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  document_id uuid not null,
  account_id uuid not null,
  index integer not null,
  institution_name text,
  account_last4 text,
  account_type text not null,
  currency text not null,
  start_date date,
  end_date date,
  opening_balance bigint,
  closing_balance bigint,
  printed_totals jsonb not null,
  average_balance_printed bigint,
  sections jsonb not null default '[]',
  daily_balances jsonb not null default '[]',
  reconciliation_status text not null,
  reconciliation jsonb not null,
  choices text[] not null default '{}',
  layout_id text,
  page_start integer,
  page_end integer,
  transactions_count integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, document_id, index),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade,
  foreign key (environment_id, account_id) references accounts (environment_id, id) on delete cascade
);
create index statements_by_submission on statements (environment_id, submission_id);
call fence('statements');

create table transactions (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  account_id uuid not null,
  document_id uuid,
  statement_id uuid,
  -- Unique in (submission, source); the key of an upsert.
  external_id text,
  source text not null,
  date date not null,
  -- Order within the day as the source lists it.
  position integer not null default 0,
  posted_at timestamptz(3),
  amount bigint not null,
  currency text not null,
  balance bigint,
  balance_source text,
  raw_description text not null,
  description text not null,
  normalized_description text,
  merchant_name text,
  counterparty jsonb,
  mcc_code text,
  bank_type text,
  channel text,
  check_number text,
  provider_category text,
  category_slug text,
  categories jsonb not null default '[]',
  category_confidence real,
  category_source text,
  category_rule_id text,
  flags text[] not null default '{}',
  fee_kind text,
  is_revenue boolean not null default false,
  exclusion_reason text,
  is_debt boolean not null default false,
  is_recurring boolean not null default false,
  is_pending boolean not null default false,
  is_duplicate boolean not null default false,
  duplicate_of uuid,
  matched_transaction_id uuid,
  match_score integer,
  stream_id uuid,
  position_id uuid,
  position_role text,
  funder_id text,
  needs_review boolean not null default false,
  page integer,
  box real[],
  line_text text,
  -- Corrections by people, re-applied on every enrichment and reparse.
  override jsonb,
  feedback jsonb,
  metadata jsonb not null default '{}',
  enriched_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, account_id) references accounts (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade,
  foreign key (environment_id, statement_id) references statements (environment_id, id) on delete cascade
);
create unique index transactions_external_id on transactions (environment_id, submission_id, source, external_id)
  where external_id is not null;
create index transactions_by_date on transactions (environment_id, submission_id, date desc, id desc);
create index transactions_by_document on transactions (environment_id, document_id) where document_id is not null;
create index transactions_by_account on transactions (environment_id, account_id);
create index transactions_by_statement on transactions (environment_id, statement_id) where statement_id is not null;
call fence('transactions');

-- Corrections outlive the rows they were made on: a reparse finds them by what the row says.
create table corrections (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  row_key text not null,
  override jsonb not null,
  feedback jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, submission_id, row_key),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('corrections');

create table streams (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  body jsonb not null,
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index streams_by_submission on streams (environment_id, submission_id);
call fence('streams');

create table positions (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  body jsonb not null,
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index positions_by_submission on positions (environment_id, submission_id);
call fence('positions');

-- States of the missing accounts that detection finds anew each time.
create table missing_accounts (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  status text not null check (status in ('open', 'requested', 'received', 'dismissed')),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index missing_accounts_by_submission on missing_accounts (environment_id, submission_id);
call fence('missing_accounts');
