-- Merchants: those of the registries, those a tenant's transactions name, what it says of them, and
-- the rules that it taught by correcting a transaction for all like it.

create extension if not exists pg_trgm;

-- Written when the service migrates, from the registries of its version; above the environments.
create table registry_merchants (
  id uuid primary key,
  key text not null unique,
  name text not null,
  normalized_name text not null,
  aliases text[] not null,
  category_in text,
  category_out text,
  group_slugs text[] not null,
  funder_type text,
  is_ambiguous boolean not null,
  -- Of the whole registry that the row was written with.
  version text not null
);
create index registry_merchants_by_name on registry_merchants using gin (normalized_name gin_trgm_ops);
grant select on registry_merchants to assay_app, assay_system;

create table merchants (
  environment_id uuid not null references environments (id),
  id uuid not null,
  key text not null,
  name text not null,
  normalized_name text not null,
  -- The leaf that most of its rows have.
  seen_category text,
  group_slugs text[] not null default '{}',
  -- What the tenant says; null where it says nothing.
  own_groups text[],
  own_category text,
  own_aliases text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create index merchants_by_name on merchants using gin (normalized_name gin_trgm_ops);
call fence('merchants');

-- What the rows of one submission say of one merchant; replaced with its enrichment.
create table merchant_totals (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  merchant_id uuid not null,
  currency text not null,
  transactions_count integer not null,
  inflow bigint not null,
  outflow bigint not null,
  first_date date not null,
  last_date date not null,
  primary key (environment_id, submission_id, merchant_id, currency),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, merchant_id) references merchants (environment_id, id)
);
create index merchant_totals_by_merchant on merchant_totals (environment_id, merchant_id);
call fence('merchant_totals');

alter table transactions add column merchant_id uuid;
create index transactions_by_merchant on transactions (environment_id, merchant_id) where merchant_id is not null;

-- Corrections for every row of one descriptor and sign, whatever the submission.
create table tenant_rules (
  environment_id uuid not null references environments (id),
  id uuid not null,
  descriptor text not null,
  is_inflow boolean not null,
  override jsonb not null,
  -- The transaction that taught it; gone with its submission.
  transaction_id uuid,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, descriptor, is_inflow)
);
call fence('tenant_rules');
