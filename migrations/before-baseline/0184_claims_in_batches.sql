-- A claim takes as many jobs as hands are free, in one statement. Environments share them: each one
-- that waits has a turn before any has a second. Who claims says how many hands an environment and a
-- lane may hold, and how many are left of those that hold or may hold fewer. The function of before
-- stays for workers of the last release that still run, and can go with the next one.

-- Walks the environments by skipping through the index, so a million jobs of one tenant cost another
-- nothing. Oldest first within an environment; what its lane has no hand for stays in the queue.
create function system_claim_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer,
  environments uuid[], environment_places integer[],
  per_lane integer, lanes text[], lane_places integer[])
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
  closed as (
    select coalesce(array_agg(held.lane), '{}') as lanes
    from unnest(lanes, lane_places) as held (lane, places) where held.places <= 0
  ),
  picked as (
    select of_one.* from shares
    cross join lateral (
      select j.environment_id, j.id, j.lane, j.run_at from jobs j
      where j.environment_id = shares.environment_id and j.state = 'queued' and j.run_at <= now()
        and j.kind = any (kinds) and (j.lane is null or j.lane <> all ((select closed.lanes from closed)::text[]))
      order by j.run_at, j.id
      limit greatest(shares.share, 0)
      for update skip locked
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
    left join unnest(lanes, lane_places) as held (lane, places) on held.lane = ranked.lane
    where ranked.lane is null or ranked.turn_in_lane <= coalesce(held.places, per_lane)
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
call settle_system_functions();
