-- The audit log under a key that the database does not have: each entry is signed by the process
-- that writes it, each link and each head by the sealer. The chain is made anew, once, because its
-- text now has every column.

alter table audit_log add column seal text;
alter table audit_heads add column seal text;

update audit_log set sequence = null, hash = null, previous_hash = null;
delete from audit_heads;

-- The application adds entries; their place in the chain is not its to say.
do $$
declare
  part regclass;
begin
  for part in select 'audit_log'::regclass union all select inhrelid from pg_inherits where inhparent = 'audit_log'::regclass
  loop
    execute format('revoke insert on %s from assay_app', part);
    continue when part <> 'audit_log'::regclass;
    execute format('grant insert (environment_id, id, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent,
      action, resource_type, resource_id, submission_id, summary, changes, request_id, seal) on %s to assay_app', part);
  end loop;
end $$;

-- The same for the partitions to come.
create or replace procedure make_partitions()
language plpgsql as $$
declare
  month date;
  part text;
begin
  for month in select generate_series(date_trunc('month', now()), now() + interval '3 months', '1 month')::date
  loop
    part := 'audit_log_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(part) is not null;
    begin
      execute format('create table %I partition of audit_log for values from (%L) to (%L)',
        part, month, month + interval '1 month');
      execute format('call fence(%L)', part);
      -- Entries are written through their parent.
      execute format('revoke insert, update, delete on %I from assay_app', part);
    -- The month already has rows in the default partition: they stay there.
    exception when check_violation then null;
    end;
  end loop;
end $$;

-- The bytes that are chained: every column. jsonb prints its keys in one order.
create or replace function audit_text(entry audit_log) returns text
language sql stable
return jsonb_build_array(
  entry.at, entry.environment_id, entry.id, entry.actor_type, entry.actor_id, entry.actor_name, entry.api_key_hint,
  entry.ip, entry.user_agent, entry.action, entry.resource_type, entry.resource_id, entry.submission_id,
  entry.summary, entry.changes, entry.request_id)::text;

-- Processes of the version before would chain without signing; they leave it to the new ones.
create or replace function system_seal_audit(wanted uuid) returns bigint
language sql security definer set search_path = public
begin atomic
  select 0::bigint;
end;

-- Takes the head of an environment's chain for this transaction. Entries without a signature are
-- those of the version before, in an environment that this one has not chained yet, and for the
-- hour in which processes of both may run.
create function system_take_audit_head(wanted uuid)
returns table (sequence bigint, hash text, seal text, is_adopting boolean)
language plpgsql security definer set search_path = public as $$
begin
  insert into audit_heads (environment_id, sequence, hash) values (wanted, 0, '') on conflict do nothing;
  perform from audit_heads h where h.environment_id = wanted for update;
  return query
    select h.sequence, h.hash, h.seal, h.seal is null or exists (
      select from migrations where name = '0151_audit_seals.sql' and applied_at > now() - interval '1 hour')
    from audit_heads h where h.environment_id = wanted;
end $$;
grant select on migrations to assay_system;

-- Puts entries, oldest first, behind the head that this transaction has taken.
create function system_chain_audit(wanted uuid, links jsonb, head_seal text) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  chained bigint;
begin
  update audit_log a
  set sequence = l.sequence, previous_hash = l.previous_hash, hash = l.hash, seal = l.seal
  from jsonb_to_recordset(links) as l (at timestamptz(3), id uuid, sequence bigint, previous_hash text, hash text, seal text)
  where a.environment_id = wanted and a.at = l.at and a.id = l.id and a.sequence is null;
  get diagnostics chained = row_count;
  update audit_heads h
  set sequence = h.sequence + chained, hash = links -> -1 ->> 'hash', seal = head_seal
  where h.environment_id = wanted;
  return chained;
end $$;

create function system_audit_heads() returns table (environment_id uuid, sequence bigint, hash text, seal text)
language sql stable security definer set search_path = public
begin atomic
  select h.environment_id, h.sequence, h.hash, h.seal from audit_heads h order by h.environment_id;
end;

call settle_system_functions();
