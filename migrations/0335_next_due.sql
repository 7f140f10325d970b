-- What a worker without work asks every five seconds, in one statement whose plan its connection keeps:
-- which sorts of work are due now, and in how many milliseconds a planned job falls due or a lease ends.
-- What makes a row due stands in the function that then finds the rows, and here. A job that waits for a
-- place is due too, and is no reason to look sooner. Visits each environment and lane that waits, as a
-- claim does: the queue itself may be long.
create function system_next_due(out due text[], out in_ms bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
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
  select
    array_remove(array[
      case when exists (
        select from waiting
        cross join lateral (
          select from jobs j
          where j.state = 'queued' and j.environment_id = waiting.environment_id
            and coalesce(j.lane, '') = waiting.lane and j.run_at <= now()
          limit 1) as first) then 'jobs' end,
      case when exists (
        select from jobs j where j.state = 'running' and j.lease_until < now()) then 'leases' end,
      case when exists (select from audit_log a where a.sequence is null) then 'audit' end,
      case when exists (
        select from workflows w where w.status = 'active' and w.next_fire_at <= now())
        then 'workflows' end,
      case when exists (
        select from crm_integrations c where c.next_fire_at <= now() and c.status <> 'disabled')
        then 'crm_integrations' end,
      case when exists (
        select from links l
        where l.next_sync_at <= now() and l.status in ('active', 'syncing', 'erroring'))
        then 'links' end,
      case when exists (
        select from mailboxes m
        join integrations i on i.environment_id = m.environment_id and i.id = m.id
        where m.next_read_at <= now() and i.status in ('active', 'error')
          and i.credentials_sealed is not null) then 'mailboxes' end], null),
    (select ceil(extract(epoch from min(planned.at) - now()) * 1000) from planned)
  into due, in_ms;
end $$;

call settle_system_functions();
