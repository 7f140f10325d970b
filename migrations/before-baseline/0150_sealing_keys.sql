-- Which keys values are sealed with, so that a ring without one of them is refused at start.

create table sealing_keys (
  kid text primary key,
  -- A known text under this key: tells another key of the same name. Null until it was seen at work.
  proof text,
  first_used_at timestamptz(3) not null default now(),
  -- A process that seals with this key says so every minute.
  written_at timestamptz(3)
);
grant select, insert, update, delete on sealing_keys to assay_system;
grant update on house_secrets to assay_system;

alter table accounts add column routing_sealed text;
-- Empty once the numbers are sealed, so that looking for more costs nothing.
create index accounts_plain on accounts (environment_id) where routing_number is not null;

insert into sealing_keys (kid)
select distinct split_part(sealed, '.', 2) from (
  select sealed from house_secrets
  union all select body from idempotency_keys where state = 'done'
  union all select wrapped_key from documents
  union all select password_sealed from documents
  union all select wrapped_key from logos
  union all select ein_sealed from submissions
  union all select owners_sealed from submissions
  union all select value_sealed from attribute_overrides
  union all select identity_sealed from attribute_overrides
  union all select secret_sealed from webhooks
  union all select next_secret_sealed from webhooks
  union all select headers_sealed from webhooks
  union all select content_sealed from document_readings
  union all select change_sealed from reading_patches
  union all select number_sealed from accounts
  union all select value ->> 'sealed' from statement_overrides where jsonb_typeof(value) = 'object'
  union all select read_value ->> 'sealed' from statement_overrides where jsonb_typeof(read_value) = 'object'
) as stored (sealed)
where sealed like 'v1.%';

create function system_sealing_keys()
returns table (kid text, proof text, first_used_at timestamptz, is_writing boolean)
language sql stable security definer set search_path = public
begin atomic
  select k.kid, k.proof, k.first_used_at, coalesce(k.written_at > now() - interval '3 minutes', false)
  from sealing_keys k order by k.first_used_at, k.kid;
end;

create function system_keep_sealing_key(key_id text, key_proof text, writes boolean) returns void
language sql security definer set search_path = public
begin atomic
  insert into sealing_keys as k (kid, proof, written_at)
  values (key_id, key_proof, case when writes then now() end)
  on conflict (kid) do update
  set proof = coalesce(k.proof, excluded.proof), written_at = coalesce(excluded.written_at, k.written_at);
end;

create function system_forget_sealing_key(key_id text) returns void
language sql security definer set search_path = public
begin atomic
  delete from sealing_keys where kid = key_id;
end;

create function system_house_secrets() returns table (name text, sealed text)
language sql stable security definer set search_path = public
begin atomic
  select s.name, s.sealed from house_secrets s order by s.name;
end;

create function system_reseal_house_secret(secret_name text, before text, after text) returns void
language sql security definer set search_path = public
begin atomic
  update house_secrets set sealed = after where name = secret_name and sealed = before;
end;

-- Environments with values that wait to be sealed.
create function system_plain_environments() returns setof uuid
language sql stable security definer set search_path = public
begin atomic
  select distinct environment_id from accounts where routing_number is not null;
end;

call settle_system_functions();
