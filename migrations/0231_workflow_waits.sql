-- What starts the active version by itself: an event, the next slot of a schedule, a call of a hook.
alter table workflows
  add column event_type text,
  add column next_fire_at timestamptz(3),
  -- A keyed hash; whoever has the token may start a run.
  add column hook_token_hash text;
create index workflows_by_event on workflows (environment_id, event_type)
  where event_type is not null and status = 'active';
create index workflows_due on workflows (next_fire_at) where next_fire_at is not null and status = 'active';
create index workflows_by_hook on workflows (hook_token_hash) where hook_token_hash is not null;

alter table workflow_runs
  -- The step that waits for this run to end; null for a run of its own.
  add column parent_run_id uuid,
  add column parent_step_id uuid,
  -- The run whose change led to the event that began this one.
  add column cause_run_id uuid,
  add column depth integer not null default 0,
  -- All that its steps cause has this trace.
  add column trace_id text,
  -- A run that tries a workflow out: it leaves out what changes a deal, too.
  add column is_dry boolean not null default false,
  add column steps_removed_at timestamptz(3);
create index workflow_runs_by_trace on workflow_runs (environment_id, trace_id) where trace_id is not null;
create index workflow_runs_by_parent on workflow_runs (environment_id, parent_run_id) where parent_run_id is not null;
create index workflow_runs_by_age on workflow_runs (created_at) where finished_at is null;
create index workflow_runs_by_end on workflow_runs (finished_at)
  where finished_at is not null and steps_removed_at is null;

alter table workflow_steps
  -- Many steps begin in the same millisecond; this is their order.
  add column position integer not null default 0,
  add column logs jsonb not null default '[]';

-- The events that waiting steps look for; of one submission, or of any.
create table workflow_waits (
  environment_id uuid not null,
  step_id uuid not null,
  event_type text not null,
  run_id uuid not null,
  submission_id uuid,
  primary key (environment_id, step_id, event_type),
  foreign key (environment_id, run_id) references workflow_runs (environment_id, id) on delete cascade
);
create index workflow_waits_by_event on workflow_waits (environment_id, event_type, submission_id);
create index workflow_waits_by_run on workflow_waits (environment_id, run_id);
call fence('workflow_waits');

-- A question of a run to people; its step waits until one of them decides.
create table approvals (
  environment_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  step_id uuid not null,
  submission_id uuid,
  title text not null,
  summary text,
  fields jsonb not null default '[]',
  assignees text[] not null,
  status text not null default 'pending' check (status in
    ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  due_at timestamptz(3),
  decided_by text,
  decided_at timestamptz(3),
  comment text,
  field_values jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, run_id) references workflow_runs (environment_id, id) on delete cascade
);
create unique index approvals_by_step on approvals (environment_id, step_id);
create index approvals_by_time on approvals (environment_id, created_at desc, id desc);
create index approvals_by_run on approvals (environment_id, run_id);
call fence('approvals');

-- Active workflows whose schedule is due, of all environments.
create function system_due_workflows(batch integer)
  returns table (environment_id uuid, tenant_id uuid, mode text, id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select w.environment_id, e.tenant_id, e.mode, w.id
  from workflows w join environments e on e.id = w.environment_id
  where w.status = 'active' and w.next_fire_at <= now()
  order by w.next_fire_at limit batch;
end;

-- The workflow behind the token of a hook.
create function system_find_workflow_hook(token_hash text)
  returns table (environment_id uuid, tenant_id uuid, mode text, id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select w.environment_id, e.tenant_id, e.mode, w.id
  from workflows w join environments e on e.id = w.environment_id
  where w.hook_token_hash = token_hash and w.status = 'active';
end;

-- Open runs that are older than any wait may be.
create function system_overdue_workflow_runs(days integer, batch integer)
  returns table (environment_id uuid, tenant_id uuid, mode text, id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select r.environment_id, e.tenant_id, e.mode, r.id
  from workflow_runs r join environments e on e.id = r.environment_id
  where r.finished_at is null and r.status in ('queued', 'running', 'waiting')
    and r.created_at < now() - days * interval '1 day'
  order by r.created_at limit batch;
end;

-- The steps of runs that ended so many days ago; the rows of the runs stay.
create function system_purge_workflow_steps(days integer, batch integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with old as (
    update workflow_runs r set steps_removed_at = now()
    from (
      select environment_id, id from workflow_runs
      where finished_at < now() - days * interval '1 day' and steps_removed_at is null
      order by finished_at limit batch for update skip locked
    ) due
    where r.environment_id = due.environment_id and r.id = due.id
    returning r.environment_id, r.id
  ), gone as (
    delete from workflow_steps s using old
    where s.environment_id = old.environment_id and s.run_id = old.id
    returning 1
  )
  select count(*) from gone;
end;

call settle_system_functions();
