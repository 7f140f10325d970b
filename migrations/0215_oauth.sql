-- The OAuth 2.1 server: what a person granted to a program, and the records of the protocol. Both stand
-- above the environments, since a person may belong to several organizations.

create table oauth_grants (
  id uuid primary key,
  user_id uuid not null references users (id),
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('live', 'test')),
  client_id text not null,
  client_name text not null,
  -- Where the program waits, as it was shown to the person.
  redirect_host text not null,
  scopes text[] not null,
  -- The session in which it was granted: a code of it is worth nothing after a sign-out.
  session_id uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index oauth_grants_by_tenant on oauth_grants (tenant_id, created_at desc, id desc);
create index oauth_grants_by_user on oauth_grants (user_id, tenant_id);

-- Clients, codes, refresh tokens and the like, found by a keyed hash of what opens them.
create table oauth_records (
  kind text not null,
  id_hash text not null,
  grant_id uuid,
  uid_hash text,
  payload_sealed text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  primary key (kind, id_hash)
);
create index oauth_records_by_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_by_uid on oauth_records (kind, uid_hash) where uid_hash is not null;
create index oauth_records_by_age on oauth_records (expires_at) where expires_at is not null;

grant select, insert, update, delete on oauth_grants, oauth_records to assay_system;

-- Records ------------------------------------------------------------------------------------------

-- Writes a record, unless its grant has ended meanwhile; returns whether it did.
create function system_put_oauth_record(
  of_kind text, of_hash text, of_grant uuid, of_uid text, sealed text, seconds integer)
returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with written as (
    insert into oauth_records as r (kind, id_hash, grant_id, uid_hash, payload_sealed, expires_at)
    select of_kind, of_hash, of_grant, of_uid, sealed, now() + seconds * interval '1 second'
    where of_grant is null
      or not exists (select from oauth_grants g where g.id = of_grant and g.revoked_at is not null)
    on conflict (kind, id_hash) do update
    set grant_id = excluded.grant_id, uid_hash = excluded.uid_hash,
      payload_sealed = excluded.payload_sealed, expires_at = excluded.expires_at
    returning 1)
  select exists (select from written);
end;

create function system_find_oauth_record(of_kind text, of_hash text, of_uid text)
returns table (id_hash text, sealed text, is_consumed boolean)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select r.id_hash, r.payload_sealed, r.consumed_at is not null
  from oauth_records r
  where r.kind = of_kind and (r.id_hash = of_hash or r.uid_hash = of_uid)
    and (r.expires_at is null or r.expires_at > now())
  limit 1;
end;

-- Uses up a record; false for the second of two who try.
create function system_consume_oauth_record(of_kind text, of_hash text) returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with used as (
    update oauth_records r set consumed_at = now()
    where r.kind = of_kind and r.id_hash = of_hash and r.consumed_at is null
    returning 1)
  select exists (select from used);
end;

create function system_delete_oauth_record(of_kind text, of_hash text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  delete from oauth_records r where r.kind = of_kind and r.id_hash = of_hash;
end;

-- What has expired, and grants that ended a month ago.
create function system_purge_oauth(batch integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    delete from oauth_records r
    using (
      select kind, id_hash from oauth_records where expires_at < now() - interval '1 hour'
      order by expires_at limit batch for update skip locked
    ) old
    where r.kind = old.kind and r.id_hash = old.id_hash
    returning 1),
  ended as (
    delete from oauth_grants g
    where coalesce(g.revoked_at, g.expires_at) < now() - interval '30 days'
    returning 1)
  select (select count(*) from gone) + (select count(*) from ended);
end;

create function system_count_oauth_clients() returns bigint
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*) from oauth_records r where r.kind = 'Client' and r.expires_at > now();
end;

-- A client that is used stays.
create function system_keep_oauth_client(of_hash text, days integer) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update oauth_records r set expires_at = now() + days * interval '1 day'
  where r.kind = 'Client' and r.id_hash = of_hash;
end;

-- Grants -------------------------------------------------------------------------------------------

-- A grant of a member; false where the person is none, or the session is over.
create function system_insert_oauth_grant(
  new_id uuid, of_user uuid, of_tenant uuid, of_mode text, of_client text, of_client_name text,
  of_host text, granted text[], of_session uuid, days integer)
returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with made as (
    insert into oauth_grants (id, user_id, tenant_id, mode, client_id, client_name, redirect_host, scopes,
      session_id, expires_at)
    select new_id, u.id, m.tenant_id, of_mode, of_client, of_client_name, of_host, granted, s.id,
      now() + days * interval '1 day'
    from users u
    join memberships m on m.user_id = u.id and m.tenant_id = of_tenant and m.removed_at is null
    join sessions s on s.id = of_session and s.user_id = u.id and s.revoked_at is null
    where u.id = of_user and u.status = 'active'
    returning 1)
  select exists (select from made);
