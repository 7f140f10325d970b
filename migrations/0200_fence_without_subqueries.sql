-- A policy looks at the row and calls a function, and has no subquery: Citus takes none on a table
-- that it spreads, and a partition that could not be fenced kept processes from starting. The
-- functions are stable, so that an index takes their value once.

create or replace procedure fence(target regclass)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy environment_fence on %s to assay_app
       using (environment_id = current_environment())
       with check (environment_id = current_environment())', target);
  execute format('create policy system_access on %s to assay_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to assay_app, assay_system', target);
end $$;

-- What managed_environments() returns, as one value. Its cost has the planner take an index rather than
-- call it for each row.
create function system_managed_environments() returns uuid[]
language sql stable security definer cost 10000 set search_path = public, pg_temp
begin atomic
  select coalesce(array_agg(other.id), '{}')
  from environments own
  join environments other
    on other.tenant_id = own.tenant_id and (own.mode = 'live' or other.id = own.id)
  where own.id = current_environment();
end;
call settle_system_functions();

-- All tables are locked until the commit. One that is in use is not waited for with others locked: the
-- migration begins again a moment later.
set local lock_timeout = '200ms';
do $$
declare
  target regclass;
begin
  for target in
    select polrelid::regclass from pg_policy
    where polname = 'environment_fence' and polrelid <> 'api_keys'::regclass
    order by polrelid
  loop
    execute format(
      'alter policy environment_fence on %s
         using (environment_id = current_environment())
         with check (environment_id = current_environment())', target);
  end loop;
end $$;

alter policy environment_fence on api_keys
  using (environment_id = any (system_managed_environments()))
  with check (environment_id = any (system_managed_environments()));
