-- What the migrations up to 0191 come to, for a database that is empty. An older one gets them one by
-- one, from before-baseline/; the schema test proves that both end alike, so that columns stand in
-- the order in which they were added.

-- Roles and the fence between environments ---------------------------------------------------------

do $$
begin
  create role assay_app nologin;
exception when duplicate_object then null;
end $$;
do $$
begin
  create role assay_system nologin;
exception when duplicate_object then null;
end $$;
do $$
begin
  -- A superuser needs no membership; any other owner must be able to take both roles.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant assay_app, assay_system to %I', current_user);
  end if;
end $$;

grant usage on schema public to assay_app, assay_system;
grant select on migrations to assay_app;

-- The environment of the running transaction, null outside one.
create function current_environment() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.environment_id', true), '')::uuid;

-- Row security of a tenants' table: one environment for the application, all for system functions.
create procedure fence(target regclass)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy environment_fence on %s to assay_app
       using (environment_id = (select current_environment()))
       with check (environment_id = (select current_environment()))', target);
  execute format('create policy system_access on %s to assay_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to assay_app, assay_system', target);
end $$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The house: tenants with their two environments, keys, secrets ------------------------------------

create table house_secrets (
  name text primary key,
  sealed text not null
);
grant select, insert, update on house_secrets to assay_system;

-- Which keys values are sealed with, so that a ring without one of them is refused at start.
create table sealing_keys (
  kid text primary key,
  -- A known text under this key, by which another key of the same name is known. Null until it was used.
  proof text,
  first_used_at timestamptz(3) not null default now(),
  -- Renewed every minute by each process that seals with this key.
  written_at timestamptz(3)
);
grant select, insert, update, delete on sealing_keys to assay_system;

create table tenants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz(3) not null default now()
);
grant select, insert on tenants to assay_system;

create table environments (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('live', 'test')),
  created_at timestamptz(3) not null default now(),
  unique (tenant_id, mode)
);
grant select, insert on environments to assay_system;

create table api_keys (
  tenant_id uuid not null references tenants (id),
  environment_id uuid not null references environments (id),
  id uuid not null,
  key_hash text not null unique,
  name text not null check (length(name) between 1 and 255),
  mode text not null check (mode in ('live', 'test')),
  hint text not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'rotating', 'revoked')),
  scopes text[] not null,
  ip_allowlist text[] not null default '{}',
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  rotated_from uuid,
  rotated_to uuid,
  grace_ends_at timestamptz(3),
  created_by text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (environment_id, id)
);
create index api_keys_by_tenant on api_keys (tenant_id, created_at desc, id desc);
grant select, insert, update, delete on api_keys to assay_app, assay_system;

-- A live key manages the keys of both its tenant's environments, a test key those of its own.
create function managed_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select other.id
  from environments own
  join environments other
    on other.tenant_id = own.tenant_id and (own.mode = 'live' or other.id = own.id)
  where own.id = current_environment();
end;

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy environment_fence on api_keys to assay_app
  using (environment_id in (select managed_environments()))
  with check (environment_id in (select managed_environments()));
create policy system_access on api_keys to assay_system using (true) with check (true);

create function system_find_api_key(hash text)
returns table (
  id uuid, tenant_id uuid, environment_id uuid, mode text, name text, hint text, status text,
  scopes text[], ip_allowlist text[], is_expired boolean, is_grace_over boolean
)
language sql stable security definer set search_path = public
begin atomic
  select k.id, k.tenant_id, k.environment_id, k.mode, k.name, k.hint, k.status, k.scopes, k.ip_allowlist,
    coalesce(k.expires_at <= now(), false), coalesce(k.grace_ends_at <= now(), false)
  from api_keys k
  where k.key_hash = hash;
end;

create function system_touch_api_key(key_id uuid, key_environment_id uuid, ip text) returns void
language sql security definer set search_path = public
begin atomic
  update api_keys set last_used_at = now(), last_used_ip = ip
  where environment_id = key_environment_id and id = key_id
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
end;

-- A tenant with its two environments. Returns whether it was made: `only_first` makes none beside
-- another one, however many processes start at once.
create function system_create_tenant(new_tenant_id uuid, tenant_name text, live_id uuid, test_id uuid, only_first boolean)
returns boolean
language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(7228390452);
  if only_first and exists (select from tenants) then return false; end if;
  insert into tenants (id, name) values (new_tenant_id, tenant_name);
  insert into environments (id, tenant_id, mode) values (live_id, new_tenant_id, 'live'), (test_id, new_tenant_id, 'test');
  return true;
end $$;

create function system_find_environment(wanted uuid) returns table (id uuid, tenant_id uuid, mode text)
language sql stable security definer set search_path = public
begin atomic
  select e.id, e.tenant_id, e.mode from environments e where e.id = wanted;
end;

create function system_find_sibling(wanted_tenant_id uuid, wanted_mode text) returns uuid
language sql stable security definer set search_path = public
begin atomic
  select e.id from environments e where e.tenant_id = wanted_tenant_id and e.mode = wanted_mode;
end;

create function system_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select id from environments;
end;

-- A secret of the house, kept sealed; the first proposal stays.
create function system_house_secret(secret_name text, proposal text) returns text
language sql security definer set search_path = public
begin atomic
  insert into house_secrets (name, sealed) values (secret_name, proposal) on conflict do nothing;
  select sealed from house_secrets where name = secret_name;
end;

create function system_house_secrets() returns table (name text, sealed text)
language sql stable security definer set search_path = public
begin atomic
  select s.name, s.sealed from house_secrets s order by s.name;
end;

create function system_reseal_house_secret(secret_name text, before text, after text) returns void
language sql security definer set search_path = public
begin atomic
  update house_secrets set sealed = after where name = secret_name and sealed = before;
end;

create function system_sealing_keys()
returns table (kid text, proof text, first_used_at timestamptz, is_writing boolean)
language sql stable security definer set search_path = public
begin atomic
  select k.kid, k.proof, k.first_used_at, coalesce(k.written_at > now() - interval '3 minutes', false)
  from sealing_keys k order by k.first_used_at, k.kid;
end;

create function system_keep_sealing_key(key_id text, key_proof text, writes boolean) returns void
language sql security definer set search_path = public
begin atomic
  insert into sealing_keys as k (kid, proof, written_at)
  values (key_id, key_proof, case when writes then now() end)
  on conflict (kid) do update
  set proof = coalesce(k.proof, excluded.proof), written_at = coalesce(excluded.written_at, k.written_at);
end;

create function system_forget_sealing_key(key_id text) returns void
language sql security definer set search_path = public
begin atomic
  delete from sealing_keys where kid = key_id;
end;

