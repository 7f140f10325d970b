-- How a tenant's pages look: what stands where, and its logo.

create table layouts (
  environment_id uuid primary key references environments (id),
  version integer not null,
  -- Plain json keeps the order of fields as it was sent.
  body json not null,
  updated_by text not null,
  updated_at timestamptz(3) not null default now()
);
call fence('layouts');

create table logos (
  environment_id uuid primary key references environments (id),
  content_type text not null,
  width integer not null,
  height integer not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  wrapped_key text not null,
  updated_by text not null,
  updated_at timestamptz(3) not null default now()
);
call fence('logos');

create or replace function system_unowned_files(wanted uuid, keys text[]) returns setof text
language sql stable security definer set search_path = public
begin atomic
  select key from unnest(keys) as key
  where not exists (select from documents where environment_id = wanted and storage_key = key)
    and not exists (select from logos where environment_id = wanted and storage_key = key);
end;

call settle_system_functions();
