-- Without pg_temp in the path it is looked in first, for tables: who could make a temporary table could
-- have a definer function read or write that one. From here on each that a migration settles is pinned.
create or replace procedure settle_system_functions()
language plpgsql as $$
declare
  signature regprocedure;
begin
  grant create on schema public to assay_system;
  for signature in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and (proname like 'system\_%' or proname = 'managed_environments')
      and pg_get_userbyid(proowner) <> 'assay_system'
  loop
    execute format('alter function %s owner to assay_system', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to assay_app', signature);
  end loop;
  for signature in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef
      and not coalesce(proconfig @> '{"search_path=public, pg_temp"}', false)
  loop
    execute format('alter function %s set search_path = public, pg_temp', signature);
  end loop;
  revoke create on schema public from assay_system;
end $$;

call settle_system_functions();
