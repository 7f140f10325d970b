-- Where the chain of an environment begins: the last entry that went because it was older than its
-- tenant keeps entries, signed as the end of the chain is. Null as long as none went.
alter table audit_heads
  add column base_sequence bigint,
  add column base_hash text,
  add column base_seal text;

-- Removes the entries up to the base, and notes it; 0 where the chain begins behind it already. A base
-- that was not signed with the key is found by every later check, as the entries before it are then.
create function system_cut_audit(wanted uuid, cut_sequence bigint, cut_hash text, cut_seal text)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint;
begin
  perform from audit_heads h where h.environment_id = wanted for update;
  update audit_heads h
  set base_sequence = cut_sequence, base_hash = cut_hash, base_seal = cut_seal
  where h.environment_id = wanted and cut_sequence <= h.sequence
    and cut_sequence > coalesce(h.base_sequence, 0);
  if not found then
    return 0;
  end if;
  delete from audit_log a where a.environment_id = wanted and a.sequence <= cut_sequence;
  get diagnostics removed = row_count;
  return removed;
end $$;
call settle_system_functions();