-- Jobs ---------------------------------------------------------------------------------------------

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
  -- Jobs of one lane run one at a time, over all processes.
  lane text,
  primary key (environment_id, id)
);
create unique index jobs_unique on jobs (environment_id, kind, unique_key) where unique_key is not null and state = 'queued';
create index jobs_due on jobs (environment_id, run_at, id) where state = 'queued';
create index jobs_leased on jobs (lease_until) where state = 'running';
create index jobs_by_lane on jobs (environment_id, lane) where lane is not null and state = 'queued';
create unique index jobs_lane_running on jobs (environment_id, lane)
  where lane is not null and state = 'running';
call fence('jobs');

-- Environments share a claim: each one that waits has a turn before any has a second. Walks them by
-- skipping through the index, so a million jobs of one tenant cost another nothing. Oldest first
-- within an environment; what its lane has no place for stays in the queue.
create function system_claim_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer,
  environments uuid[], environment_places integer[])
returns table (environment_id uuid, id uuid, kind text, payload jsonb, lane text, fence bigint, attempt integer, tenant_id uuid, mode text)
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
  shares as (
    select w.environment_id,
      least(coalesce(held.places, per_environment), greatest(2, wanted / count(*) over ())) as share
    from waiting w
    left join unnest(environments, environment_places) as held (id, places) on held.id = w.environment_id
    where w.environment_id is not null
  ),
  picked as (
    select of_one.* from shares
    cross join lateral (
      select j.environment_id, j.id, j.lane, j.run_at from jobs j
      where j.environment_id = shares.environment_id and j.state = 'queued' and j.run_at <= now()
        and j.kind = any (kinds)
        and (j.lane is null or not exists (
          select from jobs busy
          where busy.environment_id = j.environment_id and busy.lane = j.lane and busy.state = 'running'))
      order by j.run_at, j.id
      limit greatest(shares.share, 0)
      for update of j skip locked
    ) of_one
  ),
  ranked as (
    select picked.*,
      row_number() over (partition by picked.environment_id order by picked.run_at, picked.id) as turn,
      row_number() over (partition by picked.environment_id, picked.lane order by picked.run_at, picked.id) as turn_in_lane
    from picked
  ),
  due as (
    select ranked.environment_id, ranked.id
    from ranked
    where ranked.lane is null or ranked.turn_in_lane = 1
    order by ranked.turn, ranked.run_at
    limit wanted
  ),
  -- Joined to nothing else: the table changes too fast for its statistics, and this leaves no way to
  -- its rows but by their whole key.
  claimed as (
    update jobs set state = 'running', fence = jobs.fence + 1, attempt = jobs.attempt + 1, lease_until = now() + lease
    from due
    where jobs.environment_id = due.environment_id and jobs.id = due.id
    returning jobs.*
  )
  select claimed.environment_id, claimed.id, claimed.kind, claimed.payload, claimed.lane, claimed.fence,
    claimed.attempt, e.tenant_id, e.mode
  from claimed join environments e on e.id = claimed.environment_id;
end;

-- Workers of the last release that still run claim by the same rules; this can go with the next one.
create function system_claim_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer,
  environments uuid[], environment_places integer[],
  per_lane integer, lanes text[], lane_places integer[])
returns table (environment_id uuid, id uuid, kind text, payload jsonb, lane text, fence bigint, attempt integer, tenant_id uuid, mode text)
language sql security definer set search_path = public
begin atomic
  select * from system_claim_jobs(kinds, wanted, lease, per_environment, environments, environment_places);
end;

create function system_renew_leases(held_ids uuid[], held_fences bigint[], lease interval) returns setof uuid
language sql security definer set search_path = public
begin atomic
  with held as (
    select jobs.environment_id, jobs.id
    from unnest(held_ids, held_fences) as given (id, fence)
    join jobs on jobs.id = given.id and jobs.fence = given.fence and jobs.state = 'running'
  ),
  free as (
    select jobs.environment_id, jobs.id
    from jobs join held on held.environment_id = jobs.environment_id and held.id = jobs.id
    for update of jobs skip locked
  ),
  renewed as (
    update jobs set lease_until = now() + lease
    from free
    where jobs.environment_id = free.environment_id and jobs.id = free.id
  )
  select id from held;
end;

-- A job's last transaction locks its row, and may take longer than its lease. Who renews or reclaims
-- leases then passes it by: waiting would keep all others from theirs until the statement times out,
-- and whoever holds the lock holds the job.
create function system_reclaim_jobs() returns bigint
language sql security definer set search_path = public
begin atomic
  with expired as (
    select environment_id, id, kind, unique_key from jobs
    where state = 'running' and lease_until < now()
    for update skip locked
  ),
  -- Two queued twins cannot stand side by side; the dead worker's one gives way.
  twinned as (
    select expired.environment_id, expired.id
    from expired join jobs twin on twin.environment_id = expired.environment_id
      and twin.kind = expired.kind and twin.unique_key = expired.unique_key and twin.state = 'queued'
  ),
  back as (
    update jobs set state = 'queued', lease_until = null
    from expired
    where jobs.environment_id = expired.environment_id and jobs.id = expired.id
      and not exists (
        select from twinned where twinned.environment_id = jobs.environment_id and twinned.id = jobs.id)
    returning 1
  ),
  gone as (
    delete from jobs using twinned
    where jobs.environment_id = twinned.environment_id and jobs.id = twinned.id
    returning 1
  )
  select (select count(*) from back) + (select count(*) from gone);
end;

-- Milliseconds until the next queued job is due; null when none waits. What waits for its lane is
-- left out: the end of the job before it is heard of.
create function system_next_job_ms() returns bigint
language sql stable security definer set search_path = public
begin atomic
  select greatest(0, extract(epoch from min(j.run_at) - now()) * 1000)::bigint
  from jobs j
  where j.state = 'queued' and (j.lane is null or not exists (
    select from jobs busy
    where busy.environment_id = j.environment_id and busy.lane = j.lane and busy.state = 'running'));
end;

create function system_queue_state() returns table (queued bigint, running bigint, dead bigint, oldest_seconds bigint)
language sql stable security definer set search_path = public
begin atomic
  select count(*) filter (where state = 'queued' and run_at <= now()), count(*) filter (where state = 'running'),
    count(*) filter (where state = 'dead'),
    coalesce(extract(epoch from now() - min(run_at) filter (where state = 'queued' and run_at <= now()))::bigint, 0)
  from jobs;
end;

-- Requests: idempotency, rates, usage, their log ---------------------------------------------------

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

-- Claims a key. `won` is whether the caller may go on; else the row shows why not. A key older
-- than 24 hours, or one whose holder died before its response, is claimed anew.
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

