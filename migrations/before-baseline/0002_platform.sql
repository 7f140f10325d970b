-- What every resource stands on: jobs, events, idempotency, audit, usage.

create table jobs (
  environment_id uuid not null references environments (id),
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  unique_key text,
  state text not null default 'queued' check (state in ('queued', 'running', 'dead')),
  run_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  -- Grows at each claim; a write of a job must carry the number it was claimed with.
  fence bigint not null default 0,
  attempt integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create unique index jobs_unique on jobs (environment_id, kind, unique_key) where unique_key is not null and state = 'queued';
create index jobs_due on jobs (environment_id, run_at, id) where state = 'queued';
create index jobs_leased on jobs (lease_until) where state = 'running';
call fence('jobs');

create table events (
  environment_id uuid not null references environments (id),
  id text not null,
  type text not null,
  submission_id uuid,
  -- Stored once as the bytes that every attempt sends.
  payload bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create index events_by_submission on events (environment_id, submission_id, created_at);
call fence('events');

create table idempotency_keys (
  environment_id uuid not null references environments (id),
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  state text not null check (state in ('started', 'done')),
  fence uuid not null,
  lease_until timestamptz(3) not null,
  status smallint,
  headers jsonb,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call fence('idempotency_keys');

-- Claims a key. `won` says whether the caller may go on; else the row tells why not. A key older
-- than 24 hours, or one whose holder died before it answered, is claimed anew.
create function claim_idempotency_key(wanted text, print text, new_fence uuid, lease interval)
returns table (won boolean, same boolean, state text, status smallint, headers jsonb, body text)
language plpgsql as $$
begin
  return query
    insert into idempotency_keys as k (environment_id, key, fingerprint, state, fence, lease_until)
    values (current_environment(), wanted, print, 'started', new_fence, now() + lease)
    on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, state = 'started', fence = excluded.fence,
          lease_until = excluded.lease_until, status = null, headers = null, body = null, created_at = now()
      where k.created_at <= now() - interval '24 hours'
         or (k.state = 'started' and k.lease_until < now() and k.fingerprint = excluded.fingerprint)
    returning true, true, k.state, k.status, k.headers, k.body;
  if not found then
    return query
      select false, k.fingerprint = print, k.state, k.status, k.headers, k.body
      from idempotency_keys k
      where k.environment_id = current_environment() and k.key = wanted;
  end if;
end $$;
grant execute on function claim_idempotency_key to assay_app;

create table audit_log (
  environment_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  actor_type text not null,
  actor_id text,
  actor_name text,
  api_key_hint text,
  ip text,
  user_agent text,
  action text not null,
  resource_type text not null,
  resource_id text,
  submission_id uuid,
  summary text not null,
  changes jsonb not null default '[]',
  request_id text,
  -- Set once by the sealer: the row's place in its environment's chain.
  sequence bigint,
  hash text,
  previous_hash text,
  primary key (environment_id, at, id)
) partition by range (at);
create index audit_log_by_resource on audit_log (environment_id, resource_type, resource_id, at desc);
create index audit_log_by_submission on audit_log (environment_id, submission_id, at desc, id desc);
create unique index audit_log_chain on audit_log (environment_id, sequence, at) where sequence is not null;
create index audit_log_unsealed on audit_log (environment_id, at, id) where sequence is null;
create table audit_log_default partition of audit_log default;
call fence('audit_log');
call fence('audit_log_default');
-- Insert-only for the application.
revoke update, delete on audit_log from assay_app;
revoke update, delete on audit_log_default from assay_app;

create table audit_heads (
  environment_id uuid primary key references environments (id),
  sequence bigint not null,
  hash text not null
);
call fence('audit_heads');
revoke insert, update, delete on audit_heads from assay_app;

-- The bytes that are chained; jsonb prints its keys in one order.
create function audit_text(entry audit_log) returns text
language sql stable
return jsonb_build_array(
  entry.environment_id, entry.id, entry.at, entry.actor_type, entry.actor_id, entry.action, entry.resource_type,
  entry.resource_id, entry.submission_id, entry.summary, entry.changes, entry.request_id)::text;
grant execute on function audit_text to assay_app, assay_system;

-- Appends the committed, unsealed entries of one environment to its chain, oldest first.
create function system_seal_audit(wanted uuid) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  head audit_heads;
  entry audit_log;
  sealed bigint := 0;
begin
  insert into audit_heads (environment_id, sequence, hash) values (wanted, 0, '') on conflict do nothing;
  select * into head from audit_heads where environment_id = wanted for update;
  for entry in
    select * from audit_log where environment_id = wanted and sequence is null order by at, id
  loop
    update audit_log a
    set sequence = head.sequence + 1, previous_hash = head.hash,
        hash = encode(sha256(convert_to(head.hash || audit_text(entry), 'UTF8')), 'hex')
    where a.environment_id = wanted and a.at = entry.at and a.id = entry.id
    returning a.sequence, a.hash into head.sequence, head.hash;
    sealed := sealed + 1;
  end loop;
  update audit_heads set sequence = head.sequence, hash = head.hash where environment_id = wanted;
  return sealed;
end $$;

create table usage_calls (
  environment_id uuid not null references environments (id),
  date date not null,
  api_key_id uuid not null,
  method text not null,
  path text not null,
  calls bigint not null default 0,
  errors bigint not null default 0,
  -- Calls per duration class; the classes' upper bounds are in the service.
  durations bigint[] not null,
  primary key (environment_id, date, api_key_id, method, path)
);
call fence('usage_calls');

create table usage_counters (
  environment_id uuid not null references environments (id),
  date date not null,
  name text not null,
  value bigint not null default 0,
  primary key (environment_id, date, name)
);
call fence('usage_counters');

-- System functions --------------------------------------------------------------------------------

-- Jobs whose worker stopped renewing come back to the queue.
create function system_reclaim_jobs() returns bigint
language sql security definer set search_path = public
begin atomic
  with back as (
    update jobs set state = 'queued', lease_until = null
    where state = 'running' and lease_until < now()
      -- Two queued twins cannot stand side by side; the dead worker's one gives way.
      and not exists (
        select from jobs twin
        where twin.environment_id = jobs.environment_id and twin.kind = jobs.kind
          and twin.unique_key = jobs.unique_key and twin.state = 'queued')
    returning 1
  ),
  gone as (
    delete from jobs
    where state = 'running' and lease_until < now()
      and exists (
        select from jobs twin
        where twin.environment_id = jobs.environment_id and twin.kind = jobs.kind
          and twin.unique_key = jobs.unique_key and twin.state = 'queued')
    returning 1
  )
  select (select count(*) from back) + (select count(*) from gone);
end;

-- Claims due jobs fairly: at most `per_environment` of each environment that has some, oldest first
-- within one. Walks the environments by skipping through the index, so a million jobs of one tenant
-- cost another nothing.
create function system_claim_jobs(kinds text[], wanted integer, per_environment integer, lease interval)
returns table (environment_id uuid, id uuid, kind text, payload jsonb, fence bigint, attempt integer, tenant_id uuid, mode text)
language sql security definer set search_path = public
begin atomic
  with recursive waiting as (
    (select j.environment_id from jobs j where j.state = 'queued' order by j.environment_id limit 1)
    union all
    select (
      select j.environment_id from jobs j
      where j.state = 'queued' and j.environment_id > waiting.environment_id
      order by j.environment_id limit 1)
    from waiting where waiting.environment_id is not null
  ),
  due as (
    select picked.environment_id, picked.id
    from waiting
    cross join lateral (
      select j.environment_id, j.id, j.run_at from jobs j
      where j.environment_id = waiting.environment_id and j.state = 'queued' and j.run_at <= now()
        and j.kind = any (kinds)
      order by j.run_at, j.id
      limit per_environment
      for update skip locked
    ) picked
    where waiting.environment_id is not null
    order by picked.run_at
    limit wanted
  )
  update jobs set state = 'running', fence = jobs.fence + 1, attempt = jobs.attempt + 1, lease_until = now() + lease
  from due
  join environments e on e.id = due.environment_id
  where jobs.environment_id = due.environment_id and jobs.id = due.id
  returning jobs.environment_id, jobs.id, jobs.kind, jobs.payload, jobs.fence, jobs.attempt, e.tenant_id, e.mode;
end;

-- Renews leases; answers the jobs that are still held.
create function system_renew_leases(held_ids uuid[], held_fences bigint[], lease interval) returns setof uuid
language sql security definer set search_path = public
begin atomic
  update jobs set lease_until = now() + lease
  from unnest(held_ids, held_fences) as held (id, fence)
  where jobs.id = held.id and jobs.fence = held.fence and jobs.state = 'running'
  returning jobs.id;
end;

-- Milliseconds until the next queued job is due; null when none waits.
create function system_next_job_ms() returns bigint
language sql stable security definer set search_path = public
begin atomic
  select greatest(0, extract(epoch from min(run_at) - now()) * 1000)::bigint from jobs where state = 'queued';
end;

create function system_queue_state() returns table (queued bigint, running bigint, dead bigint, oldest_seconds bigint)
language sql stable security definer set search_path = public
begin atomic
  select count(*) filter (where state = 'queued' and run_at <= now()), count(*) filter (where state = 'running'),
    count(*) filter (where state = 'dead'),
    coalesce(extract(epoch from now() - min(run_at) filter (where state = 'queued' and run_at <= now()))::bigint, 0)
  from jobs;
end;

create function system_purge_idempotency_keys(batch integer) returns bigint
language sql security definer set search_path = public
begin atomic
  with gone as (
    delete from idempotency_keys k
    using (
      select environment_id, key from idempotency_keys
      where created_at < now() - interval '24 hours' order by created_at limit batch for update skip locked
    ) old
    where k.environment_id = old.environment_id and k.key = old.key
    returning 1
  )
  select count(*) from gone;
end;

-- Environments with entries that are not yet in the chain.
create function system_unsealed_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select distinct environment_id from audit_log where sequence is null;
end;

-- Partitions of the months ahead. Called by the owner at each start; what it misses lands in the
-- default partition.
create procedure make_partitions()
language plpgsql as $$
declare
  month date;
  part text;
begin
  for month in select generate_series(date_trunc('month', now()), now() + interval '3 months', '1 month')::date
  loop
    part := 'audit_log_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(part) is not null;
    begin
      execute format('create table %I partition of audit_log for values from (%L) to (%L)',
        part, month, month + interval '1 month');
      execute format('call fence(%L)', part);
      execute format('revoke update, delete on %I from assay_app', part);
    -- The month already has rows in the default partition: they stay there.
    exception when check_violation then null;
    end;
  end loop;
end $$;

call settle_system_functions();
