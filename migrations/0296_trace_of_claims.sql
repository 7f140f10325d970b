-- The trace of a job, in a snapshot of its own: a claim finds jobs that were added after its statement
-- began, and that statement alone does not see them.
create function system_trace_of_job(of_environment uuid, of_job uuid) returns text
language sql volatile security definer set search_path = public
begin atomic
  select j.traceparent from jobs j where j.environment_id = of_environment and j.id = of_job;
end;

create or replace function system_claim_traced_jobs(
  kinds text[], wanted integer, lease interval, per_environment integer, per_lane integer)
returns table (environment_id uuid, id uuid, kind text, payload jsonb, lane text, fence bigint, attempt integer, tenant_id uuid, mode text, traceparent text)
language sql security definer set search_path = public
begin atomic
  select claimed.*, system_trace_of_job(claimed.environment_id, claimed.id)
  from system_claim_jobs(kinds, wanted, lease, per_environment, per_lane) as claimed;
end;
call settle_system_functions();