-- What is left of each key's budget of requests, over all processes. A process leases a
-- portion and counts in memory; a crash of the database empties the table, and every budget is full.
create unlogged table rate_limits (
  environment_id uuid not null,
  api_key_id uuid not null,
  class text not null,
  tokens double precision not null,
  at timestamptz(3) not null,
  -- Of the last lease: who took it, and how much.
  holder uuid not null,
  granted integer not null,
  -- Until then there is more than one holder, and nobody takes more than it needs.
  shared_until timestamptz(3) not null,
  primary key (environment_id, api_key_id, class)
) with (fillfactor = 50);
call fence('rate_limits');

-- Takes from a budget that refills at `rate` a second and holds a second's worth: all there is for a
-- process that is alone, and what it wanted where there are others.
create function system_lease_requests(
  environment uuid, api_key uuid, class_name text, rate double precision, wished integer, process uuid)
returns table (granted integer, remaining double precision)
language sql security definer set search_path = public
begin atomic
  insert into rate_limits as r (environment_id, api_key_id, class, tokens, at, holder, granted, shared_until)
  values (environment, api_key, class_name, rate - floor(rate), clock_timestamp(), process, floor(rate), clock_timestamp())
  on conflict (environment_id, api_key_id, class) do update
  set (tokens, at, holder, granted, shared_until) = (
    select level - portion, moment, process, portion, shared
    from (
      select level, moment, shared,
        floor(greatest(0, case when shared > moment then least(wished, level) else level end))::integer as portion
      from (
        select moment, least(rate, r.tokens + extract(epoch from moment - r.at) * rate) as level,
          case when r.holder = process then r.shared_until else moment + interval '10 seconds' end as shared
        from (select greatest(r.at, clock_timestamp()::timestamptz(3)) as moment) as clock
      ) as refilled
    ) as leased
  )
  returning r.granted, r.tokens;
end;

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

-- The log of a tenant's requests, for its developers: requests and responses without values.
-- Written in batches, so that a request waits for none of it.
create table request_log (
  environment_id uuid not null references environments (id),
  id uuid not null,
  at timestamptz(3) not null,
  method text not null,
  route text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  api_key_id uuid not null,
  ip text,
  user_agent text,
  idempotency_key text,
  is_replay boolean not null,
  error_code text,
  error_param text,
  -- The form of the body: names, kinds and lengths, no values but words of lists.
  body_outline jsonb,
  primary key (environment_id, id)
);
create index request_log_by_time on request_log (environment_id, at desc, id desc);
create index request_log_by_age on request_log (at);
call fence('request_log');

create function system_purge_request_log(days integer, batch integer) returns bigint
language sql security definer set search_path = public
begin atomic
  with gone as (
    delete from request_log r
    using (
      select environment_id, id from request_log
      where at < now() - days * interval '1 day' order by at limit batch for update skip locked
    ) old
    where r.environment_id = old.environment_id and r.id = old.id
    returning 1
  )
  select count(*) from gone;
end;

-- The audit log: entries signed and chained, insert-only for the application -----------------------

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
  -- The signature of the process that wrote it, then that of its link in the chain.
  seal text,
  primary key (environment_id, at, id)
) partition by range (at);
create index audit_log_by_resource on audit_log (environment_id, resource_type, resource_id, at desc);
create index audit_log_by_submission on audit_log (environment_id, submission_id, at desc, id desc);
create unique index audit_log_chain on audit_log (environment_id, sequence, at) where sequence is not null;
create index audit_log_unsealed on audit_log (environment_id, at, id) where sequence is null;

create table audit_log_default partition of audit_log default;
call fence('audit_log');
call fence('audit_log_default');
-- The application adds entries, through the parent; it sets nothing of their place in the chain.
revoke insert, update, delete on audit_log, audit_log_default from assay_app;
grant insert (environment_id, id, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent,
  action, resource_type, resource_id, submission_id, summary, changes, request_id, seal) on audit_log to assay_app;

create table audit_heads (
  environment_id uuid primary key references environments (id),
  sequence bigint not null,
  hash text not null,
  seal text
);
call fence('audit_heads');
revoke insert, update, delete on audit_heads from assay_app;

-- The bytes that are chained: every column. jsonb prints its keys in one order.
create function audit_text(entry audit_log) returns text
language sql stable
return jsonb_build_array(
  entry.at, entry.environment_id, entry.id, entry.actor_type, entry.actor_id, entry.actor_name, entry.api_key_hint,
  entry.ip, entry.user_agent, entry.action, entry.resource_type, entry.resource_id, entry.submission_id,
  entry.summary, entry.changes, entry.request_id)::text;
grant execute on function audit_text to assay_app, assay_system;

-- Takes the head of an environment's chain for this transaction. Entries without a signature are
-- those of the version before, in an environment that this one has not chained yet, and for the
-- hour in which processes of both may run.
create function system_take_audit_head(wanted uuid)
returns table (sequence bigint, hash text, seal text, is_adopting boolean)
language plpgsql security definer set search_path = public as $$
begin
  insert into audit_heads (environment_id, sequence, hash) values (wanted, 0, '') on conflict do nothing;
  perform from audit_heads h where h.environment_id = wanted for update;
  return query
    select h.sequence, h.hash, h.seal, h.seal is null or exists (
      select from migrations where name = '0151_audit_seals.sql' and applied_at > now() - interval '1 hour')
    from audit_heads h where h.environment_id = wanted;
end $$;

grant select on migrations to assay_system;

-- Puts entries, oldest first, behind the head that this transaction has taken.
create function system_chain_audit(wanted uuid, links jsonb, head_seal text) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  chained bigint;
begin
  update audit_log a
  set sequence = l.sequence, previous_hash = l.previous_hash, hash = l.hash, seal = l.seal
  from jsonb_to_recordset(links) as l (at timestamptz(3), id uuid, sequence bigint, previous_hash text, hash text, seal text)
  where a.environment_id = wanted and a.at = l.at and a.id = l.id and a.sequence is null;
  get diagnostics chained = row_count;
  update audit_heads h
  set sequence = h.sequence + chained, hash = links -> -1 ->> 'hash', seal = head_seal
  where h.environment_id = wanted;
  return chained;
end $$;

create function system_audit_heads() returns table (environment_id uuid, sequence bigint, hash text, seal text)
language sql stable security definer set search_path = public
begin atomic
  select h.environment_id, h.sequence, h.hash, h.seal from audit_heads h order by h.environment_id;
end;

-- Environments with entries that are not yet in the chain.
create function system_unsealed_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select distinct environment_id from audit_log where sequence is null;
end;

-- Processes of the version before would chain without signing; they leave it to the new ones.
create function system_seal_audit(wanted uuid) returns bigint
language sql security definer set search_path = public
begin atomic
  select 0::bigint;
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
      -- Entries are written through their parent.
      execute format('revoke insert, update, delete on %I from assay_app', part);
    -- The month already has rows in the default partition: they stay there.
    exception when check_violation then null;
    end;
  end loop;
