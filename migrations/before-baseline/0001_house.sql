-- Roles, the fence, tenants with their two environments, keys.

do $$
begin
  create role assay_app nologin;
exception when duplicate_object then null;
end $$;
do $$
begin
  create role assay_system nologin;
exception when duplicate_object then null;
end $$;
do $$
begin
  -- A superuser needs no membership; any other owner must be able to take both roles.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant assay_app, assay_system to %I', current_user);
  end if;
end $$;

grant usage on schema public to assay_app, assay_system;
grant select on migrations to assay_app;

-- The environment of the running transaction, null outside one.
create function current_environment() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.environment_id', true), '')::uuid;

-- Row security of a tenants' table: one environment for the application, all for system functions.
create procedure fence(target regclass)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy environment_fence on %s to assay_app
       using (environment_id = (select current_environment()))
       with check (environment_id = (select current_environment()))', target);
  execute format('create policy system_access on %s to assay_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to assay_app, assay_system', target);
end $$;

create table house_secrets (
  name text primary key,
  sealed text not null
);
grant select, insert on house_secrets to assay_system;

create table tenants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz(3) not null default now()
);
grant select, insert on tenants to assay_system;

create table environments (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('live', 'test')),
  created_at timestamptz(3) not null default now(),
  unique (tenant_id, mode)
);
grant select, insert on environments to assay_system;

create table api_keys (
  tenant_id uuid not null references tenants (id),
  environment_id uuid not null references environments (id),
  id uuid not null,
  key_hash text not null unique,
  name text not null check (length(name) between 1 and 255),
  mode text not null check (mode in ('live', 'test')),
  hint text not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'rotating', 'revoked')),
  scopes text[] not null,
  ip_allowlist text[] not null default '{}',
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  rotated_from uuid,
  rotated_to uuid,
  grace_ends_at timestamptz(3),
  created_by text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (environment_id, id)
);
create index api_keys_by_tenant on api_keys (tenant_id, created_at desc, id desc);
grant select, insert, update, delete on api_keys to assay_app, assay_system;

-- A live key manages the keys of both its tenant's environments, a test key those of its own.
create function managed_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select other.id
  from environments own
  join environments other
    on other.tenant_id = own.tenant_id and (own.mode = 'live' or other.id = own.id)
  where own.id = current_environment();
end;

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy environment_fence on api_keys to assay_app
  using (environment_id in (select managed_environments()))
  with check (environment_id in (select managed_environments()));
create policy system_access on api_keys to assay_system using (true) with check (true);

-- System functions: the only statements that look across environments. ---------------------------

-- A secret of the house, kept sealed; the first proposal stays.
create function system_house_secret(secret_name text, proposal text) returns text
language sql security definer set search_path = public
begin atomic
  insert into house_secrets (name, sealed) values (secret_name, proposal) on conflict do nothing;
  select sealed from house_secrets where name = secret_name;
end;

create function system_find_api_key(hash text)
returns table (
  id uuid, tenant_id uuid, environment_id uuid, mode text, name text, hint text, status text,
  scopes text[], ip_allowlist text[], is_expired boolean, is_grace_over boolean
)
language sql stable security definer set search_path = public
begin atomic
  select k.id, k.tenant_id, k.environment_id, k.mode, k.name, k.hint, k.status, k.scopes, k.ip_allowlist,
    coalesce(k.expires_at <= now(), false), coalesce(k.grace_ends_at <= now(), false)
  from api_keys k
  where k.key_hash = hash;
end;

create function system_touch_api_key(key_id uuid, key_environment_id uuid, ip text) returns void
language sql security definer set search_path = public
begin atomic
  update api_keys set last_used_at = now(), last_used_ip = ip
  where environment_id = key_environment_id and id = key_id
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
end;

-- A tenant with its two environments. Answers whether it was made: `only_first` makes none beside
-- another one, however many processes start at once.
create function system_create_tenant(new_tenant_id uuid, tenant_name text, live_id uuid, test_id uuid, only_first boolean)
returns boolean
language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(7228390452);
  if only_first and exists (select from tenants) then return false; end if;
  insert into tenants (id, name) values (new_tenant_id, tenant_name);
  insert into environments (id, tenant_id, mode) values (live_id, new_tenant_id, 'live'), (test_id, new_tenant_id, 'test');
  return true;
end $$;

create function system_find_environment(wanted uuid) returns table (id uuid, tenant_id uuid, mode text)
language sql stable security definer set search_path = public
begin atomic
  select e.id, e.tenant_id, e.mode from environments e where e.id = wanted;
end;

create function system_find_sibling(wanted_tenant_id uuid, wanted_mode text) returns uuid
language sql stable security definer set search_path = public
begin atomic
  select e.id from environments e where e.tenant_id = wanted_tenant_id and e.mode = wanted_mode;
end;

-- Gives the system functions of a migration to the system role and opens them to the application alone.
create procedure settle_system_functions()
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
  revoke create on schema public from assay_system;
end $$;
call settle_system_functions();
