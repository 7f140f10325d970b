-- Files in the store that no row owns: what a crash between storing and committing leaves.

create function system_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select id from environments;
end;

create function system_unowned_files(wanted uuid, keys text[]) returns setof text
language sql stable security definer set search_path = public
begin atomic
  select key from unnest(keys) as key
  where not exists (select from documents where environment_id = wanted and storage_key = key);
end;

create index documents_by_file on documents (environment_id, storage_key);

call settle_system_functions();
