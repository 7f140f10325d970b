-- The log of a tenant's requests, for its developers: what was asked and answered, without values.
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

-- Deliveries are kept for a time after their end; a failed or held one can be sent again until then.
create index deliveries_by_end on deliveries (completed_at) where completed_at is not null;

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
call settle_system_functions();