end;

-- Who a grant acts for now; nothing for one that has ended, or whose person or membership has. A code
-- must come from a session that is still open.
create function system_find_oauth_grant(of_grant uuid, is_of_code boolean)
returns table (user_id uuid, tenant_id uuid, mode text, client_name text, scopes text[], role text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select g.user_id, g.tenant_id, g.mode, g.client_name, g.scopes, m.role
  from oauth_grants g
  join users u on u.id = g.user_id and u.status = 'active'
  join memberships m on m.user_id = g.user_id and m.tenant_id = g.tenant_id and m.removed_at is null
  where g.id = of_grant and g.revoked_at is null and g.expires_at > now()
    and (not is_of_code
      or exists (select from sessions s where s.id = g.session_id and s.revoked_at is null));
end;

-- Ends a grant with everything that was issued under it; by its person, or by who manages the team.
-- Returns whether there was one that had not ended.
create function system_end_oauth_grant(of_grant uuid, of_tenant uuid, of_user uuid) returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with ended as (
    update oauth_grants g set revoked_at = now()
    where g.id = of_grant and g.revoked_at is null
      and (of_tenant is null or g.tenant_id = of_tenant) and (of_user is null or g.user_id = of_user)
    returning g.id),
  tokens as (
    update access_tokens t set revoked_at = now()
    from ended where t.credential_id = ended.id and t.revoked_at is null
    returning 1),
  records as (
    delete from oauth_records r using ended where r.grant_id = ended.id
    returning 1)
  select exists (select from ended) and (select count(*) from tokens) >= 0
    and (select count(*) from records) >= 0;
end;

-- The programs that act now in an organization: of one person, or of all.
create function system_list_oauth_grants(of_tenant uuid, of_user uuid)
returns table (
  id uuid, user_id uuid, user_name text, client_id text, client_name text, redirect_host text, mode text,
  scopes text[], created_at timestamptz, expires_at timestamptz, last_used_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select g.id, g.user_id, u.name, g.client_id, g.client_name, g.redirect_host, g.mode, g.scopes,
    g.created_at, g.expires_at, g.last_used_at
  from oauth_grants g join users u on u.id = g.user_id
  where g.tenant_id = of_tenant and (of_user is null or g.user_id = of_user)
    and g.revoked_at is null and g.expires_at > now()
  order by g.created_at desc, g.id desc;
end;

create function system_touch_oauth_grant(of_grant uuid) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update oauth_grants g set last_used_at = now()
  where g.id = of_grant and (g.last_used_at is null or g.last_used_at < now() - interval '1 minute');
end;

-- Names of the sessions and grants of an organization, by which usage lists them.
create function system_credential_names(of_tenant uuid, ids uuid[])
returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.id, u.name from sessions s join users u on u.id = s.user_id
  join memberships m on m.user_id = u.id and m.tenant_id = of_tenant
  where s.id = any (ids)
  union all
  select g.id, g.client_name from oauth_grants g
  where g.tenant_id = of_tenant and g.id = any (ids);
end;

-- Sealed values above the environments: the records too --------------------------------------------

create or replace function system_house_values(target text, writer text, after_ids text[], batch integer)
returns table (ids text[], sealed text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select held.ids, held.sealed from (
    select 'mfa_factors.secret_sealed' as name, array[f.user_id::text, f.id::text] as ids, f.secret_sealed as sealed
    from mfa_factors f where f.secret_sealed is not null
    union all
    select 'oauth_records.payload_sealed', array[r.kind, r.id_hash], r.payload_sealed from oauth_records r
  ) held
  where held.name = target and (after_ids is null or held.ids > after_ids)
    and (writer is null or split_part(held.sealed, '.', 2) <> writer)
  order by held.ids
  limit batch;
end;

create or replace function system_count_house_values() returns table (kid text, count bigint)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select split_part(held.sealed, '.', 2), count(*) from (
    select f.secret_sealed as sealed from mfa_factors f where f.secret_sealed is not null
    union all
    select r.payload_sealed from oauth_records r
  ) held
  group by 1;
end;

create or replace function system_reseal_house_value(target text, of_ids text[], before text, after text)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if target = 'mfa_factors.secret_sealed' then
    update mfa_factors set secret_sealed = after
    where user_id = of_ids[1]::uuid and id = of_ids[2]::uuid and secret_sealed = before;
  elsif target = 'oauth_records.payload_sealed' then
    update oauth_records set payload_sealed = after
    where kind = of_ids[1] and id_hash = of_ids[2] and payload_sealed = before;
  else
    raise exception '% is no sealed column above the environments', target;
  end if;
end $$;

call settle_system_functions();
