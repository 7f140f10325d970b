-- Accounts with providers, the links of their customers, what was called, and what is still to be
-- removed at the other side.

create table integrations (
  environment_id uuid not null references environments (id),
  id uuid not null,
  provider text not null,
  name text not null,
  category text not null,
  status text not null check (status in ('pending', 'active', 'error', 'disabled')),
  -- Of the test mode without credentials: what it gives is invented here.
  is_synthetic boolean not null default false,
  config jsonb not null default '{}',
  credentials_sealed text,
  last_used_at timestamptz(3),
  last_error jsonb,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
create index integrations_by_time on integrations (environment_id, created_at desc, id desc);
call fence('integrations');

create table links (
  environment_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  submission_id uuid not null,
  provider text not null,
  -- The provider's id of what is linked: an item, a customer.
  external_item_id text,
  status text not null
    check (status in ('pending', 'active', 'syncing', 'erroring', 'sync_disabled', 'deleted')),
  institution_name text,
  accounts jsonb not null default '[]',
  access_token_sealed text,
  -- SHA-256 of the token of the last session in which a person links or repairs it.
  session_hash text,
  -- From where the next update begins, and how far the one under way has come.
  cursor text,
  page_cursor text,
  consecutive_failures integer not null default 0,
  -- Before that instant nothing is called for it.
  next_sync_at timestamptz(3),
  last_synced_at timestamptz(3),
  consent_expires_at timestamptz(3),
  error jsonb,
  data_source_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade,
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create unique index links_by_item on links (environment_id, integration_id, external_item_id)
  where external_item_id is not null and status <> 'deleted';
create index links_of_item on links (provider, external_item_id) where external_item_id is not null;
create index links_of_session on links (session_hash) where session_hash is not null;
create index links_by_integration on links (environment_id, integration_id, created_at desc, id desc);
create index links_by_submission on links (environment_id, submission_id);
create index links_due on links (next_sync_at) where next_sync_at is not null;
call fence('links');

-- The last calls to each provider: which, how long, how they ended; never a body or a secret.
create table connector_calls (
  environment_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  at timestamptz(3) not null,
  method text not null,
  -- Host and path, with names in place of ids.
  endpoint text not null,
  response_status integer,
  duration_ms integer not null,
  error_code text,
  primary key (environment_id, id),
  foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
create index connector_calls_by_time on connector_calls (environment_id, integration_id, at desc, id desc);
call fence('connector_calls');

-- What was linked and is no more: the provider is called until it has forgotten it too.
create table item_removals (
  environment_id uuid not null references environments (id),
  id uuid not null,
  provider text not null,
  external_item_id text,
  -- Address, credentials and token; gone once it is done or given up.
  access_sealed text,
  status text not null check (status in ('queued', 'failed')),
  error jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
call fence('item_removals');

create function system_find_links_of_item(wanted_provider text, wanted_item text)
returns table (environment_id uuid, tenant_id uuid, mode text, link_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.id, e.tenant_id, e.mode, l.id
  from links l join environments e on e.id = l.environment_id
  where l.provider = wanted_provider and l.external_item_id = wanted_item and l.status <> 'deleted'
  order by l.created_at
  limit 20;
end;

create function system_find_links_of_session(wanted_provider text, wanted_hash text)
returns table (environment_id uuid, tenant_id uuid, mode text, link_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.id, e.tenant_id, e.mode, l.id
  from links l join environments e on e.id = l.environment_id
  where l.provider = wanted_provider and l.session_hash = wanted_hash and l.status <> 'deleted'
  order by l.created_at
  limit 20;
end;

create function system_list_due_links(batch integer)
returns table (environment_id uuid, tenant_id uuid, mode text, link_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.id, e.tenant_id, e.mode, l.id
  from links l join environments e on e.id = l.environment_id
  where l.next_sync_at <= now() and l.status in ('active', 'syncing', 'erroring')
  order by l.next_sync_at
  limit batch;
end;
call settle_system_functions();
