-- Functions that read tables of environments take the environment as a value: Citus then goes to one
-- node. The fence still holds: of another environment than the transaction's they find nothing. Those
-- without it are for processes of the last release and can go with the next one.

create function claim_idempotency_key(
  environment uuid, wanted text, print text, new_fence uuid, lease interval)
returns table (won boolean, same boolean, state text, status smallint, headers jsonb, body text)
language plpgsql as $$
begin
  return query
    insert into idempotency_keys as k (environment_id, key, fingerprint, state, fence, lease_until)
    values (environment, wanted, print, 'started', new_fence, now() + lease)
    on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, state = 'started', fence = excluded.fence,
          lease_until = excluded.lease_until, status = null, headers = null, body = null, created_at = excluded.created_at
      where excluded.created_at - k.created_at >= interval '24 hours'
         or (k.state = 'started' and k.lease_until < excluded.created_at and k.fingerprint = excluded.fingerprint)
    returning true, true, k.state, k.status, k.headers, k.body;
  if not found then
    return query
      select false, k.fingerprint = print, k.state, k.status, k.headers, k.body
      from idempotency_keys k
      where k.environment_id = environment and k.key = wanted;
  end if;
end $$;
grant execute on function claim_idempotency_key(uuid, text, text, uuid, interval) to assay_app;

create function system_match_descriptors(environment uuid, wanted text, since date, at_most integer)
returns table (key bigint, text text, last_date date)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute '
    select d.key, d.text, d.last_date from descriptors d
    where d.environment_id = $4 and $4 = current_environment()
      and d.words @@ to_tsquery(''simple'', $1) and d.last_date >= $2
    order by d.last_date desc limit $3'
    using wanted, since, at_most, environment;
end $$;

create function system_search_submissions(
  environment uuid, words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute '
    select s.id, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', s.search_text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, s.search_text))::numeric, 4)::real as score,
      to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
    from submissions s
    where s.environment_id = $5 and $5 = current_environment()
      and (to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
        or ($3 and $2 <% s.search_text))
    order by score desc, s.created_at desc limit $4'
    using words, said, is_fuzzy, wanted, environment;
end $$;

create function system_search_merchants(
  environment uuid, words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute '
    select m.id, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', m.normalized_name), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, m.normalized_name))::numeric, 4)::real as score,
      to_tsvector(''simple'', m.normalized_name) @@ to_tsquery(''simple'', $1)
    from merchants m
    where m.environment_id = $5 and $5 = current_environment()
      and (to_tsvector(''simple'', m.normalized_name) @@ to_tsquery(''simple'', $1)
        or ($3 and $2 <% m.normalized_name))
    order by score desc, m.id limit $4'
    using words, said, is_fuzzy, wanted, environment;
end $$;

-- The same portions as before, in statements that each are for one row: Citus takes no query within
-- an upsert, and an SQL function on a table that is spread is refused.
create or replace function system_lease_requests(
  environment uuid, api_key uuid, class_name text, rate double precision, wished integer, process uuid)
returns table (granted integer, remaining double precision)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  held rate_limits;
  moment timestamptz(3) := clock_timestamp();
  level double precision;
  shared timestamptz(3);
  portion integer;
begin
  return query
    insert into rate_limits as r (environment_id, api_key_id, class, tokens, at, holder, granted, shared_until)
    values (environment, api_key, class_name, rate - floor(rate), moment, process, floor(rate), moment)
    on conflict (environment_id, api_key_id, class) do nothing
    returning r.granted, r.tokens;
  if found then
    return;
  end if;
  select * into held from rate_limits r
  where r.environment_id = environment and r.api_key_id = api_key and r.class = class_name for update;
  moment := greatest(held.at, clock_timestamp()::timestamptz(3));
  level := least(rate, held.tokens + extract(epoch from moment - held.at) * rate);
  shared := case when held.holder = process then held.shared_until else moment + interval '10 seconds' end;
  portion := floor(greatest(0, case when shared > moment then least(wished, level) else level end))::integer;
  return query
    update rate_limits r
    set tokens = level - portion, at = moment, holder = process, granted = portion, shared_until = shared
    where r.environment_id = environment and r.api_key_id = api_key and r.class = class_name
    returning r.granted, r.tokens;
end $$;

-- Beside fence() for each new table of environments: where Citus is, the table lies with the others.
create procedure spread(target regclass)
language plpgsql as $$
begin
  if exists (select 1 from pg_extension where extname = 'citus') then
    execute format(
      'select create_distributed_table(%L, ''environment_id'', colocate_with => ''submissions'')', target);
  end if;
end $$;

call settle_system_functions();
