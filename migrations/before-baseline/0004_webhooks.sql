-- Webhooks, their deliveries and attempts.

create table webhooks (
  environment_id uuid not null references environments (id),
  id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  secret_sealed text not null,
  secret_hint text not null,
  -- During a rotation's grace the previous secret still signs; the new one signs beside it.
  next_secret_sealed text,
  grace_ends_at timestamptz(3),
  -- Custom headers may hold credentials: sealed as one.
  headers_sealed text,
  header_names text[] not null default '{}',
  consecutive_failures integer not null default 0,
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('failures', 'user')),
  notification_email text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create index webhooks_by_creation on webhooks (environment_id, created_at desc, id desc);
call fence('webhooks');

create table deliveries (
  environment_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id text not null,
  event_type text not null,
  payload bytea not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'retrying', 'failed', 'discarded')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz(3),
  attempts jsonb not null default '[]',
  is_test boolean not null default false,
  is_replay boolean not null default false,
  replay_of uuid,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  primary key (environment_id, id),
  foreign key (environment_id, webhook_id) references webhooks (environment_id, id) on delete cascade
);
-- An event reaches a webhook once, however often its dispatch runs.
create unique index deliveries_once on deliveries (environment_id, webhook_id, event_id) where not is_test and not is_replay;
create index deliveries_by_webhook on deliveries (environment_id, webhook_id, created_at desc, id desc);
create index deliveries_open on deliveries (environment_id, webhook_id) where status in ('pending', 'retrying');
call fence('deliveries');
