-- Sign-in and organizations: what the service reads and writes of the tables above the environments.
-- Who may do it is decided by the caller; what must hold between rows is decided here, in one statement.

-- People -------------------------------------------------------------------------------------------

create function system_find_user(of_email text)
returns table (id uuid, email text, name text, password_hash text, status text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.id, u.email, u.name, u.password_hash, u.status
  from users u where lower(u.email) = lower(of_email);
end;

create function system_get_user(of_user uuid)
returns table (
  id uuid, email text, name text, password_hash text, status text, locale text,
  password_changed_at timestamptz, created_at timestamptz, last_login_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.id, u.email, u.name, u.password_hash, u.status, u.locale,
    u.password_changed_at, u.created_at, u.last_login_at
  from users u where u.id = of_user;
end;

-- Everybody, for the command line.
create function system_list_users()
returns table (
  id uuid, email text, name text, status text, created_at timestamptz, last_login_at timestamptz,
  tenant_id uuid, role text
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.id, u.email, u.name, u.status, u.created_at, u.last_login_at, m.tenant_id, m.role
  from users u left join memberships m on m.user_id = u.id and m.removed_at is null
  order by lower(u.email), m.tenant_id;
end;

create function system_insert_user(new_id uuid, new_email text, new_name text, new_hash text)
returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into users (id, email, name, password_hash, password_changed_at)
  values (new_id, new_email, new_name, new_hash, case when new_hash is null then null else now() end);
end;

-- A new password ends every session but the one that set it.
create function system_set_password(of_user uuid, new_hash text, kept_session uuid) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update users set password_hash = new_hash, password_changed_at = now() where users.id = of_user;
  update sessions set revoked_at = now()
  where user_id = of_user and revoked_at is null and sessions.id is distinct from kept_session;
end;

-- The same password in the present form of a hash: nothing ends.
create function system_rehash_password(of_user uuid, old_hash text, new_hash text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update users set password_hash = new_hash where users.id = of_user and password_hash = old_hash;
end;

create function system_update_profile(of_user uuid, new_name text, new_locale text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update users set name = new_name, locale = new_locale where users.id = of_user;
end;

-- Who is disabled has no session left.
create function system_set_user_status(of_user uuid, new_status text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update users set status = new_status where users.id = of_user;
  update sessions set revoked_at = now()
  where user_id = of_user and revoked_at is null and new_status = 'disabled';
end;

-- Organizations ------------------------------------------------------------------------------------

create function system_has_owner() returns boolean
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from memberships where role = 'owner' and removed_at is null);
end;

-- The organization of a first start gets its name and its owner; false where there is an owner.
create function system_set_up(of_tenant uuid, new_name text, of_user uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7228390453);
  if exists (select from memberships where role = 'owner' and removed_at is null) then return false; end if;
  update tenants set name = new_name where id = of_tenant;
  insert into memberships (tenant_id, user_id, role, created_by) values (of_tenant, of_user, 'owner', 'setup');
  return true;
end $$;

create function system_find_tenant(of_tenant uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select t.id, t.name from tenants t where t.id = of_tenant;
end;

create function system_list_memberships(of_user uuid)
returns table (tenant_id uuid, tenant_name text, role text, live_id uuid, test_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.tenant_id, t.name, m.role, live.id, test.id
  from memberships m
  join tenants t on t.id = m.tenant_id
  join environments live on live.tenant_id = t.id and live.mode = 'live'
  join environments test on test.tenant_id = t.id and test.mode = 'test'
  where m.user_id = of_user and m.removed_at is null
  order by m.created_at, m.tenant_id;
end;

create function system_list_members(of_tenant uuid, of_user uuid)
returns table (
  id uuid, email text, name text, role text, status text, has_mfa boolean,
  created_at timestamptz, last_login_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.id, u.email, u.name, m.role, u.status,
    exists (select from mfa_factors f where f.user_id = u.id and f.confirmed_at is not null),
    m.created_at, u.last_login_at
  from memberships m join users u on u.id = m.user_id
  where m.tenant_id = of_tenant and m.removed_at is null and (of_user is null or u.id = of_user)
  order by m.created_at desc, u.id desc;
end;

-- Who was a member before is one again.
create function system_put_membership(of_tenant uuid, of_user uuid, new_role text, made_by text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into memberships (tenant_id, user_id, role, created_by)
  values (of_tenant, of_user, new_role, made_by)
  on conflict (tenant_id, user_id) do update
  set role = excluded.role, created_by = excluded.created_by, created_at = now(), removed_at = null
  where memberships.removed_at is not null;
end;

-- Another role, or none, which ends the membership; false for the last owner, who stays one. The lock
-- on the tenant's owners makes two owners who leave at once one after the other.
create function system_change_membership(of_tenant uuid, of_user uuid, new_role text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(of_tenant::text, 7228390454));
  if new_role is distinct from 'owner'
    and exists (
      select from memberships
      where tenant_id = of_tenant and user_id = of_user and role = 'owner' and removed_at is null)
    and not exists (
      select from memberships m join users u on u.id = m.user_id
      where m.tenant_id = of_tenant and m.user_id <> of_user and m.role = 'owner'
        and m.removed_at is null and u.status = 'active')
  then return false; end if;
  if new_role is null then
    update memberships set removed_at = now()
    where tenant_id = of_tenant and user_id = of_user and removed_at is null;
    update sessions set tenant_id = null, mode = null where user_id = of_user and tenant_id = of_tenant;
  else
    update memberships set role = new_role
    where tenant_id = of_tenant and user_id = of_user and removed_at is null;
  end if;
  return true;
end $$;

-- Invitations --------------------------------------------------------------------------------------

create function system_insert_invitation(
  new_id uuid, of_tenant uuid, new_email text, new_role text, new_hash text, made_by text, seconds integer)
returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into invitations (id, tenant_id, email, role, token_hash, created_by, expires_at)
  values (new_id, of_tenant, new_email, new_role, new_hash, made_by, now() + seconds * interval '1 second');
end;

create function system_list_invitations(of_tenant uuid, of_invitation uuid)
returns table (
  id uuid, email text, role text, status text, created_at timestamptz, expires_at timestamptz,
  accepted_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select i.id, i.email, i.role,
    case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
      when i.expires_at <= now() then 'expired' else 'pending' end,
    i.created_at, i.expires_at, i.accepted_at
  from invitations i
  where i.tenant_id = of_tenant and (of_invitation is null or i.id = of_invitation)
  order by i.created_at desc, i.id desc;
end;

-- An invitation that can be accepted now.
create function system_find_invitation(of_hash text)
returns table (id uuid, tenant_id uuid, tenant_name text, email text, role text, live_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select i.id, i.tenant_id, t.name, i.email, i.role, e.id
  from invitations i
  join tenants t on t.id = i.tenant_id
  join environments e on e.tenant_id = t.id and e.mode = 'live'
  where i.token_hash = of_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
end;

-- Whether this call was the one that used it.
create function system_accept_invitation(of_invitation uuid) returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with used as (
    update invitations set accepted_at = now()
    where id = of_invitation and accepted_at is null and revoked_at is null and expires_at > now()
    returning 1)
  select exists (select from used);
end;

create function system_revoke_invitation(of_tenant uuid, of_invitation uuid) returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    update invitations set revoked_at = now()
    where tenant_id = of_tenant and id = of_invitation and accepted_at is null and revoked_at is null
    returning 1)
  select exists (select from gone);
end;

-- Sessions -----------------------------------------------------------------------------------------

create function system_insert_session(
  new_id uuid, of_user uuid, new_hash text, of_tenant uuid, new_mode text, from_ip text, by_agent text,
  has_mfa boolean)
returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into sessions (id, user_id, secret_hash, tenant_id, mode, ip, user_agent, mfa_at)
  values (new_id, of_user, new_hash, of_tenant, new_mode, from_ip, by_agent,
    case when has_mfa then now() else null end);
  update users set last_login_at = now() where users.id = of_user;
end;

-- A session that holds: neither ended nor idle for half an hour nor older than twelve hours. Reading it
-- says that the person is there, once a minute.
create function system_find_session(of_hash text)
returns table (
  id uuid, user_id uuid, email text, name text, tenant_id uuid, tenant_name text, role text, mode text,
  live_id uuid, needs_mfa boolean, verified_at timestamptz, is_recent boolean, created_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions s set last_seen_at = now()
  where s.secret_hash = of_hash and s.revoked_at is null
    and s.last_seen_at < now() - interval '1 minute' and s.last_seen_at > now() - interval '30 minutes';
  return query
    select s.id, s.user_id, u.email, u.name, m.tenant_id, t.name, m.role, s.mode, e.id,
      s.mfa_at is null
        and exists (select from mfa_factors f where f.user_id = u.id and f.confirmed_at is not null),
      s.verified_at::timestamptz, s.verified_at > now() - interval '10 minutes', s.created_at::timestamptz
    from sessions s
    join users u on u.id = s.user_id and u.status = 'active'
    left join memberships m
      on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.removed_at is null
    left join tenants t on t.id = m.tenant_id
    left join environments e on e.tenant_id = m.tenant_id and e.mode = 'live'
    where s.secret_hash = of_hash and s.revoked_at is null
      and s.last_seen_at > now() - interval '30 minutes' and s.created_at > now() - interval '12 hours';
end $$;

-- Another secret for the same session, since what the old one opened is less than what it opens now.
create function system_raise_session(of_session uuid, new_hash text, by_factor boolean) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update sessions
  set secret_hash = new_hash, verified_at = now(), mfa_at = case when by_factor then now() else mfa_at end
  where id = of_session and revoked_at is null;
end;

-- Whether the person of a session has shown the password or a factor within ten minutes.
create function system_is_recent(of_session uuid, of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (
    select from sessions
    where id = of_session and user_id = of_user and revoked_at is null
      and verified_at > now() - interval '10 minutes');
end;

create function system_mark_mfa(of_session uuid) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update sessions set mfa_at = now() where id = of_session and revoked_at is null;
end;

create function system_choose_tenant(of_session uuid, of_tenant uuid, new_mode text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update sessions set tenant_id = of_tenant, mode = new_mode where id = of_session;
end;

create function system_list_sessions(of_user uuid, of_tenant uuid)
returns table (
  id uuid, user_id uuid, email text, ip text, user_agent text, created_at timestamptz, last_seen_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.id, s.user_id, u.email, s.ip, s.user_agent, s.created_at, s.last_seen_at
  from sessions s join users u on u.id = s.user_id
  where (of_user is null or s.user_id = of_user) and s.revoked_at is null
    and (of_tenant is null or exists (
      select from memberships m
      where m.tenant_id = of_tenant and m.user_id = s.user_id and m.removed_at is null))
    and s.last_seen_at > now() - interval '30 minutes' and s.created_at > now() - interval '12 hours'
  order by s.created_at desc, s.id desc;
end;

-- Ends one session of a person, or all but one; how many there were.
create function system_revoke_sessions(of_user uuid, of_session uuid, kept_session uuid) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    update sessions set revoked_at = now()
    where user_id = of_user and revoked_at is null
      and (of_session is null or id = of_session) and id is distinct from kept_session
    returning 1)
  select count(*) from gone;
end;

-- What nobody can use any more is gone after a month; until then it says who was there.
create function system_purge_sessions(batch integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    delete from sessions s
    using (
      select id from sessions where last_seen_at < now() - interval '30 days'
      order by last_seen_at limit batch for update skip locked
    ) old
    where s.id = old.id
    returning 1)
  select count(*) from gone;
end;

-- Second factors -----------------------------------------------------------------------------------

create function system_list_factors(of_user uuid)
returns table (
  id uuid, kind text, name text, secret_sealed text, passkey jsonb, last_counter bigint,
  created_at timestamptz, confirmed_at timestamptz, last_used_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select f.id, f.kind, f.name, f.secret_sealed, f.passkey, f.last_counter,
    f.created_at, f.confirmed_at, f.last_used_at
  from mfa_factors f where f.user_id = of_user order by f.created_at, f.id;
end;

create function system_find_passkey(credential text)
returns table (user_id uuid, id uuid, passkey jsonb)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select f.user_id, f.id, f.passkey
  from mfa_factors f join users u on u.id = f.user_id and u.status = 'active'
  where f.kind = 'passkey' and f.passkey ->> 'id' = credential;
end;
create unique index mfa_factors_by_passkey on mfa_factors ((passkey ->> 'id')) where passkey is not null;

-- A generator whose first code was never shown gives way to the next.
create function system_insert_factor(
  of_user uuid, new_id uuid, new_kind text, new_name text, new_secret text, new_passkey jsonb)
returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  delete from mfa_factors where user_id = of_user and confirmed_at is null;
  insert into mfa_factors (user_id, id, kind, name, secret_sealed, passkey, confirmed_at)
  values (of_user, new_id, new_kind, new_name, new_secret, new_passkey,
    case when new_kind = 'passkey' then now() else null end);
end;

-- Takes a step of a generator; false when it, or a later one, was taken before.
create function system_take_step(of_user uuid, of_factor uuid, step bigint) returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with taken as (
    update mfa_factors
    set last_counter = step, last_used_at = now(), confirmed_at = coalesce(confirmed_at, now())
    where user_id = of_user and id = of_factor and (last_counter is null or last_counter < step)
    returning 1)
  select exists (select from taken);
end;

create function system_use_passkey(of_user uuid, of_factor uuid, counter bigint) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  update mfa_factors set passkey = passkey || jsonb_build_object('counter', counter), last_used_at = now()
  where user_id = of_user and id = of_factor;
end;

-- Without a factor the recovery codes open nothing, so they go with the last one.
create function system_delete_factor(of_user uuid, of_factor uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mfa_factors where user_id = of_user and id = of_factor;
  if not found then return false; end if;
  delete from recovery_codes where user_id = of_user
    and not exists (select from mfa_factors f where f.user_id = of_user and f.confirmed_at is not null);
  return true;
end $$;

create function system_replace_recovery_codes(of_user uuid, new_hashes text[]) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  delete from recovery_codes where user_id = of_user;
  insert into recovery_codes (user_id, hash) select of_user, unnest(new_hashes);
end;

create function system_use_recovery_code(of_user uuid, of_hash text) returns boolean
language sql security definer set search_path = public, pg_temp
begin atomic
  with used as (
    update recovery_codes set used_at = now() where user_id = of_user and hash = of_hash and used_at is null
    returning 1)
  select exists (select from used);
end;

create function system_count_recovery_codes(of_user uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*) from recovery_codes where user_id = of_user and used_at is null;
end;

grant update on tenants to assay_system;

call settle_system_functions();
