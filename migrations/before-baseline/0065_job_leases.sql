-- A job's last transaction locks its row, and may take longer than its lease. Who renews or reclaims
-- leases then passes it by: waiting would keep all others from theirs until the statement times out,
-- and whoever holds the lock holds the job.

create or replace function system_reclaim_jobs() returns bigint
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

create or replace function system_renew_leases(held_ids uuid[], held_fences bigint[], lease interval) returns setof uuid
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