end $$;

-- Submissions and their documents ------------------------------------------------------------------

create table submissions (
  environment_id uuid not null references environments (id),
  id uuid not null,
  external_id text,
  name text not null,
  status text not null default 'new'
    check (status in ('new', 'processing', 'processed', 'review_required', 'reviewed', 'failed', 'archived')),
  -- The status an archived submission returns to.
  status_before_archive text,
  -- Without the EIN, which is sealed, with a blind index for equality.
  company_info jsonb not null default '{}',
  ein_sealed text,
  ein_blind text,
  -- Owners carry dates of birth: the whole list is sealed.
  owners_sealed text,
  request jsonb,
  deal_stage text,
  decline_reasons text[] not null default '{}',
  source text not null default 'api',
  assigned_to text,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  auto_process boolean,
  data_quality jsonb,
  latest jsonb,
  failure jsonb,
  -- Grows in the transaction that changes the submission's data; analytics are cached by it.
  data_version bigint not null default 0,
  processed_at timestamptz(3),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Keys that two submissions of one business share: words of the name, phone, e-mail, website, address.
  match_keys text[] not null default '{}',
  search_text text not null generated always as (
    name || ' ' || coalesce(company_info ->> 'name', '') || ' ' || coalesce(company_info ->> 'dba', '')
      || ' ' || coalesce(external_id, '')) stored,
  primary key (environment_id, id)
);
create unique index submissions_external_id on submissions (environment_id, external_id) where external_id is not null;
create index submissions_by_creation on submissions (environment_id, created_at desc, id desc);
create index submissions_by_ein on submissions (environment_id, ein_blind) where ein_blind is not null;
create index submissions_by_match_key on submissions using gin (match_keys);
create index submissions_by_update on submissions (environment_id, updated_at desc, id desc);
create index submissions_by_name on submissions (environment_id, name, id);
-- Back-tests take the submissions that were processed last.
create index submissions_by_processed
  on submissions (environment_id, processed_at desc, id desc) where processed_at is not null;
create index submissions_by_word on submissions
  using gin (environment_id, to_tsvector('simple', search_text));
create index submissions_by_likeness on submissions
  using gin (environment_id, search_text gin_trgm_ops);
call fence('submissions');

