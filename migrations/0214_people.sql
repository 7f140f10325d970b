-- People, and the tokens with which they and their programs act. A person may belong to several
-- tenants, which are the organizations, so these tables stand above the environments: the application
-- reaches them by named functions alone. What a person keeps in one environment is fenced like the rest.

create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 255),
  -- Null until the person has chosen one.
  password_hash text,
  password_changed_at timestamptz(3),
  status text not null default 'active' check (status in ('active', 'disabled')),
  locale text,
  created_at timestamptz(3) not null default now(),
  last_login_at timestamptz(3)
);
-- An address is the same in every spelling of its letters.
create unique index users_email_key on users (lower(email));

create table memberships (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'underwriter', 'analyst', 'developer', 'broker')),
  created_by text,
  created_at timestamptz(3) not null default now(),
  -- Kept, so that the log can name who acted; who comes back is a member again.
  removed_at timestamptz(3),
  primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id);

create table invitations (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  email text not null check (length(email) between 3 and 254),
  role text not null check (role in ('owner', 'admin', 'underwriter', 'analyst', 'developer', 'broker')),
  token_hash text not null unique,
  created_by text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index invitations_by_tenant on invitations (tenant_id, created_at desc, id desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  secret_hash text not null unique,
  -- The organization and the mode that the person works in; null until they are chosen.
  tenant_id uuid references tenants (id),
  mode text check (mode in ('live', 'test')),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  ip text,
  user_agent text,
  -- When the second factor was shown; null where there was none.
  mfa_at timestamptz(3),
  -- When the person last showed the password or a factor.
  verified_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);
create index sessions_by_user on sessions (user_id, created_at desc, id desc);
create index sessions_by_age on sessions (last_seen_at);

create table mfa_factors (
  user_id uuid not null references users (id),
  id uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (length(name) between 1 and 255),
  -- Of a one-time code generator.
  secret_sealed text,
  -- Of a passkey: its id, public key, counter and transports.
  passkey jsonb,
  -- The last step of a one-time code that was taken: none is taken twice.
  last_counter bigint,
  created_at timestamptz(3) not null default now(),
  -- Null until the first code of it was shown.
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (user_id, id),
  check ((kind = 'totp') = (secret_sealed is not null) and (kind = 'passkey') = (passkey is not null))
);

create table recovery_codes (
  user_id uuid not null references users (id),
  hash text not null,
  used_at timestamptz(3),
  primary key (user_id, hash)
);

-- What a person or a program presents at the door: of a session of the web interface, or of a grant
-- that the person gave to a program.
create table access_tokens (
  hash text primary key,
  kind text not null check (kind in ('session', 'grant')),
  -- The session or the grant.
  credential_id uuid not null,
  user_id uuid not null references users (id),
  tenant_id uuid not null references tenants (id),
  environment_id uuid not null references environments (id),
  mode text not null check (mode in ('live', 'test')),
  hint text not null,
  -- As they were requested; the role of the membership decides what they come to.
  scopes text[] not null,
  client_id text,
  client_name text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index access_tokens_by_credential on access_tokens (credential_id);
create index access_tokens_by_user on access_tokens (user_id, tenant_id);
create index access_tokens_by_age on access_tokens (expires_at);

grant select, insert, update, delete
on users, memberships, invitations, sessions, mfa_factors, recovery_codes, access_tokens
to assay_system;

-- The layout of a person's pages in one environment; that of its keys stays in `layouts`.
create table user_layouts (
  environment_id uuid not null references environments (id),
  user_id uuid not null references users (id),
  version integer not null,
  -- Plain json keeps the order of fields as it was sent.
  body json not null,
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, user_id)
);
call fence('user_layouts');

-- Tokens at the door -------------------------------------------------------------------------------

-- A token with what decides whether it is good now: the person, the membership, the session.
create function system_find_access_token(token_hash text)
returns table (
  kind text, credential_id uuid, user_id uuid, user_name text, tenant_id uuid, environment_id uuid,
  mode text, hint text, scopes text[], client_id text, client_name text, role text,
  is_expired boolean, is_revoked boolean
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select t.kind, t.credential_id, t.user_id, u.name, t.tenant_id, t.environment_id,
    t.mode, t.hint, t.scopes, t.client_id, t.client_name, m.role,
    t.expires_at <= now(),
    t.revoked_at is not null or u.status <> 'active' or m.user_id is null
      or (t.kind = 'session' and not exists (
        select from sessions s where s.id = t.credential_id and s.revoked_at is null))
  from access_tokens t
  join users u on u.id = t.user_id
  left join memberships m
    on m.tenant_id = t.tenant_id and m.user_id = t.user_id and m.removed_at is null
  where t.hash = token_hash;
end;

-- A new token for a person in one mode of an organization; how long it lives is the database's clock.
-- Returns null, and makes none, for who is no member of it.
create function system_insert_access_token(
  token_hash text, token_kind text, of_credential uuid, of_user uuid, of_tenant uuid, of_mode text,
  token_hint text, wanted_scopes text[], of_client text, of_client_name text, seconds integer)
returns timestamptz
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into access_tokens (hash, kind, credential_id, user_id, tenant_id, environment_id, mode, hint,
    scopes, client_id, client_name, expires_at)
  select token_hash, token_kind, of_credential, u.id, m.tenant_id, e.id, e.mode, token_hint,
    wanted_scopes, of_client, of_client_name, now() + seconds * interval '1 second'
  from users u
  join memberships m on m.user_id = u.id and m.tenant_id = of_tenant and m.removed_at is null
  join environments e on e.tenant_id = m.tenant_id and e.mode = of_mode
  where u.id = of_user and u.status = 'active'
  returning expires_at;
end;

-- Ends the tokens of a session or a grant; one token where its hash is given.
create function system_revoke_access_tokens(of_credential uuid, token_hash text) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    update access_tokens t set revoked_at = now()
    where t.credential_id = of_credential and t.revoked_at is null
      and (token_hash is null or t.hash = token_hash)
    returning 1)
  select count(*) from gone;
end;

-- Ended tokens stay for a day, so that whoever sends one learns why it is refused.
create function system_purge_access_tokens(batch integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    delete from access_tokens t
    using (
      select hash from access_tokens where expires_at < now() - interval '1 day'
      order by expires_at limit batch for update skip locked
    ) old
    where t.hash = old.hash
    returning 1)
  select count(*) from gone;
end;

-- Sealed values above the environments -------------------------------------------------------------

-- The sealed values of a column above the environments, in the order of their ids, behind the given
-- ones; those that the writing key sealed are left out where it is given.
create function system_house_values(target text, writer text, after_ids text[], batch integer)
returns table (ids text[], sealed text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select held.ids, held.sealed from (
    select 'mfa_factors.secret_sealed' as name, array[f.user_id::text, f.id::text] as ids, f.secret_sealed as sealed
    from mfa_factors f where f.secret_sealed is not null
  ) held
  where held.name = target and (after_ids is null or held.ids > after_ids)
    and (writer is null or split_part(held.sealed, '.', 2) <> writer)
  order by held.ids
  limit batch;
end;

create function system_count_house_values() returns table (kid text, count bigint)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select split_part(f.secret_sealed, '.', 2), count(*) from mfa_factors f
  where f.secret_sealed is not null group by 1;
end;

-- Writes a value sealed anew, unless it has changed meanwhile.
create function system_reseal_house_value(target text, of_ids text[], before text, after text)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if target = 'mfa_factors.secret_sealed' then
    update mfa_factors set secret_sealed = after
    where user_id = of_ids[1]::uuid and id = of_ids[2]::uuid and secret_sealed = before;
  else
    raise exception '% is no sealed column above the environments', target;
  end if;
end $$;

-- Whose calls they are: `api_key`, or what else acts. The column of the key has its id.
alter table usage_calls add column credential_kind text not null default 'api_key';
alter table request_log add column credential_kind text not null default 'api_key';

call settle_system_functions();
