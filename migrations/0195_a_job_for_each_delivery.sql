-- Each delivery has a job of its own, in the lane of its webhook; a lane runs several jobs at a time,
-- so that a receiver that hangs holds back only its own deliveries.

-- A claim visits the lanes that wait, and takes the first jobs of each: a long queue of one lane costs
-- the others nothing. The indexes of before would be taken instead, and read the whole queue; workers
-- of the last release claim without them, more slowly. The claims of six and nine arguments are theirs
-- and can go with the next release.
drop index jobs_due;
drop index jobs_by_lane;
create index jobs_waiting on jobs (environment_id, coalesce(lane, ''), run_at, id) where state = 'queued';
create index jobs_running on jobs (environment_id, lane) where state = 'running';
drop index jobs_lane_running;

-- The caps count what runs in all processes together. They are a courtesy and not a lock: two
-- processes that claim in the same moment may pass them once.
create function system_claim_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer, per_lane integer)
returns table (environment_id uuid, id uuid, kind text, payload jsonb, lane text, fence bigint, attempt integer, tenant_id uuid, mode text)
language sql security definer set search_path = public
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
  running as materialized (
    select j.environment_id, coalesce(j.lane, '') as lane, count(*) as jobs
    from jobs j where j.state = 'running' and j.kind = any (kinds)
    group by j.environment_id, coalesce(j.lane, '')
  ),
  shares as (
    select w.environment_id, w.lane, least(
      greatest(2, wanted / count(*) over ()),
      case when w.lane = '' then wanted else greatest(0, per_lane - coalesce(r.jobs, 0)) end) as places
    from waiting w
    left join running r on r.environment_id = w.environment_id and r.lane = w.lane
  ),
  picked as (
    select first.environment_id, first.id, first.run_at,
      row_number() over (partition by first.environment_id order by first.run_at, first.id) as turn
    from shares
    cross join lateral (
      select j.environment_id, j.id, j.run_at from jobs j
      where j.environment_id = shares.environment_id and coalesce(j.lane, '') = shares.lane
        and j.state = 'queued' and j.run_at <= now() and j.kind = any (kinds)
      order by j.run_at, j.id
      limit shares.places
      for update of j skip locked) as first
  ),
  -- Each environment has a turn before any has a second.
  due as (
    select picked.environment_id, picked.id from picked
    left join (
      select r.environment_id, sum(r.jobs) as jobs from running r group by r.environment_id
    ) as busy on busy.environment_id = picked.environment_id
    where per_environment is null or picked.turn <= per_environment - coalesce(busy.jobs, 0)
    order by picked.turn, picked.run_at
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
call settle_system_functions();

-- What a worker of the last release is about to send is sent again by who takes it over, the same bytes.
delete from jobs where kind = 'deliver-due' and state in ('queued', 'running');
insert into jobs (environment_id, id, kind, payload, unique_key, lane, run_at)
select environment_id, gen_random_uuid(), 'deliver-webhook', jsonb_build_object('deliveryId', id), id,
  webhook_id, next_attempt_at
from deliveries where status in ('pending', 'retrying') and next_attempt_at is not null
on conflict do nothing;
