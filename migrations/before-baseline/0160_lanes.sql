-- A job may run in a lane: those of one endpoint, say. Who claims names the lanes and environments
-- that hold enough hands already, and their jobs are passed by: they cost others no hand and no turn.

alter table jobs add column lane text;
create index jobs_by_lane on jobs (environment_id, lane) where lane is not null and state = 'queued';

drop function system_claim_jobs(text[], integer, integer, interval);

-- Claims due jobs fairly: at most `per_environment` of each environment that has some, oldest first
-- within one. Walks the environments by skipping through the index, so a million jobs of one tenant
-- cost another nothing.
create function system_claim_jobs(
  kinds text[], wanted integer, per_environment integer, lease interval,
  closed_lanes text[], closed_environments uuid[])
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
  due as (
    select picked.environment_id, picked.id
    from waiting
    cross join lateral (
      select j.environment_id, j.id, j.run_at from jobs j
      where j.environment_id = waiting.environment_id and j.state = 'queued' and j.run_at <= now()
        and j.kind = any (kinds) and (j.lane is null or j.lane <> all (closed_lanes))
      order by j.run_at, j.id
      limit per_environment
      for update skip locked
    ) picked
    where waiting.environment_id is not null and waiting.environment_id <> all (closed_environments)
    order by picked.run_at
    limit wanted
  )
  update jobs set state = 'running', fence = jobs.fence + 1, attempt = jobs.attempt + 1, lease_until = now() + lease
  from due
  join environments e on e.id = due.environment_id
  where jobs.environment_id = due.environment_id and jobs.id = due.id
  returning jobs.environment_id, jobs.id, jobs.kind, jobs.payload, jobs.lane, jobs.fence, jobs.attempt, e.tenant_id, e.mode;
end;
call settle_system_functions();
