-- A workflow as its tenant wrote it; what it does stands in its versions, and a run keeps to its own.
create table workflows (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  description text,
  status text not null default 'draft' check (status in ('draft', 'active', 'inactive')),
  version integer not null,
  active_version integer,
  template_slug text,
  -- What whoever activated it may do, and so its runs.
  scopes text[] not null default '{}',
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  activated_at timestamptz(3),
  primary key (environment_id, id)
);
create unique index workflows_by_name on workflows (environment_id, name);
create index workflows_by_time on workflows (environment_id, created_at desc, id desc);
call fence('workflows');

create table workflow_versions (
  environment_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  graph jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, workflow_id, version),
  foreign key (environment_id, workflow_id) references workflows (environment_id, id) on delete cascade
);
call fence('workflow_versions');

create table workflow_runs (
  environment_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  status text not null default 'queued' check (status in
    ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'timed_out')),
  trigger jsonb not null,
  -- One event, slot of a schedule or call starts one run, whatever is tried again.
  trigger_key text,
  submission_id uuid,
  input jsonb not null,
  output jsonb,
  variables jsonb not null,
  scopes text[] not null,
  is_silent boolean not null default false,
  error jsonb,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, workflow_id, version)
    references workflow_versions (environment_id, workflow_id, version) on delete cascade,
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create unique index workflow_runs_by_trigger on workflow_runs (environment_id, workflow_id, trigger_key)
  where trigger_key is not null;
create index workflow_runs_by_time on workflow_runs (environment_id, workflow_id, created_at desc, id desc);
create index workflow_runs_by_submission on workflow_runs (environment_id, submission_id)
  where submission_id is not null;
call fence('workflow_runs');

-- One node of a run, of one iteration of the loops around it.
create table workflow_steps (
  environment_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  node_id text not null,
  iteration text not null default '',
  attempt integer not null default 1,
  status text not null check (status in
    ('pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'cancelled')),
  port text,
  is_handled boolean not null default false,
  items_count integer,
  input jsonb,
  output jsonb,
  error jsonb,
  -- Until when, and for what.
  wait jsonb,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, run_id) references workflow_runs (environment_id, id) on delete cascade
);
create unique index workflow_steps_by_node on workflow_steps (environment_id, run_id, node_id, iteration);
call fence('workflow_steps');
