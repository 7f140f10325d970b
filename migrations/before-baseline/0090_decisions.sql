-- Rules, policies and what they came to. A rule or policy that was deleted stays for the history.

create table rules (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  version integer not null default 1,
  is_active boolean not null default true,
  mode text not null check (mode in ('enforced', 'shadow')),
  -- Names of the metrics it looks at; none for a check that a person makes.
  metrics text[] not null default '{}',
  tags text[] not null default '{}',
  funder_id uuid,
  -- What the present version says; every version stands in rule_versions.
  body jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (environment_id, id)
);
create unique index rules_by_name on rules (environment_id, name) where deleted_at is null;
create index rules_by_time on rules (environment_id, created_at desc, id desc) where deleted_at is null;
call fence('rules');

create table rule_versions (
  environment_id uuid not null references environments (id),
  rule_id uuid not null,
  version integer not null,
  name text not null,
  body jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, rule_id, version),
  foreign key (environment_id, rule_id) references rules (environment_id, id) on delete cascade
);
call fence('rule_versions');

create table policies (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  status text not null check (status in ('draft', 'published', 'archived')),
  -- The newest version, and the one that is in force.
  version integer not null default 1,
  published_version integer,
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (environment_id, id)
);
create unique index policies_by_name on policies (environment_id, name) where deleted_at is null;
create index policies_by_time on policies (environment_id, created_at desc, id desc)
  where deleted_at is null;
call fence('policies');

create table policy_versions (
  environment_id uuid not null references environments (id),
  policy_id uuid not null,
  version integer not null,
  rule_ids uuid[] not null,
  body jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, policy_id, version),
  foreign key (environment_id, policy_id) references policies (environment_id, id) on delete cascade
);
create index policy_versions_by_rule on policy_versions using gin (rule_ids);
call fence('policy_versions');

-- What a person said of a rule for a submission: a check made, or a result overridden.
create table rule_verdicts (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  rule_id uuid not null,
  state text not null check (state in ('pending', 'in_progress', 'passed', 'failed', 'waived')),
  note text,
  given_by text not null,
  given_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id, rule_id),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, rule_id) references rules (environment_id, id) on delete cascade
);
call fence('rule_verdicts');

create table policy_evaluations (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  -- Null for rules that were asked without a policy.
  policy_id uuid,
  policy_name text not null,
  policy_version integer,
  trigger text not null
    check (trigger in ('api', 'pipeline', 'workflow', 'mcp', 'backtest', 'schedule')),
  result text not null
    check (result in ('passed', 'failed', 'review_required', 'missing_data', 'error')),
  decision text not null check (decision in ('approve', 'decline', 'review')),
  score double precision,
  -- The result of every rule, and those that are others than before.
  results jsonb not null,
  flips jsonb not null,
  previous_id uuid,
  analytics_version bigint not null,
  as_of date,
  duration_ms double precision not null,
  evaluated_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, policy_id) references policies (environment_id, id) on delete cascade
);
create index policy_evaluations_by_submission
  on policy_evaluations (environment_id, submission_id, created_at desc, id desc);
create index policy_evaluations_by_policy
  on policy_evaluations (environment_id, policy_id, submission_id, created_at desc);
call fence('policy_evaluations');

-- The metrics of a submission as rules see them, by name; of its data now, and before that changed.
-- A row of some kilobytes stays in its page, so that a thousand are read without a detour.
create table metric_snapshots (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  data_version bigint not null,
  as_of date,
  metrics jsonb not null,
  previous jsonb not null default '{}',
  computed_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade
) with (toast_tuple_target = 8160);
call fence('metric_snapshots');
