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
call settle_system_functions();
