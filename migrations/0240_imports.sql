-- The payload of a provider as it was taken in, and what became of it.
create table imports (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  provider text not null,
  format text not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  data_source_id uuid,
  -- The payload, which is a document; null of one that was refused or has been deleted.
  document_id uuid,
  options jsonb not null,
  result jsonb,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id)
    on delete set null (document_id)
);
create index imports_by_time on imports (environment_id, created_at desc, id desc);
create index imports_by_submission on imports (environment_id, submission_id);
create index imports_by_document on imports (environment_id, document_id) where document_id is not null;
call fence('imports');

-- Which account of a submission a provider means by an id of its own.
create table provider_accounts (
  environment_id uuid not null,
  submission_id uuid not null,
  provider text not null,
  external_id text not null,
  account_id uuid not null,
  primary key (environment_id, submission_id, provider, external_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, account_id) references accounts (environment_id, id) on delete cascade
);
create index provider_accounts_by_account on provider_accounts (environment_id, account_id);
call fence('provider_accounts');

-- Rows that a provider changed or took back, so that pages give the same rows in any order.
create table provider_changes (
  environment_id uuid not null,
  submission_id uuid not null,
  provider text not null,
  external_id text not null,
  change text not null check (change in ('modified', 'removed')),
  primary key (environment_id, submission_id, provider, external_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('provider_changes');

create unique index data_sources_of_provider on data_sources (environment_id, submission_id, provider)
  where type = 'api' and provider <> 'manual';
