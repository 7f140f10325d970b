-- How often something was tried, by every process that serves the API: trials of passwords and codes by
-- an address or of an account, registrations of programs, and challenges of passkeys, of which one is
-- taken once. A subject is a keyed hash: who reads the table learns no address of a person or a machine.

create table attempts (
  subject text primary key,
  count integer not null,
  -- Until then an account with too many failures is refused.
  waits_until timestamptz(3),
  -- From then on it counts anew.
  expires_at timestamptz(3) not null
);
create index attempts_by_age on attempts (expires_at);

grant select, insert, update, delete on attempts to assay_system;

-- Counts one more within so many seconds of the first; the count, and after how long it begins anew.
create function system_count_attempt(of_subject text, seconds integer)
returns table (count integer, left_ms integer)
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into attempts as a (subject, count, expires_at)
  values (of_subject, 1, now() + seconds * interval '1 second')
  on conflict (subject) do update
  set count = case when a.expires_at <= now() then 1 else a.count + 1 end,
    expires_at = case when a.expires_at <= now() then excluded.expires_at else a.expires_at end
  returning a.count, (extract(epoch from a.expires_at - now()) * 1000)::integer;
end;

-- How long an account must wait after its failures; 0 for one that need not.
create function system_find_wait(of_subject text) returns integer
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce((
    select greatest(extract(epoch from a.waits_until - now()) * 1000, 0)::integer
    from attempts a where a.subject = of_subject and a.waits_until is not null), 0);
end;

-- A failure of an account: half a minute after the fifth, twice as long after each further one, up to a
-- quarter of an hour. All are forgotten a quarter of an hour after the last wait.
create function system_note_failure(of_subject text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  failures integer;
  wait interval := interval '0';
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
  set waits_until = now() + wait, expires_at = now() + wait + interval '15 minutes'
  where subject = of_subject;
end $$;

create function system_forget_attempts(of_subject text) returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  delete from attempts where subject = of_subject;
end;

create function system_purge_attempts(batch integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    delete from attempts a
    using (
      select subject from attempts where expires_at < now()
      order by expires_at limit batch for update skip locked
    ) old
    where a.subject = old.subject
    returning 1)
  select count(*) from gone;
end;

call settle_system_functions();
