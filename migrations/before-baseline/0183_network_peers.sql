-- Peers of other tenants (formulas K2), for those alone who let their own deals take part. Who they
-- are stays here: a row tells which rows have one supplier, not which supplier that is.

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

call settle_system_functions();
