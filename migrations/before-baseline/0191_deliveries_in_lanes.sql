-- Jobs of one lane run one at a time, in all processes together. So one job sends what is due of its
-- webhook, many deliveries at once, where there was a job for each of them.

-- Deliveries find their job by their webhook, and by when they are due.
drop index deliveries_open;
create index deliveries_due on deliveries (environment_id, webhook_id, next_attempt_at, id)
  where status in ('pending', 'retrying');
create index deliveries_held on deliveries (environment_id, webhook_id, created_at, id)
  where status = 'held';

-- What a worker of before is about to send is sent again by who takes it over, the same bytes.
delete from jobs where kind = 'deliver-webhook' and state in ('queued', 'running');
insert into jobs (environment_id, id, kind, payload, lane, run_at)
select environment_id, gen_random_uuid(), 'deliver-due', jsonb_build_object('webhookId', webhook_id),
  webhook_id, next_attempt_at
from deliveries where status in ('pending', 'retrying') and next_attempt_at is not null
group by environment_id, webhook_id, next_attempt_at;

create unique index jobs_lane_running on jobs (environment_id, lane)
  where lane is not null and state = 'running';

drop function system_claim_jobs(text[], integer, integer, interval, text[], uuid[]);

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
create or replace function system_claim_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer,
  environments uuid[], environment_places integer[],
  per_lane integer, lanes text[], lane_places integer[])
returns table (environment_id uuid, id uuid, kind text, payload jsonb, lane text, fence bigint, attempt integer, tenant_id uuid, mode text)
language sql security definer set search_path = public
begin atomic
  select * from system_claim_jobs(kinds, wanted, lease, per_environment, environments, environment_places);
end;

-- What waits for its lane needs no asking: the end of the job before it is heard of.
create or replace function system_next_job_ms() returns bigint
language sql stable security definer set search_path = public
begin atomic
  select greatest(0, extract(epoch from min(j.run_at) - now()) * 1000)::bigint
  from jobs j
  where j.state = 'queued' and (j.lane is null or not exists (
    select from jobs busy
    where busy.environment_id = j.environment_id and busy.lane = j.lane and busy.state = 'running'));
end;
call settle_system_functions();