-- One run of the pipeline over a submission.
create table processing_runs (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  number integer not null,
  status text not null default 'running' check (status in ('running', 'succeeded', 'failed', 'superseded')),
  -- The later stages (match … notify) with their times and counts; the earlier ones follow from the documents.
  stages jsonb not null default '[]',
  error jsonb,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (environment_id, id),
  unique (environment_id, submission_id, number),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('processing_runs');

create table document_classes (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null check (name ~ '^[a-z][a-z0-9_]{1,63}$'),
  -- True for a tenant's layer over a built-in class: only the fields it sets count.
  is_builtin boolean not null default false,
  is_active boolean not null default true,
  body jsonb not null,
  retention_days integer check (retention_days between 1 and 36500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('document_classes');

create table documents (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  external_id text,
  filename text not null,
  original_filename text not null,
  display_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  wrapped_key text,
  password_sealed text,
  page_count integer,
  document_class text,
  document_subtype text,
  classification jsonb,
  status text not null default 'uploaded' check (status in ('uploaded', 'classifying', 'classified', 'queued', 'parsing',
    'parsed', 'processed', 'review_required', 'failed', 'unsupported', 'split', 'excluded')),
  -- The status an excluded document returns to.
  status_before_exclusion text,
  progress real not null default 0,
  error_code text,
  error_message text,
  source text not null default 'upload',
  parent_document_id uuid,
  page_start integer,
  page_end integer,
  duplicate_of uuid,
  is_included boolean not null default true,
  -- Times the reader died on it; beyond the limit the document fails for good.
  crashes integer not null default 0,
  facts jsonb,
  period_start date,
  period_end date,
  institution_name text,
  account_masks text[] not null default '{}',
  statements_count integer not null default 0,
  transactions_count integer not null default 0,
  reconciliation jsonb,
  problems jsonb not null default '[]',
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  parsed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- `{score, level, signals_count}`; null until the document was read.
  authenticity jsonb,
  -- A person's word on what was read: approved, rejected or to be looked at.
  review jsonb,
  -- A rule never renames what a person named.
  named_by text not null default 'upload' check (named_by in ('upload', 'rule', 'user')),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, parent_document_id) references documents (environment_id, id) on delete cascade
);
create index documents_by_submission on documents (environment_id, submission_id, created_at desc, id desc);
create index documents_by_creation on documents (environment_id, created_at desc, id desc);
create index documents_by_hash on documents (environment_id, sha256);
create index documents_by_parent on documents (environment_id, parent_document_id) where parent_document_id is not null;
create index documents_by_class on documents (environment_id, document_class);
create index documents_by_filename on documents (environment_id, filename, id);
create index documents_by_period on documents (environment_id, (coalesce(period_start, '0001-01-01'::date)), id);
create index documents_by_file on documents (environment_id, storage_key);
create index documents_by_authenticity on documents (environment_id, (authenticity ->> 'level'));
-- A document is compared with the earlier ones of its bank.
create index documents_by_institution on documents (environment_id, institution_name, created_at desc)
  where institution_name is not null;
call fence('documents');

create table document_signals (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  document_id uuid not null,
  -- Order in which a reader should look at them: the heaviest first.
  position integer not null,
  -- What makes a signal of the next reading the same one, so that its id and its dismissal stay.
  signal_key text not null,
  code text not null,
  "group" text not null,
  severity text not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  confidence real not null,
  points integer not null,
  page integer,
  box real[],
  found text,
  expected text,
  explanation text not null,
  -- True when it follows from the deal's and the tenant's other documents; those are found anew with each of them.
  is_comparison boolean not null,
  is_dismissed boolean not null default false,
  dismissed_by text,
  dismissed_reason text,
  dismissed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, document_id, signal_key),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
create index document_signals_in_order on document_signals (environment_id, document_id, position, id);
create index document_signals_by_submission on document_signals (environment_id, submission_id);
call fence('document_signals');

-- What is read from documents that are no statements. Values are sealed, here and in the two tables
-- that follow: they hold identifiers and addresses.
create table document_readings (
  environment_id uuid not null,
  document_id uuid not null,
  submission_id uuid not null,
  parser text not null,
  -- Fields and tables as the reader found them, without corrections.
  content_sealed text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, document_id),
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade,
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index document_readings_by_submission on document_readings (environment_id, submission_id);
call fence('document_readings');

-- Corrections stand over every later reading of the document; the last one of a path counts.
create table reading_patches (
  environment_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  path text not null,
  -- The value before and after.
  change_sealed text not null,
  reason text,
  actor_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
create index reading_patches_by_document on reading_patches (environment_id, document_id, id);
call fence('reading_patches');

create table attribute_overrides (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  entity text not null,
  entity_index integer not null check (entity_index >= 0),
  attribute text not null,
  value_sealed text not null,
  reason text,
  actor_name text not null,
  updated_at timestamptz(3) not null default now(),
  -- What identified the thing when a person spoke of it; null where nothing did.
  identity_sealed text,
  primary key (environment_id, id),
  unique (environment_id, submission_id, entity, entity_index, attribute),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('attribute_overrides');

-- Rules by which documents are named.
create table file_rename_rules (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  -- Null for documents of every class.
  document_class text,
  template text not null,
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
create index file_rename_rules_by_position on file_rename_rules (environment_id, position, id);
call fence('file_rename_rules');

-- What the tenant of an environment has in the store, in both of its modes; parts of a divided file
-- share it. The caller holds the tenant's room until the end of the transaction, so that two who
-- add at the same time do not both find it.
create function system_take_room(wanted uuid) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  owner uuid := (select tenant_id from environments where id = wanted);
begin
  perform pg_advisory_xact_lock(hashtextextended('room of ' || owner::text, 0));
  return (
    select coalesce(sum(size_bytes), 0)::bigint from (
      select distinct on (d.environment_id, d.storage_key) d.size_bytes
      from documents d join environments e on e.id = d.environment_id
      where e.tenant_id = owner and d.wrapped_key is not null
      order by d.environment_id, d.storage_key, d.size_bytes desc
    ) files);
end $$;

-- What is read: accounts, statements, transactions -------------------------------------------------

create table accounts (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- What makes two statements the same account: a keyed hash of institution and number.
  fingerprint text not null,
  institution_name text,
  name text not null,
  holder_names text[] not null default '{}',
  number_sealed text,
  last4 text,
  routing_number text,
  type text not null,
  currency text not null,
  is_included boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  official_name text,
  subtype text,
  is_business boolean,
  is_primary boolean not null default false,
  -- Set by a person: its rows are those of another account and count there.
  duplicate_of uuid,
  -- What was merged stays as a signpost: a statement that is read again finds its account by it.
  merged_into uuid,
  routing_sealed text,
  primary key (environment_id, id),
  unique (environment_id, submission_id, fingerprint),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  constraint accounts_of_submission unique (environment_id, submission_id, id),
  foreign key (environment_id, duplicate_of) references accounts (environment_id, id) on delete set null (duplicate_of),
  foreign key (environment_id, merged_into) references accounts (environment_id, id) on delete cascade
);
create index accounts_by_fingerprint on accounts (environment_id, fingerprint);
create index accounts_by_duplicate on accounts (environment_id, duplicate_of) where duplicate_of is not null;
create index accounts_by_merge on accounts (environment_id, merged_into) where merged_into is not null;
create index accounts_by_last4 on accounts (environment_id, last4) where last4 is not null;
-- Empty once the numbers are sealed, so that looking for more costs nothing.
create index accounts_plain on accounts (environment_id) where routing_number is not null;
call fence('accounts');

-- Environments with values that wait to be sealed.
create function system_plain_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select distinct environment_id from accounts where routing_number is not null;
end;

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

create table statements (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  document_id uuid not null,
  account_id uuid not null,
  index integer not null,
  institution_name text,
  account_last4 text,
  account_type text not null,
  currency text not null,
  start_date date,
  end_date date,
  opening_balance bigint,
  closing_balance bigint,
  printed_totals jsonb not null,
  average_balance_printed bigint,
  sections jsonb not null default '[]',
  daily_balances jsonb not null default '[]',
  reconciliation_status text not null,
  reconciliation jsonb not null,
  choices text[] not null default '{}',
  layout_id text,
  page_start integer,
  page_end integer,
  transactions_count integer not null,
  created_at timestamptz(3) not null default now(),
  data_source_id uuid,
  holder_names text[] not null default '{}',
  is_included boolean not null default true,
  -- Another document's statement of the same account, period and balances, which stands for it.
  duplicate_of uuid,
  -- What is printed of the holder's address, and of the sums of overdraft and returned-item fees:
  -- {overdraftPeriod, overdraftYtd, returnedPeriod, returnedYtd} in minor units. Null: not printed.
  holder_address text,
  fees_printed jsonb,
  primary key (environment_id, id),
  unique (environment_id, document_id, index),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade,
  foreign key (environment_id, account_id) references accounts (environment_id, id) on delete cascade,
  foreign key (environment_id, data_source_id) references data_sources (environment_id, id) on delete cascade
);
create index statements_by_submission on statements (environment_id, submission_id);
create index statements_by_account on statements (environment_id, account_id);
call fence('statements');

-- What people set of a statement instead of what was read; laid over every later reading of it.
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

create table transactions (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  account_id uuid not null,
  document_id uuid,
  statement_id uuid,
  -- Unique in (submission, source); the key of an upsert.
  external_id text,
  source text not null,
  date date not null,
  -- Order within the day as the source lists it.
  position integer not null default 0,
  posted_at timestamptz(3),
  amount bigint not null,
  currency text not null,
  balance bigint,
  balance_source text,
  raw_description text not null,
  description text not null,
  normalized_description text,
  merchant_name text,
  counterparty jsonb,
  mcc_code text,
  bank_type text,
  channel text,
  check_number text,
  provider_category text,
  category_slug text,
  categories jsonb not null default '[]',
  category_confidence real,
  category_source text,
  category_rule_id text,
  flags text[] not null default '{}',
  fee_kind text,
  is_revenue boolean not null default false,
  exclusion_reason text,
  is_debt boolean not null default false,
  is_recurring boolean not null default false,
  is_pending boolean not null default false,
  is_duplicate boolean not null default false,
  duplicate_of uuid,
  matched_transaction_id uuid,
  match_score integer,
  stream_id uuid,
  position_id uuid,
  position_role text,
  funder_id text,
  needs_review boolean not null default false,
  page integer,
  box real[],
  line_text text,
  -- Corrections by people, re-applied on every enrichment and reparse.
  override jsonb,
  feedback jsonb,
  metadata jsonb not null default '{}',
  enriched_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The content of the row, hashed: corrections find their row again by it after a reparse.
  row_key text,
  -- The merchant a caller or provider named; enrichment falls back to it and never overwrites it.
  source_merchant_name text,
  data_source_id uuid,
  merchant_id uuid,
  descriptor_key bigint generated always as (hashtextextended(normalized_description, 0)) stored,
  primary key (environment_id, id),
  -- A transaction is on an account of its own submission.
  constraint transactions_account_of_submission
    foreign key (environment_id, submission_id, account_id)
    references accounts (environment_id, submission_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade,
  foreign key (environment_id, statement_id) references statements (environment_id, id) on delete cascade,
  foreign key (environment_id, data_source_id) references data_sources (environment_id, id) on delete cascade
);
create unique index transactions_external_id on transactions (environment_id, submission_id, source, external_id)
  where external_id is not null;
create index transactions_by_date on transactions (environment_id, submission_id, date desc, id desc);
create index transactions_by_document on transactions (environment_id, document_id) where document_id is not null;
create index transactions_by_account on transactions (environment_id, account_id);
create index transactions_by_statement on transactions (environment_id, statement_id) where statement_id is not null;
create index transactions_by_row_key on transactions (environment_id, submission_id, row_key) where row_key is not null;
-- Lists across submissions, newest first, and the rows that a surviving row stands for.
create index transactions_by_environment_date on transactions (environment_id, date desc, id desc);
create index transactions_by_duplicate on transactions (environment_id, duplicate_of) where duplicate_of is not null;
create index transactions_by_data_source on transactions (environment_id, data_source_id, account_id)
  where data_source_id is not null;
create index transactions_by_merchant on transactions (environment_id, merchant_id) where merchant_id is not null;
create index transactions_by_descriptor on transactions (environment_id, descriptor_key, date desc, id desc)
  where descriptor_key is not null;
create index transactions_by_amount on transactions (environment_id, amount, date desc, id desc);
create index transactions_by_external_id on transactions (environment_id, external_id)
  where external_id is not null;
call fence('transactions');

-- Corrections outlive the rows they were made on: a reparse finds them by the content of the row.
create table corrections (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  row_key text not null,
  override jsonb not null,
  feedback jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, submission_id, row_key),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('corrections');

create table streams (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  body jsonb not null,
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index streams_by_submission on streams (environment_id, submission_id);
call fence('streams');

create table positions (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index positions_by_submission on positions (environment_id, submission_id);
call fence('positions');

-- What people decide about positions. It outlives the positions themselves, which every enrichment finds
-- anew: `anchors` are the keys of the rows by which a position is known again.
create table position_decisions (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  decision jsonb not null,
  anchors text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index position_decisions_by_submission on position_decisions (environment_id, submission_id);
call fence('position_decisions');

-- States of the missing accounts that detection finds anew each time.
create table missing_accounts (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  status text not null check (status in ('open', 'requested', 'received', 'dismissed')),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index missing_accounts_by_submission on missing_accounts (environment_id, submission_id);
create index missing_accounts_by_id on missing_accounts (environment_id, submission_id, id);
call fence('missing_accounts');

-- Merchants, the words of descriptors, what people and models make of rows -------------------------

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
  -- Set by the tenant; null where it set nothing.
  own_groups text[],
  own_category text,
  own_aliases text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create index merchants_by_name on merchants using gin (environment_id, normalized_name gin_trgm_ops);
create index merchants_by_word on merchants
  using gin (environment_id, to_tsvector('simple', normalized_name));
call fence('merchants');

-- The sums of one merchant in the rows of one submission; replaced with its enrichment.
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

-- What a language model took a descriptor for, where the operator configured one and the tenant
-- allowed it: a suggestion for rows that are to be reviewed, never their category. By the
-- key of the descriptor, so that the text itself is not kept once more.
create table second_opinions (
  environment_id uuid not null references environments (id),
  descriptor_key bigint not null,
  is_inflow boolean not null,
  -- Null where the model gave nothing usable; it is not called again.
  category_slug text,
  -- Below what needs no review, so that no opinion can take a row out of it.
  confidence double precision check (confidence >= 0 and confidence < 0.6),
  model text not null,
  asked_at timestamptz(3) not null default now(),
  primary key (environment_id, descriptor_key, is_inflow),
  check ((category_slug is null) = (confidence is null))
);
call fence('second_opinions');

-- Feedback on what was found: corrections that change rows, and comments that are kept.
create table feedback (
  environment_id uuid not null references environments (id),
  id uuid not null,
  target_type text not null,
  target_id text not null,
  -- Null for what is of no submission; else gone with it.
  submission_id uuid,
  kind text not null check (kind in ('correction', 'confirmation', 'report', 'rating', 'outcome')),
  status text not null check (status in ('received', 'applied', 'undone')),
  rating smallint check (rating between 1 and 5),
  value jsonb not null default '{}',
  comment text,
  apply_to text,
  -- The rule for all rows like the corrected one, and what it was before.
  applied_rule_id uuid,
  affected_count integer not null default 0,
  -- What each corrected row was before, so that it can be taken back.
  previous jsonb not null default '[]',
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index feedback_by_time on feedback (environment_id, created_at desc, id desc);
create index feedback_by_submission on feedback (environment_id, submission_id);
call fence('feedback');

-- `text` is in the words of the index: letters and digits, lower case, one space between.
create table descriptors (
  environment_id uuid not null references environments (id),
  key bigint not null,
  text text not null,
  last_date date not null,
  -- Kept with the text: a common word is looked for by date, row by row, and taking a text apart
  -- costs ten times as much as looking a word up.
  words tsvector generated always as (to_tsvector('simple', text)) stored,
  primary key (environment_id, key)
);
create index descriptors_by_date on descriptors (environment_id, last_date desc);
create index descriptors_by_word on descriptors using gin (environment_id, words)
  with (fastupdate = off);
call fence('descriptors');

-- The words that can be misspelt, and in how many descriptors each stands.
create table search_words (
  environment_id uuid not null references environments (id),
  word text not null,
  descriptors_count integer not null,
  added_at timestamptz(3) not null default now(),
  primary key (environment_id, word)
);
create index search_words_by_age on search_words (environment_id, added_at);
call fence('search_words');

-- The operators of text search are not leakproof, so row security keeps the application's role off
-- these indexes: functions, each of which fences itself. The statements are dynamic, so that each is
-- planned for its words: a rare one by the index of words, a common one by date.
create function system_match_descriptors(wanted text, since date, at_most integer)
returns table (key bigint, text text, last_date date)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select d.key, d.text, d.last_date from descriptors d
    where d.environment_id = current_environment()
      and d.words @@ to_tsquery(''simple'', $1) and d.last_date >= $2
    order by d.last_date desc limit $3'
    using wanted, since, at_most;
end $$;

-- For processes of the last release that still run; this can go with the next one.
create function system_search_descriptors(words text, said text, since date, wanted integer)
returns table (key bigint, score real, last_date date)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select d.key, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', d.text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, d.text))::numeric, 4)::real, d.last_date
    from (
      select key, text, last_date from descriptors
      where environment_id = current_environment()
        and to_tsvector(''simple'', text) @@ to_tsquery(''simple'', $1) and last_date >= $3
      order by last_date desc limit $4) d'
    using words, said, since, wanted;
end $$;

create function system_search_submissions(words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select s.id, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', s.search_text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, s.search_text))::numeric, 4)::real as score,
      to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
    from submissions s
    where s.environment_id = current_environment()
      and (to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
        or ($3 and $2 <% s.search_text))
    order by score desc, s.created_at desc limit $4'
    using words, said, is_fuzzy, wanted;
end $$;

create function system_search_merchants(words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select m.id, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', m.normalized_name), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, m.normalized_name))::numeric, 4)::real as score,
      to_tsvector(''simple'', m.normalized_name) @@ to_tsquery(''simple'', $1)
    from merchants m
    where m.environment_id = current_environment()
      and (to_tsvector(''simple'', m.normalized_name) @@ to_tsquery(''simple'', $1)
        or ($3 and $2 <% m.normalized_name))
    order by score desc, m.id limit $4'
    using words, said, is_fuzzy, wanted;
end $$;

-- Numbers: what they are computed from, what they were, those of all submissions -------------------

-- The rows of a submission as the columns that its numbers are computed from, at one version of its
-- data. They follow from the transactions: whoever finds none reads those, and any may be deleted.
create table kept_rows (
  environment_id uuid not null,
  submission_id uuid not null,
  data_version bigint not null,
  -- Of the bytes; those of another format are not read.
  format integer not null,
  -- Compressed with zstd.
  body bytea not null,
  -- Accounts that the rows point to follow from the rows as their columns do; null where nobody kept them.
  missing_accounts jsonb,
  primary key (environment_id, submission_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
-- Stated within the table it would need PostgreSQL 16.
alter table kept_rows alter column body set storage external;
call fence('kept_rows');

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
alter table metric_snapshots alter column metrics set storage main;
alter table metric_snapshots alter column previous set storage external;
call fence('metric_snapshots');

-- What the numbers of a submission were each time they changed, and what they rested on, so that
-- two times can be compared. A version is written once and never changed.
create table analytics_versions (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  version integer not null check (version > 0),
  data_version bigint not null,
  as_of date,
  -- Of basis and metrics: the same numbers on the same basis are no new version.
  digest text not null,
  basis jsonb not null,
  metrics jsonb not null,
  taken_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id, version),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade
);
call fence('analytics_versions');

-- What people noted on anomalies; the anomalies themselves are computed from the rows each time.
create table anomaly_notes (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  -- Kind and place, the same at each computation as long as the same rows show it.
  id text not null,
  status text not null check (status in ('open', 'dismissed', 'confirmed')),
  note text,
  updated_by text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('anomaly_notes');

-- What a portfolio keeps of each business to compare others with; written with the snapshot.
create table benchmark_values (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  -- The keyed hash of the business's number, or the submission itself where none is known.
  business_key text not null,
  currency text not null,
  naics_code text,
  monthly_revenue double precision,
  -- Exact values by metric, in major units.
  metrics jsonb not null,
  computed_at timestamptz(3) not null default now(),
  -- How many anomalies of each kind a business shows; written with the snapshot.
  anomalies jsonb not null default '{}',
  primary key (environment_id, submission_id),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade
);
create index benchmark_values_by_business
  on benchmark_values (environment_id, currency, business_key, computed_at desc, submission_id);
call fence('benchmark_values');

-- What each submission adds to the counters as they are. No foreign key: when the submission goes,
-- its row still has what is to be taken off, and goes in the same transaction.
create table portfolio_facts (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  created_on date not null,
  -- Of the data that `data` was counted from.
  data_version bigint not null default 0,
  data jsonb,
  contributions jsonb not null default '[]',
  primary key (environment_id, submission_id)
);
call fence('portfolio_facts');

-- The sums of all contributions by the day on which the submission was created, for days, months
-- and years. A counter is spread over slots, so that writers rarely wait for each other.
create table portfolio_totals (
  environment_id uuid not null references environments (id),
  grain text not null check (grain in ('year', 'month', 'day')),
  facet text not null,
  bucket date not null,
  key text not null,
  slot smallint not null,
  count bigint not null,
  sum numeric not null,
  primary key (environment_id, grain, facet, bucket, key, slot)
) with (fillfactor = 80);
call fence('portfolio_totals');

-- Grows with every change of the counters.
create table portfolio_versions (
  environment_id uuid not null references environments (id),
  slot smallint not null,
  version bigint not null,
  primary key (environment_id, slot)
) with (fillfactor = 50);
call fence('portfolio_versions');

-- Decisions: rules, policies, what they came to ----------------------------------------------------

-- A rule or policy that was deleted stays for the history.
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
  -- Of the present version; every version stands in rule_versions.
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

-- A person's verdict on a rule for a submission: a check made, or a result overridden.
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
  -- Null for rules that were evaluated without a policy.
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

-- Entities and funders -----------------------------------------------------------------------------

-- What a submission is about, as tenants define it: entities and attributes of their own, and
-- layers over the built-in ones, which come with the service and have no row until they are changed.
create table entities (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  is_builtin boolean not null,
  -- Everything for a tenant's own, only what it sets for a layer; so in the tables below.
  body jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('entities');

create table entity_attributes (
  environment_id uuid not null references environments (id),
  id uuid not null,
  entity_id uuid not null,
  name text not null,
  is_builtin boolean not null,
  body jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, entity_id, name),
  foreign key (environment_id, entity_id) references entities (environment_id, id) on delete cascade
);
call fence('entity_attributes');

create table attribute_sources (
  environment_id uuid not null references environments (id),
  id uuid not null,
  attribute_id uuid not null,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, attribute_id) references entity_attributes (environment_id, id) on delete cascade
);
create index attribute_sources_by_attribute on attribute_sources (environment_id, attribute_id);
call fence('attribute_sources');

-- Funders: a tenant's own and its layers over those of the registry, their criteria, which
-- submissions went to them, and how each submission fitted their policies last.
create table funders (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  is_global boolean not null,
  -- Everything for a tenant's own, only what it sets for a layer.
  body jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Headers for the calls to its intake, which may be its credentials.
  api_headers_sealed text,
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('funders');

create table funder_policies (
  environment_id uuid not null references environments (id),
  id uuid not null,
  funder_id uuid not null,
  name text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, funder_id, name),
  foreign key (environment_id, funder_id) references funders (environment_id, id) on delete cascade
);
call fence('funder_policies');

-- A submission at a funder.
create table funder_submissions (
  environment_id uuid not null references environments (id),
  id uuid not null,
  funder_id uuid not null,
  submission_id uuid not null,
  policy_id uuid,
  status text not null check (status in ('linked', 'pending', 'in_progress', 'submitted', 'more_info_requested',
    'offered', 'accepted', 'funded', 'declined', 'withdrawn', 'expired', 'submission_failed', 'invalid_data')),
  body jsonb not null,
  sent_at timestamptz(3),
  responded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, funder_id, submission_id),
  foreign key (environment_id, funder_id) references funders (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index funder_submissions_by_submission on funder_submissions (environment_id, submission_id);
call fence('funder_submissions');

-- The last match of a submission with each policy.
create table funder_matches (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  policy_id uuid not null,
  funder_id uuid not null,
  body jsonb not null,
  evaluated_at timestamptz(3) not null default now(),
  -- What the match followed from: while it is the same, so is the match, and its words stay as they are.
  basis text,
  primary key (environment_id, submission_id, policy_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, policy_id) references funder_policies (environment_id, id) on delete cascade
);
create index funder_matches_by_policy on funder_matches (environment_id, policy_id);
call fence('funder_matches');

-- Settings and appearance of an environment --------------------------------------------------------

-- Settings of a tenant's environment: every state they ever had, the last one in force.
create table settings_versions (
  environment_id uuid not null references environments (id),
  version integer not null check (version > 0),
  id uuid not null,
  -- The keys that were ever set, as the wire gave them; what is not among them has its default.
  -- Plain json keeps the order of fields, so that what is sent again is seen to be the same.
  values json not null,
  -- Grows when the revenue formula is another; 1 is the default's.
  formula_version integer not null,
  -- What became different with this version.
  changes jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, version),
  unique (environment_id, id)
);
call fence('settings_versions');

-- How a tenant's pages look: what stands where, and its logo.
create table layouts (
  environment_id uuid primary key references environments (id),
  version integer not null,
  -- Plain json keeps the order of fields as it was sent.
  body json not null,
  updated_by text not null,
  updated_at timestamptz(3) not null default now()
);
call fence('layouts');

create table logos (
  environment_id uuid primary key references environments (id),
  content_type text not null,
  width integer not null,
  height integer not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  wrapped_key text not null,
  updated_by text not null,
  updated_at timestamptz(3) not null default now()
);
call fence('logos');

-- Files in the store that no row owns: what a crash between storing and committing leaves.
create function system_unowned_files(wanted uuid, keys text[]) returns setof text
language sql stable security definer set search_path = public
begin atomic
  select key from unnest(keys) as key
  where not exists (select from documents where environment_id = wanted and storage_key = key)
    and not exists (select from logos where environment_id = wanted and storage_key = key);
end;

-- Peers of other tenants (formulas K2), for those alone who let their own deals take part. Who they
-- are stays here: a row shows which rows have one supplier, not which supplier that is.
create function system_network_peers(own_submission uuid, wanted integer)
returns table (supplier bigint, currency text, naics_code text, monthly_revenue double precision, metrics jsonb)
language sql stable security definer set search_path = public
begin atomic
  with members as (
    select e.id from environments e
    join environments own on own.id = current_environment() and own.mode = e.mode
    cross join lateral (
      select s.values ->> 'benchmarks_opt_in' as takes_part from settings_versions s
      where s.environment_id = e.id order by s.version desc limit 1) settings
    where settings.takes_part = 'true'
  ),
  latest as (
    select distinct on (b.environment_id, b.business_key, b.currency) b.*
    from benchmark_values b join members on members.id = b.environment_id
    order by b.environment_id, b.business_key, b.currency, b.computed_at desc, b.submission_id
  )
  select dense_rank() over (order by l.environment_id), l.currency, l.naics_code, l.monthly_revenue, l.metrics
  from latest l
  where exists (select from members where members.id = current_environment())
    and not exists (
      select from submissions s
      where s.environment_id = current_environment() and s.id = own_submission
        and l.environment_id = s.environment_id and l.business_key = coalesce(s.ein_blind, s.id::text))
  -- A draw that is the same each time.
  order by md5(l.submission_id::text) limit wanted;
end;

-- Events, webhooks, deliveries; the inbox of the test mode -----------------------------------------

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
create index events_by_creation on events (environment_id, created_at desc, id desc);
call fence('events');

create table webhooks (
  environment_id uuid not null references environments (id),
  id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  secret_sealed text not null,
  secret_hint text not null,
  -- During a rotation's grace the previous secret still signs; the new one signs too.
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
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'retrying', 'failed', 'held')),
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
create index deliveries_failed on deliveries (environment_id, webhook_id, created_at, id)
  where status = 'failed';
-- What became of an event, and what was sent of it to one webhook.
create index deliveries_by_event on deliveries (environment_id, event_id, webhook_id);
-- Deliveries are kept for a time after their end; a failed or held one can be sent again until then.
create index deliveries_by_end on deliveries (completed_at) where completed_at is not null;
create index deliveries_due on deliveries (environment_id, webhook_id, next_attempt_at, id)
  where status in ('pending', 'retrying');
create index deliveries_held on deliveries (environment_id, webhook_id, created_at, id)
  where status = 'held';
call fence('deliveries');

create function system_purge_deliveries(days integer, batch integer) returns bigint
language sql security definer set search_path = public
begin atomic
  with gone as (
    delete from deliveries d
    using (
      select environment_id, id from deliveries
      where completed_at < now() - days * interval '1 day' order by completed_at limit batch
      for update skip locked
    ) old
    where d.environment_id = old.environment_id and d.id = old.id
    returning 1
  )
  select count(*) from gone;
end;

-- The inbox of a test environment: what a webhook receiver would have got, and how it responds.
create table sandbox_inboxes (
  environment_id uuid not null references environments (id),
  response_status smallint not null default 200 check (response_status between 200 and 599),
  response_delay_ms integer not null default 0 check (response_delay_ms between 0 and 15000),
  primary key (environment_id)
);
call fence('sandbox_inboxes');

create table sandbox_messages (
  environment_id uuid not null references environments (id),
  id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  event_id text not null,
  event_type text not null,
  headers jsonb not null,
  body text not null,
  response_status smallint not null,
  received_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create index sandbox_messages_by_arrival
  on sandbox_messages (environment_id, received_at desc, id desc);
call fence('sandbox_messages');

-- System functions belong to the system role -------------------------------------------------------

-- Gives the system functions of a migration to the system role and opens them to the application alone.
create procedure settle_system_functions()
language plpgsql as $$
declare
  signature regprocedure;
begin
  grant create on schema public to assay_system;
  for signature in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and (proname like 'system\_%' or proname = 'managed_environments')
      and pg_get_userbyid(proowner) <> 'assay_system'
  loop
    execute format('alter function %s owner to assay_system', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to assay_app', signature);
  end loop;
  revoke create on schema public from assay_system;
end $$;

call settle_system_functions();
