-- The words of a descriptor are kept beside it: a common word is looked for by date, row by row, and
-- taking a text apart costs ten times as much as looking a word up. How well a text fits the query is
-- thought about outside the database. The function of before stays for processes of the last release
-- that still run, and can go with the next one.
alter table descriptors add column words tsvector
  generated always as (to_tsvector('simple', text)) stored;
drop index descriptors_by_word;
create index descriptors_by_word on descriptors using gin (environment_id, words)
  with (fastupdate = off);

create function system_match_descriptors(wanted text, since date, at_most integer)
returns table (key bigint, text text, last_date date)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select d.key, d.text, d.last_date from descriptors d
    where d.environment_id = current_environment()
      and d.words @@ to_tsquery(''simple'', $1) and d.last_date >= $2
    order by d.last_date desc limit $3'
    using wanted, since, at_most;
end $$;

call settle_system_functions();
