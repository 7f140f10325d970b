-- The newest rows of a page lie in as many of the matching descriptors: the function says when each
-- was last seen, so that only these are looked through.
drop function system_search_descriptors(text, text, date, integer);
create function system_search_descriptors(words text, said text, since date, wanted integer)
returns table (key bigint, score real, last_date date)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select d.key, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', d.text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, d.text))::numeric, 4)::real, d.last_date
    from (
      select key, text, last_date from descriptors
      where environment_id = current_environment()
        and to_tsvector(''simple'', text) @@ to_tsquery(''simple'', $1) and last_date >= $3
      order by last_date desc limit $4) d'
    using words, said, since, wanted;
end $$;

call settle_system_functions();
