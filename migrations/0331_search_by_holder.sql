-- Deals are found by the holders of their accounts too: often all that a caller says. The names stand
-- beside the list as one text, which an index can hold; the last release writes none, and finds what
-- this one wrote.
alter table accounts add column holder_search text not null default '';
update accounts set holder_search = array_to_string(holder_names, ' ') where holder_names <> '{}';
create index accounts_by_holder_word on accounts
  using gin (environment_id, to_tsvector('simple'::regconfig, holder_search));
create index accounts_by_holder_likeness on accounts
  using gin (environment_id, holder_search gin_trgm_ops);

create or replace function system_search_submissions(
  environment uuid, words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute '
    select f.id, max(round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', f.text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, f.text))::numeric, 4)::real) as score,
      bool_or(to_tsvector(''simple'', f.text) @@ to_tsquery(''simple'', $1))
    from (
      select s.id, s.created_at, s.search_text as text from submissions s
      where s.environment_id = $5 and $5 = current_environment()
        and (to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
          or ($3 and $2 <% s.search_text))
      union all
      select s.id, s.created_at, a.holder_search from accounts a
      join submissions s on s.environment_id = a.environment_id and s.id = a.submission_id
      where a.environment_id = $5 and $5 = current_environment()
        and (to_tsvector(''simple'', a.holder_search) @@ to_tsquery(''simple'', $1)
          or ($3 and $2 <% a.holder_search))) f
    group by f.id, f.created_at
    order by score desc, f.created_at desc limit $4'
    using words, said, is_fuzzy, wanted, environment;
end $$;
call settle_system_functions();
