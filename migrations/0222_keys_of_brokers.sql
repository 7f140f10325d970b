-- A key of a broker is an ordinary one with fixed scopes. It names its broker without a foreign key,
-- because the keys stand on every node of a spread database and the brokers on one.

alter table api_keys add column broker_id uuid;
create index api_keys_by_broker on api_keys (environment_id, broker_id) where broker_id is not null;

-- What system_find_api_key returns, which the last release reads, with the broker.
create function system_find_key(hash text)
returns table (
  id uuid, tenant_id uuid, environment_id uuid, mode text, name text, hint text, status text,
  scopes text[], ip_allowlist text[], is_expired boolean, is_grace_over boolean, broker_id uuid
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select k.id, k.tenant_id, k.environment_id, k.mode, k.name, k.hint, k.status, k.scopes, k.ip_allowlist,
    coalesce(k.expires_at <= now(), false), coalesce(k.grace_ends_at <= now(), false), k.broker_id
  from api_keys k
  where k.key_hash = hash;
end;

-- A person with the role of a broker acts for one, in the mode in which that is.
alter table memberships add column broker_id uuid;

drop function system_find_access_token(text);
create function system_find_access_token(token_hash text)
returns table (
  kind text, credential_id uuid, user_id uuid, user_name text, tenant_id uuid, environment_id uuid,
  mode text, hint text, scopes text[], client_id text, client_name text, role text, broker_id uuid,
  is_expired boolean, is_revoked boolean
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select t.kind, t.credential_id, t.user_id, u.name, t.tenant_id, t.environment_id,
    t.mode, t.hint, t.scopes, t.client_id, t.client_name, m.role, m.broker_id,
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
call settle_system_functions();
