-- What is left of each key's budget of requests, for all processes together. A process leases a
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
-- process that is alone, and what it wished for beside others.
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
call settle_system_functions();
