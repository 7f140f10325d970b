-- The request or job that added a job, as the header `traceparent` names it; null where a process of
-- the last release added it.
alter table jobs add column traceparent text;

-- What a claim of the same arguments returns, with the trace of each job; workers of the last release
-- go on with that one. The trace is looked up by the whole key, and never changes.
create function system_claim_traced_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer, per_lane integer)
returns table (environment_id uuid, id uuid, kind text, payload jsonb, lane text, fence bigint, attempt integer, tenant_id uuid, mode text, traceparent text)
language sql security definer set search_path = public
begin atomic
  select claimed.*, (
    select j.traceparent from jobs j
    where j.environment_id = claimed.environment_id and j.id = claimed.id)
  from system_claim_jobs(kinds, wanted, lease, per_environment, per_lane) as claimed;
end;

-- Milliseconds until the next job falls due or the next lease ends; null when neither is to come. What
-- is due already is left out: it waits for a place, and who gets one claims it. Visits each environment
-- and lane that waits, as a claim does: the queue itself may be long.
create function system_next_due_ms() returns bigint
language sql stable security definer set search_path = public
begin atomic
  with recursive waiting as (
    (select j.environment_id, coalesce(j.lane, '') as lane from jobs j
      where j.state = 'queued' order by j.environment_id, coalesce(j.lane, '') limit 1)
    union all
    select following.environment_id, following.lane from waiting
    cross join lateral (
      select j.environment_id, coalesce(j.lane, '') as lane from jobs j
      where j.state = 'queued'
        and (j.environment_id, coalesce(j.lane, '')) > (waiting.environment_id, waiting.lane)
      order by j.environment_id, coalesce(j.lane, '') limit 1) as following
  ),
  planned as (
    select next.run_at as at from waiting
    cross join lateral (
      select j.run_at from jobs j
      where j.state = 'queued' and j.environment_id = waiting.environment_id
        and coalesce(j.lane, '') = waiting.lane and j.run_at > now()
      order by j.run_at limit 1) as next
    union all
    select min(j.lease_until) from jobs j where j.state = 'running' and j.lease_until > now()
  )
  select ceil(extract(epoch from min(planned.at) - now()) * 1000)::bigint from planned;
end;

-- The queue as an operator watches it.
create function system_queue_by_kind()
returns table (kind text, waiting bigint, running bigint, dead bigint, oldest_seconds double precision)
language sql stable security definer set search_path = public
begin atomic
  select j.kind,
    count(*) filter (where j.state = 'queued' and j.run_at <= now()),
    count(*) filter (where j.state = 'running'),
    count(*) filter (where j.state = 'dead'),
    coalesce(extract(epoch from
      now() - min(j.run_at) filter (where j.state = 'queued' and j.run_at <= now())), 0)::double precision
  from jobs j
  group by j.kind;
end;
call settle_system_functions();
