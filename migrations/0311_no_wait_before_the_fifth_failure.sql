-- An account that need not wait had its last failure as the end of a wait. A trial that had begun before
-- that failure was noted saw an end in its future, and was refused.
create or replace function system_note_failure(of_subject text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  failures integer;
  wait interval;
begin
  insert into attempts as a (subject, count, expires_at)
  values (of_subject, 1, now() + interval '15 minutes')
  on conflict (subject) do update
  set count = case when a.expires_at <= now() then 1 else a.count + 1 end
  returning a.count into failures;
  if failures >= 5 then
    wait := least(interval '30 seconds' * 2 ^ least(failures - 5, 10), interval '15 minutes');
  end if;
  update attempts
  set waits_until = now() + wait,
    expires_at = now() + coalesce(wait, interval '0') + interval '15 minutes'
  where subject = of_subject;
end $$;

call settle_system_functions();
