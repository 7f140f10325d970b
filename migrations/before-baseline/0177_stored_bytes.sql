-- What the tenant of an environment has in the store, in both of its modes; parts of a divided file
-- share it. Whoever asks holds the tenant's room until the end of the transaction, so that two who
-- add at the same time do not both find it.
create function system_take_room(wanted uuid) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  owner uuid := (select tenant_id from environments where id = wanted);
begin
  perform pg_advisory_xact_lock(hashtextextended('room of ' || owner::text, 0));
  return (
    select coalesce(sum(size_bytes), 0)::bigint from (
      select distinct on (d.environment_id, d.storage_key) d.size_bytes
      from documents d join environments e on e.id = d.environment_id
      where e.tenant_id = owner and d.wrapped_key is not null
      order by d.environment_id, d.storage_key, d.size_bytes desc
    ) files);
end $$;
call settle_system_functions();
