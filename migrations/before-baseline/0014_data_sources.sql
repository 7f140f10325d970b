-- Data sources, what people change of accounts and statements, and their word on a document.

-- Where rows come from: a file, a feed, or a caller. What a file gave has the id of its document.
create table data_sources (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  type text not null check (type in ('pdf', 'api', 'csv', 'integration_link', 'file_export')),
  provider text not null,
  external_id text,
  name text not null,
  status text not null default 'active' check (status in ('active', 'syncing', 'disabled', 'error')),
  document_id uuid,
  link_id uuid,
  -- Of a source without document; a document carries its own.
  is_included boolean not null default true,
  institution_name text,
  last_synced_at timestamptz(3),
  error jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
create index data_sources_by_submission on data_sources (environment_id, submission_id, created_at desc, id desc);
create index data_sources_by_document on data_sources (environment_id, document_id) where document_id is not null;
-- What callers send has one source per submission.
create unique index data_sources_manual on data_sources (environment_id, submission_id) where provider = 'manual';
call fence('data_sources');

alter table transactions add column data_source_id uuid,
  add foreign key (environment_id, data_source_id) references data_sources (environment_id, id) on delete cascade;
create index transactions_by_data_source on transactions (environment_id, data_source_id, account_id)
  where data_source_id is not null;

alter table statements add column data_source_id uuid,
  add column holder_names text[] not null default '{}',
  add column is_included boolean not null default true,
  -- Another document's statement of the same account, period and balances, which stands for it.
  add column duplicate_of uuid,
  add foreign key (environment_id, data_source_id) references data_sources (environment_id, id) on delete cascade;
create index statements_by_account on statements (environment_id, account_id);

alter table accounts add column official_name text,
  add column subtype text,
  add column is_business boolean,
  add column is_primary boolean not null default false,
  -- Said by a person: its rows are those of another account and count there.
  add column duplicate_of uuid,
  -- What was merged stays as a signpost: a statement that is read again finds its account by it.
  add column merged_into uuid,
  add foreign key (environment_id, duplicate_of) references accounts (environment_id, id) on delete set null (duplicate_of),
  add foreign key (environment_id, merged_into) references accounts (environment_id, id) on delete cascade;
create index accounts_by_duplicate on accounts (environment_id, duplicate_of) where duplicate_of is not null;
create index accounts_by_merge on accounts (environment_id, merged_into) where merged_into is not null;

-- A person's word on what was read: approved, rejected or to be looked at.
alter table documents add column review jsonb;

-- What people say of a statement instead of what was read; laid over every later reading of it.
create table statement_overrides (
  environment_id uuid not null,
  document_id uuid not null,
  statement_id uuid not null,
  field text not null,
  -- The statement's place in the document, by which it is found when its period is read otherwise.
  statement_index integer not null,
  -- As callers write it; an account number is sealed.
  value jsonb not null,
  read_value jsonb,
  actor_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, document_id, statement_id, field),
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
call fence('statement_overrides');

-- What is there gets its sources. The owner is let through the fence for this transaction.
alter table documents no force row level security;
alter table statements no force row level security;
alter table transactions no force row level security;
alter table data_sources no force row level security;
insert into data_sources (environment_id, id, submission_id, type, provider, name, document_id, institution_name, created_at)
select environment_id, id, submission_id,
  case content_type when 'application/pdf' then 'pdf' when 'text/csv' then 'csv' else 'file_export' end,
  case content_type when 'application/pdf' then 'upload' when 'text/csv' then 'csv' else 'ofx' end,
  display_name, id, institution_name, created_at
from documents where statements_count > 0;
insert into data_sources (environment_id, id, submission_id, type, provider, name)
select environment_id, gen_random_uuid(), submission_id, 'api', 'manual', 'API'
from transactions where document_id is null
group by environment_id, submission_id;
update statements set data_source_id = document_id;
update transactions t set data_source_id = d.id
from data_sources d
where d.environment_id = t.environment_id and d.submission_id = t.submission_id
  and d.document_id is not distinct from t.document_id;
alter table documents force row level security;
alter table statements force row level security;
alter table transactions force row level security;
alter table data_sources force row level security;
