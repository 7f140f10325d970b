-- People of a broker are invited for one, and a person's factors can be taken back for them. What the last
-- release calls keeps its form: the broker is the last argument, and may be left out. What names the
-- broker of a membership, a column that an empty database gets by 0222, is looked up when it runs.

alter table invitations add column broker_id uuid;

drop function system_insert_invitation(uuid, uuid, text, text, text, text, integer);
create function system_insert_invitation(
  new_id uuid, of_tenant uuid, new_email text, new_role text, new_hash text, made_by text, seconds integer,
  of_broker uuid default null)
returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into invitations (id, tenant_id, email, role, broker_id, token_hash, created_by, expires_at)
  values (new_id, of_tenant, new_email, new_role, of_broker, new_hash, made_by,
    now() + seconds * interval '1 second');
end;

drop function system_list_invitations(uuid, uuid);
create function system_list_invitations(of_tenant uuid, of_invitation uuid)
returns table (
  id uuid, email text, role text, broker_id uuid, status text, created_at timestamptz,
  expires_at timestamptz, accepted_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select i.id, i.email, i.role, i.broker_id,
    case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
      when i.expires_at <= now() then 'expired' else 'pending' end,
    i.created_at, i.expires_at, i.accepted_at
  from invitations i
  where i.tenant_id = of_tenant and (of_invitation is null or i.id = of_invitation)
  order by i.created_at desc, i.id desc;
end;

drop function system_find_invitation(text);
create function system_find_invitation(of_hash text)
returns table (
  id uuid, tenant_id uuid, tenant_name text, email text, role text, broker_id uuid, live_id uuid
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select i.id, i.tenant_id, t.name, i.email, i.role, i.broker_id, e.id
  from invitations i
  join tenants t on t.id = i.tenant_id
  join environments e on e.tenant_id = t.id and e.mode = 'live'
  where i.token_hash = of_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
end;

drop function system_list_members(uuid, uuid);
create function system_list_members(of_tenant uuid, of_user uuid)
returns table (
  id uuid, email text, name text, role text, broker_id uuid, status text, has_mfa boolean,
  created_at timestamptz, last_login_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select u.id, u.email, u.name, m.role, m.broker_id, u.status,
      exists (select from mfa_factors f where f.user_id = u.id and f.confirmed_at is not null),
      m.created_at::timestamptz, u.last_login_at::timestamptz
    from memberships m join users u on u.id = m.user_id
    where m.tenant_id = of_tenant and m.removed_at is null and (of_user is null or u.id = of_user)
    order by m.created_at desc, u.id desc;
end $$;

-- Who was a member before is one again.
drop function system_put_membership(uuid, uuid, text, text);
create function system_put_membership(
  of_tenant uuid, of_user uuid, new_role text, made_by text, of_broker uuid default null)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into memberships (tenant_id, user_id, role, broker_id, created_by)
  values (of_tenant, of_user, new_role, of_broker, made_by)
  on conflict (tenant_id, user_id) do update
  set role = excluded.role, broker_id = excluded.broker_id, created_by = excluded.created_by,
    created_at = now(), removed_at = null
  where memberships.removed_at is not null;
end $$;

-- Another role, or none, which ends the membership; false for the last owner, who stays one. The lock
-- on the tenant's owners makes two owners who leave at once one after the other.
drop function system_change_membership(uuid, uuid, text);
create function system_change_membership(
  of_tenant uuid, of_user uuid, new_role text, of_broker uuid default null)
returns boolean
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
    update memberships set role = new_role, broker_id = of_broker
    where tenant_id = of_tenant and user_id = of_user and removed_at is null;
  end if;
  return true;
end $$;

-- For a person who has lost every factor: the password alone opens the account then, and nothing that was
-- open stays so. Returns how many factors there were.
create function system_reset_factors(of_user uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  delete from mfa_factors where user_id = of_user;
  get diagnostics gone = row_count;
  if gone = 0 then return 0; end if;
  delete from recovery_codes where user_id = of_user;
  update sessions set revoked_at = now() where user_id = of_user and revoked_at is null;
  return gone;
end $$;

call settle_system_functions();
