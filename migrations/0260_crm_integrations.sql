-- Connected CRMs, the objects there that stand for records of a deal here, and the runs that write.

create table crm_integrations (
  environment_id uuid not null references environments (id),
  id uuid not null,
  provider text not null check (provider in ('hubspot', 'salesforce', 'zoho', 'pipedrive', 'rest', 'webhook', 'csv')),
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'active', 'error', 'disabled')),
  -- All credentials in one value; null when none are set.
  credentials_sealed text,
  -- What the CRM gave for them, with its end.
  token_sealed text,
  -- While somebody gets a token, others wait for it.
  token_awaited_until timestamptz(3),
  config jsonb not null,
  field_mappings jsonb not null,
  value_mappings jsonb not null default '[]',
  -- The CRM wants to be left alone until then.
  paused_until timestamptz(3),
  next_fire_at timestamptz(3),
  -- Until when changes of the CRM have been taken over.
  pulled_until timestamptz(3),
  -- The objects and fields of the CRM, as they were read.
  remote_fields jsonb,
  remote_fields_at timestamptz(3),
  error jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
create index crm_integrations_by_next_fire on crm_integrations (next_fire_at) where next_fire_at is not null;
call fence('crm_integrations');

-- Which object of the CRM stands for which record here, and what it was last given.
create table crm_records (
  environment_id uuid not null,
  integration_id uuid not null,
  object text not null,
  our_key text not null,
  submission_id uuid not null,
  role text not null,
  -- Null while a call that makes the object is on its way.
  remote_id text,
  checksum text,
  -- What it was last given.
  fields_sealed text,
  synced_at timestamptz(3) not null default now(),
  primary key (environment_id, integration_id, object, our_key),
  foreign key (environment_id, integration_id) references crm_integrations (environment_id, id) on delete cascade,
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index crm_records_by_submission on crm_records (environment_id, submission_id, integration_id);
create index crm_records_by_remote_id on crm_records (environment_id, integration_id, object, remote_id)
  where remote_id is not null;
call fence('crm_records');

create table crm_syncs (
  environment_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  trigger text not null,
  direction text not null check (direction in ('push', 'pull', 'both')),
  is_dry_run boolean not null default false,
  is_full boolean not null default false,
  -- It takes every submission that has changed, and not a list.
  takes_changed boolean not null default false,
  changed_since timestamptz(3),
  -- What is still to be pushed.
  submission_ids uuid[] not null default '{}',
  -- Whether the changes of the CRM have been taken over.
  is_pulled boolean not null default false,
  counts jsonb not null,
  items jsonb not null default '[]',
  error jsonb,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, integration_id) references crm_integrations (environment_id, id) on delete cascade
);
create index crm_syncs_by_integration on crm_syncs (environment_id, integration_id, created_at desc, id desc);
create index crm_syncs_by_status on crm_syncs (environment_id, integration_id, status, created_at)
  where status in ('queued', 'running');
call fence('crm_syncs');

create function system_due_crm_integrations(batch integer)
returns table (environment_id uuid, tenant_id uuid, mode text, id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.environment_id, e.tenant_id, e.mode, c.id
  from crm_integrations c join environments e on e.id = c.environment_id
  where c.next_fire_at <= now() and c.status <> 'disabled'
  order by c.next_fire_at
  limit batch;
end;
call settle_system_functions();
